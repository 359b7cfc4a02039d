/** The commands in notices, which a reader pastes into a shell that kura does not know. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { kura } from '../../../lib/core/language/open-item.ts'

describe('kura()', () => {
  test.each([
    ['example.com', 'example.com'],
    ['--verified', '--verified'],
    ['2026-04', '2026-04'],
    ['accounting/deal/a', 'accounting/deal/a'],
    ['receipt 1', '"receipt 1"'],
    ['課対仕入 10', '"課対仕入 10"'],
    ["Mei's receipt", `"Mei's receipt"`],
    ['a,b', '"a,b"'],
    ['@a', '"@a"'],
    ['-a.b', '"-a.b"'],
    ['~', '"~"'],
    ['*', '"*"'],
    ['#1', '"#1"'],
    ['A & B', '"A & B"'],
    ['100%', `100'%'`],
    ['really!', `really'!'`],
    ["Mei's `shop` $HOME", `Mei''"'"'s \`shop\` $HOME'`],
    ['Mei’s $', `Mei''"’"'s $'`],
    ['a “b”', `a' “b”'`],
    ['', 'NAME'],
    ['A&B', 'NAME'],
    ['$HOME', 'NAME'],
    ['`id`', 'NAME'],
    ['say "yes"', 'NAME'],
    ['“quoted”', 'NAME'],
    ['a\\', 'NAME'],
    ['a\nb', 'NAME'],
  ])('writes %j as %s', (word, shown) => {
    expect(kura('settle', word)).toBe(`kura settle ${shown}`)
  })

  const SHELLS = ['/bin/sh', '/bin/bash', '/usr/bin/zsh'].filter(existsSync)
  test.skipIf(SHELLS.length === 0)('is read by the shells of this machine as it was meant', () => {
    const words = [
      'receipt 1',
      "Mei's",
      'a,b',
      '~',
      '*',
      '#1',
      '課 対',
      '{a,b}',
      '=ls',
      '[a]',
      '(a)',
      ';',
      '?',
    ]
    const line = kura('settle', ...words).replace(/^kura/, String.raw`printf '%s\n'`)
    for (const shell of SHELLS)
      expect(execFileSync(shell, ['-c', line], { encoding: 'utf8' })).toBe(
        `${['settle', ...words].join('\n')}\n`,
      )
  })
})
