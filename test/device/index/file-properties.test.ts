import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countIndexed, updateIndex } from '../../../lib/device/index/file.ts'
import { createTargetOf, formatLine } from '../../../lib/device/index/markdown-line.ts'
import { runs } from '../../helpers/run/sampled.ts'

const HEADING = '## Shared'
/** The lines that kura adds around its list, so that a person's text keeps its meaning. */
const ADDED = /^(?:<!-- -->|[-*+] +`.*`)$/

describe('any index, any release', () => {
  const files = fc.uniqueArray(
    fc.record({
      path: fc.constantFrom('a.md', 'b c.md', 'd(1).md', 'é.md', 'x/y.md', '100%25.md'),
      title: fc.option(fc.string(), { nil: undefined }),
    }),
    { selector: file => file.path, maxLength: 6 },
  )
  const line = fc.oneof(
    { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) },
    fc.constantFrom(
      '',
      '## Shared',
      '# Other',
      '```',
      '````',
      '~~~',
      '<!-- a',
      '-->',
      '  note',
      '- item',
      '1. one',
      '- [x](a.md)',
      '- [x](<b c.md>)',
      '- [x](d%281%29.md)',
      '- [x](x/y.md) words',
      '* [x](a.md)',
      '+ [x](b%20c.md)',
      '- [x](gone.md)',
    ),
  )
  const ending = fc.constantFrom('\n', '\r\n')
  const index = fc
    .record({
      bom: fc.constantFrom('', '\ufeff'),
      lines: fc.array(fc.tuple(line, ending)),
      open: fc.boolean(),
    })
    .map(({ bom, lines, open }) => {
      const joined = lines.map(([words, end]) => words.replace(/[\r\n]/g, ' ') + end).join('')
      return bom + (open ? joined.replace(/\r?\n$/, '') : joined)
    })
  const target = files.map(list => ({ heading: HEADING, files: list, former: ['gone.md'] }))
  const linesOf = (source: string) => source.replace(/^\ufeff/, '').split(/\r?\n/)

  test('is brought to the same text once and for all', () => {
    fc.assert(
      fc.property(index, target, (before, wanted) => {
        const after = updateIndex(before, wanted)
        expect(updateIndex(after, wanted)).toBe(after)
      }),
      { numRuns: runs(500) },
    )
  })

  test('has every line afterwards, and says so', () => {
    fc.assert(
      fc.property(index, target, (before, wanted) => {
        const after = updateIndex(before, wanted)
        expect(countIndexed(after, wanted.files)).toBe(wanted.files.length)
        const lines = linesOf(after).map(words => words.replace(/^[*+](?= )/, '-'))
        for (const file of wanted.files) expect(lines).toContain(formatLine(file))
      }),
      { numRuns: runs(500) },
    )
  })

  test('keeps every line that is not kura’s, in its order, and the byte order mark', () => {
    fc.assert(
      fc.property(index, target, (before, wanted) => {
        const after = updateIndex(before, wanted)
        const targetOf = createTargetOf([...wanted.files.map(({ path }) => path), 'gone.md'])
        const foreign = (source: string) =>
          linesOf(source).filter(
            words => words.trim() !== '' && !targetOf(words) && words !== HEADING && !ADDED.test(words),
          )
        expect(foreign(after)).toEqual(foreign(before))
        expect(after.startsWith('\ufeff')).toBe(before.startsWith('\ufeff'))
      }),
      { numRuns: runs(500) },
    )
  })
})
