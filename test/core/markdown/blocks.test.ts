import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Block } from '../../../lib/core/markdown/block.ts'
import { blocksOf } from '../../../lib/core/markdown/blocks.ts'
import { type OuterBlock, outerBlocks } from '../../helpers/markdown/commonmark.ts'
import { markdownTexts } from '../../helpers/markdown/texts.ts'
import { runs } from '../../helpers/run/sampled.ts'

const KINDS: Readonly<Record<string, Block['kind']>> = {
  heading: 'heading',
  item: 'item',
  code_block: 'code',
  html_block: 'html',
}

const lineOf = (text: string, offset: number) => text.slice(0, offset).split(/\r\n|\n|\r/).length
const isIndentedCode = (text: string, line: number) =>
  /^(?: {4}| {0,3}\t)/.test(text.split(/\r\n|\n|\r/)[line - 1] ?? '')

/**
 * Returns the blocks that kura finds, without indented code, which kura reads as text because the difference does not
 * matter.
 */
const ours = (text: string) =>
  [...blocksOf(text)]
    .map(({ kind, start }) => ({ kind, line: lineOf(text, start) }))
    .filter(({ line }) => !isIndentedCode(text, line))
const reference = (text: string) =>
  outerBlocks(text)
    .map(({ kind, line }: OuterBlock) => ({ kind: KINDS[kind] ?? 'text', line }))
    .filter(({ line }) => !isIndentedCode(text, line))

const withoutFrontMatter = (text: string) => !/^---[ \t]*(?:\r|\n|$)/.test(text)

test('blocksOf() finds the blocks of the reference implementation in any text', () => {
  fc.assert(
    fc.property(markdownTexts(['- [x](a.md)']).filter(withoutFrontMatter), text => {
      expect(ours(text)).toEqual(reference(text))
    }),
    { numRuns: Number(process.env['RUNS'] ?? runs(3000)) },
  )
})
