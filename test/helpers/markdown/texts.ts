/** Generates Markdown: pieces that start, continue and end every kind of block, randomly indented and nested. */
import fc from 'fast-check'

const INDENTS = ['', '', '', '', ' ', '  ', '   ', '    ', '      ', '\t', ' \t']
const MARKERS = [
  '',
  '',
  '',
  '- ',
  '-   ',
  '-     ',
  '* ',
  '+\t',
  '1. ',
  '2. ',
  '10) ',
  '> ',
  '>',
  '- - ',
  '> - ',
]
const TEXTS = [
  ...[
    '',
    '',
    '',
    ' ',
    '\t',
    'words',
    'Shared',
    '-',
    '1.',
    '[x]',
    '---',
    '***',
    '- - -',
    '===',
    '=',
    '--',
    '...',
  ],
  ...[
    '# One',
    '## Shared',
    '## Shared ##',
    '##',
    '#tag',
    '```',
    '```',
    '````',
    '``` js',
    '```a`b',
    '~~~',
    '~~~~ x',
  ],
  ...[
    '<!-- a',
    '-->',
    '<!-- b -->',
    '<div>',
    '</div>',
    '<x-y>',
    '<x-y a="b" c>',
    '<x-y',
    '<pre>',
    '</pre> c',
    '<?php',
  ],
  ...[
    '?>',
    '<!X',
    '>',
    '<![CDATA[',
    ']]>',
    '<http://a.example>',
    'a <div>',
    '`',
    '\\',
    '&copy;',
    '日本語\u3000',
  ],
]

/** A line that starts, continues or ends a block. A test may add further lines. */
const line = fc
  .tuple(fc.constantFrom(...INDENTS), fc.constantFrom(...MARKERS), fc.constantFrom(...TEXTS))
  .map(pieces => pieces.join(''))

/** Generates texts of such lines, mixed with `lines`. */
export function markdownTexts(lines: readonly string[]): fc.Arbitrary<string> {
  const own = fc.constantFrom(...lines)
  const ending = fc.oneof({ weight: 8, arbitrary: fc.constant('\n') }, fc.constantFrom('\r\n', '\r'))
  return fc
    .record({
      lines: fc.array(
        fc.tuple(fc.oneof({ weight: 3, arbitrary: line }, { weight: 2, arbitrary: own }), ending),
        { maxLength: 14 },
      ),
      closed: fc.boolean(),
    })
    .map(({ lines, closed }) => {
      const text = lines.map(pieces => pieces.join('')).join('')
      return closed ? text : text.replace(/[\r\n]+$/, '')
    })
}
