import { execFileSync } from 'node:child_process'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { withSettings } from '../../../../lib/cli/commands/setup/progress.ts'

test('withSettings() replaces, adds and removes, and keeps the other lines', () => {
  const text = '# own words\nA=1\nB=2\nC=3\n\n'
  expect(withSettings(text, { B: 'two', C: undefined, D: 'new' })).toBe('# own words\nA=1\nB=two\nD=new\n')
})

test('withSettings() on an empty file', () => {
  expect(withSettings('', { A: '1' })).toBe('A=1\n')
})

test.each(['plain', 'a b', '$HOME `id` "x" #y', '&;|()<>', 'https://x.example/?a=b&c', '日本'])(
  'Node and a shell read %o as it is',
  value => {
    const text = withSettings('', { A: value })
    expect(parseEnv(text)).toEqual({ A: value })
    expect(execFileSync('sh', ['-c', `${text}printf %s "$A"`], { encoding: 'utf8' })).toBe(value)
  },
)

test.each(["it's", 'a\nB=2'])('a value that a line cannot hold is refused and not quoted: %o', value => {
  expect(() => withSettings('', { A: value })).toThrow(
    /^Cannot write A to \.env: it has a line break or the character '$/,
  )
})
