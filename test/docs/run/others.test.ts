/** The commands of all other pages run, and README.md shows the output of `npm start`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readMarkdown } from '../markdown.ts'
import { PROJECT } from '../pages.ts'
import { describePages } from './describe-pages.ts'
import { linesNotPrinted } from './shown-output.ts'

const { project } = describePages('others')

test('README.md shows what npm start prints', () => {
  const { blocks } = readMarkdown(readFileSync(join(PROJECT, 'README.md'), 'utf8'))
  const block = blocks.find(({ text }) => text.startsWith('console '))
  expect(linesNotPrinted(block?.text ?? 'no block', project().screen)).toEqual([])
})
