import { expect, test } from 'vitest'
import { readShell, scriptOf } from './shell.ts'

test.each([
  ['words', 'npm run kura -- publish', [['npm', 'run', 'kura', '--', 'publish']]],
  ['a comment', 'kura publish # signs', [['kura', 'publish']]],
  [
    'two lines',
    'kura a\n\nkura b\n',
    [
      ['kura', 'a'],
      ['kura', 'b'],
    ],
  ],
  ['a line that goes on', 'kura a \\\n  --b c', [['kura', 'a', '--b', 'c']]],
  ['quotes', `kura a "receipt 17" 'x y'z`, [['kura', 'a', 'receipt 17', 'x yz']]],
  ['a sign that is no comment', 'kura a#b', [['kura', 'a#b']]],
  [
    'a list',
    'npm ci && npm start',
    [
      ['npm', 'ci'],
      ['npm', 'start'],
    ],
  ],
  [
    'a pipe and files',
    'kura a < in | kura b > out.json 2>&1',
    [
      ['kura', 'a'],
      ['kura', 'b'],
    ],
  ],
  [
    'a substitution',
    `kura a "$(node -p 'f("x")')" $HOME`,
    [
      ['kura', 'a', `$(node -p 'f("x")')`, '$HOME'],
      ['node', '-p', 'f("x")'],
    ],
  ],
  ['a setting', 'KURA_URL=https://a.example kura a', [['KURA_URL=https://a.example', 'kura', 'a']]],
])('readShell() reads %s', (_name, text, commands) => {
  expect(readShell(text)).toEqual(commands)
})

test.each(['cat <<EOF', 'if (true)', 'f() { kura; }', 'a `b`', "kura 'never closed"])(
  'readShell() refuses %j',
  text => {
    expect(() => readShell(text)).toThrow('cannot read the shell at')
  },
)

test('scriptOf() takes the commands of a console block and leaves its output out', () => {
  const text = '$ kura a \\\n    --b c\nits output\n$ kura d\nmore'
  expect(scriptOf({ language: 'console', text })).toBe('kura a \\\n    --b c\nkura d')
  expect(scriptOf({ language: 'sh', text: 'kura a' })).toBe('kura a')
})
