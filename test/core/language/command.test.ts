/** The commands in notices, which a reader pastes into a shell that kura does not know. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { NOTICE_KINDS, type NoticeKind } from '../../../lib/app/notice-kinds.ts'
import { vouchCommand } from '../../../lib/console/entrance/number-page.ts'
import { kura, type Notice, pathWord } from '../../../lib/core/language/open-item.ts'
import { textOf } from '../../../lib/core/language/text.ts'
import { DEAL_WORDS, dealTexts } from '../../../lib/services/accounting/deals/cases/words.ts'
import { openItemText } from '../../../lib/services/notices/digest.ts'
import { LOCALES } from '../../helpers/notice-words.ts'
import { EXAMPLES } from '../../services/notices/examples.ts'

/** A command whose words every shell reads alike: bare, in double quotes, or a bare beginning with single quotes. */
const WORD = /[\w.@+=:/-]+|"[^"\u201c-\u201e$`\\!%]+"|[\p{L}\p{N}_./-]+'(?:[^']|'"[^"]"')*'/u.source
const COMMAND = new RegExp(`^(?:npx --no )?kura(?: (?:${WORD}))+$`, 'u')

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

  test.each([
    ['/home/mei/kura-mei.json', '/', '/home/mei/kura-mei.json'],
    ['/home/mei sato/kura.json', '/', '"/home/mei sato/kura.json"'],
    ['C:\\Users\\mei\\kura.json', '\\', 'C:/Users/mei/kura.json'],
    ['C:\\Users\\佐藤 芽衣\\kura.json', '\\', '"C:/Users/佐藤 芽衣/kura.json"'],
    ['\\\\files\\Mei Sato\\kura.json', '\\', '"//files/Mei Sato/kura.json"'],
    ['/tmp/a\\b', '/', 'NAME'],
  ])('writes the path %j with %j between folders as %s', (path, separator, shown) => {
    expect(pathWord(path, separator)).toBe(shown)
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

describe('every command that is shown needs no knowledge of the shell', () => {
  test.each(Object.keys(EXAMPLES) as NoticeKind[])('in the notice %s', kind => {
    const item = { kind, facts: EXAMPLES[kind][2] } as Pick<Notice, 'kind' | 'facts'>
    for (const locale of Object.values(LOCALES)) {
      const { command } = openItemText(item, { locale, kinds: NOTICE_KINDS })
      expect(command).toMatch(COMMAND)
    }
  })

  test.each([
    ['A1', '"A1"'],
    ['receipt 1', '"receipt 1"'],
    ['領収書 1', '"領収書 1"'],
    ['$HOME', 'NAME'],
    ['100%', `100'%'`],
    ['a"b', 'NAME'],
    ['`id`', 'NAME'],
  ])('in the hints about the case %j', (name, shown) => {
    const { settle, doubt, several } = dealTexts(name)
    expect([settle, DEAL_WORDS.settle(name)]).toEqual([`kura settle ${shown}`, `kura settle ${shown}`])
    for (const { hint } of [doubt, several('1, 2')])
      for (const locale of Object.values(LOCALES))
        expect(textOf(hint ?? '', locale)).toContain(`kura settle ${shown}`)
    expect(vouchCommand(name, '1')).toContain(`vouch ${name === 'A1' ? name : shown} `)
  })

  test('in no place by the quotes of JSON, in which a shell expands names, and no path without quotes', async () => {
    const root = resolve(import.meta.dirname, '../../../lib')
    const quoting: string[] = []
    for await (const file of glob('**/*.ts', { cwd: root }))
      if (
        /`[^`]*(?:kura|chmod) [a-z-][^`]*\$\{(?:JSON\.stringify|(?:file|path|dir|folder)\})/.test(
          await readFile(join(root, file), 'utf8'),
        )
      )
        quoting.push(file)
    expect(quoting).toEqual([])
  })
})
