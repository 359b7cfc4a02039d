import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NOTICE_KINDS, type NoticeKind } from '../../../lib/app/notice-kinds.ts'
import { LANGUAGES, type Locale } from '../../../lib/core/language/language.ts'
import {
  kindLines,
  type OpenItemFacts,
  openItemText,
  openMessage,
  overMessage,
} from '../../../lib/services/notices/digest.ts'
import { parseFault } from '../../docs/documented-commands.ts'
import { ENGLISH, englishWords, JAPANESE, LOCALES } from '../../helpers/notice-words.ts'
import { AT, EXAMPLES, NAME } from './examples.ts'

const KINDS = Object.keys(NOTICE_KINDS) as NoticeKind[]
const itemOf = (kind: NoticeKind) => ({ kind, facts: EXAMPLES[kind][2] }) as OpenItemFacts
const wordingOf = (locale: Locale) => ({ locale, kinds: NOTICE_KINDS })
const silent = (count: number, name = (at: number) => `device-${at}`) =>
  Array.from(
    { length: count },
    (_, at): OpenItemFacts => ({ kind: 'device_silent', facts: { name: name(at), at: AT } }),
  )
const JAPANESE_TEXT = /[\u3041-\u30ff\u4e00-\u9fff]/

/** The words that a shell reads in `command`. */
function wordsInShell(command: string): string[] {
  const printed = execFileSync('sh', ['-c', `printf '%s\\0' ${command}`], {
    env: { HOME: '/x' },
    encoding: 'utf8',
  })
  return printed.split('\0').slice(0, -1)
}

describe('the catalogue of notices', () => {
  test.each(KINDS)('%s: says in each language what happened, what it means and what to do', kind => {
    for (const language of LANGUAGES) {
      const { title, line, meaning, act } = openItemText(itemOf(kind), wordingOf(LOCALES[language]))
      for (const text of [title, line, meaning, act]) expect(text).toMatch(/\S/)
      for (const text of [title, meaning, act])
        expect(JAPANESE_TEXT.test(text.replace('"確認"', ''))).toBe(language === 'ja')
      const over = overMessage([itemOf(kind)], { ...wordingOf(LOCALES[language]), cap: 2000 })
      expect(JAPANESE_TEXT.test(over)).toBe(language === 'ja')
      expect(over, 'what is over asks for nothing').not.toMatch(/\bkura [a-z]|ください/)
      expect(over).not.toContain(act)
    }
  })

  test('one item leads to its page on the console, several lead to the list', () => {
    const addressOf = (key = 'list') => `https://kura.example.com/${key}`
    const page = { ...wordingOf(ENGLISH), addressOf, cap: 2000 }
    const [kind] = KINDS
    const item = { ...itemOf(kind as (typeof KINDS)[number]), key: 'a/b' }
    const lastLine = (open: (typeof item)[]) => openMessage(open, false, page).text.split('\n').at(-1)
    expect(lastLine([item])).toBe('On the console: https://kura.example.com/a/b')
    expect(lastLine([item, { ...item, key: 'c' }])).toBe('On the console: https://kura.example.com/list')
  })

  test.each(KINDS)('%s: leaves nothing in English in Japanese', kind => {
    const page = { ...wordingOf(JAPANESE), cap: 20_000 }
    const said = [openMessage([itemOf(kind)], true, page).text, overMessage([itemOf(kind)], page)]
    expect(said.flatMap(text => englishWords(text, [NAME, 'laptop', 'phone', 'Mei']))).toEqual([])
  })

  test.each(KINDS)('%s: its command can be pasted into a shell', async kind => {
    const { command } = openItemText(itemOf(kind), wordingOf(ENGLISH))
    expect(command).toMatch(/^kura /)
    const words = wordsInShell(command?.slice('kura '.length) ?? '')
    expect(await parseFault(words)).toBeUndefined()
    expect(words, 'a help text does nothing').not.toContain('--help')
    const { case: name, key, step } = EXAMPLES[kind][2] as { case?: string; key?: string; step?: string }
    if (words[1] === '--done') expect(words).toEqual(['notices', '--done', key, '--step', step])
    else if (name !== undefined && !words.includes('cases')) expect(words).toContain(name)
  })

  test('both languages say the same numbers and names', () => {
    const numbers = (text: string) => (text.match(/\d+/g) ?? []).map(Number).sort()
    for (const kind of KINDS) {
      const [english, japanese] = [ENGLISH, JAPANESE].map(
        locale => openItemText(itemOf(kind), wordingOf(locale)).line,
      )
      const days = (text = '') => text.replace(/30 June 2026( at)?|2026年6月30日/g, '')
      // a count of one may be a word in English
      expect(
        numbers(days(english)).filter(number => number > 2),
        kind,
      ).toEqual(numbers(days(japanese)).filter(number => number > 2))
    }
  })
})

describe('a message', () => {
  test('of one open item, in English', () => {
    expect(openMessage([itemOf('email_unconfirmed')], false, { ...wordingOf(ENGLISH), cap: 2000 }).text).toBe(
      [
        "A registrant's e-mail address must be confirmed",
        '- example.com by 30 June 2026',
        'Without it the domain is suspended: its site and mail stop.',
        'What to do (commands work in the folder of kura): look for the registrar\'s message with "ACTION REQUIRED" and "Verify" or "確認" in its subject, open its link, then say that it is done',
        '`kura settle example.com --verified`',
      ].join('\n'),
    )
  })

  test('of several, in Japanese, each with its own command', () => {
    const second: OpenItemFacts = { kind: 'purchase_unknown', facts: { domain: 'x.com' } }
    expect(
      openMessage([itemOf('purchase_unknown'), second], true, { ...wordingOf(JAPANESE), cap: 2000 }).text,
    ).toBe(
      [
        '【再通知】購入できたかどうか分からないドメインが2件あります',
        '- example.com（応答がありませんでした） `kura settle example.com`',
        '- x.com `kura settle x.com`',
        '購入・課金済みの可能性があります。二重購入を避けるため、自動では再購入しません。',
        '対応（コマンドはkuraのフォルダーで実行）：レジストラに購入結果を照会してください',
      ].join('\n'),
    )
  })

  test('of many counts those that do not fit', () => {
    const { text, named } = openMessage(silent(200), false, { ...wordingOf(ENGLISH), cap: 2000 })
    expect(text).toMatch(/^200 devices are silent\n- device-0, last seen on 30 June 2026\n/)
    const shown = text.split('\n').filter(line => line.startsWith('- device-')).length
    expect(text).toContain(`\nand ${200 - shown} more; \`kura notices\` lists them\n`)
    expect(text).toMatch(/`kura devices`$/)
    expect(shown).toBeGreaterThan(30)
    expect(named).toBe(shown)
  })

  test('never exceeds its cap, and never cuts a command', () => {
    const long = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 })
    const items = fc.array(
      long.map(
        (reason): OpenItemFacts => ({ kind: 'purchase_unknown', facts: { domain: 'example.com', reason } }),
      ),
      { minLength: 1, maxLength: 80 },
    )
    fc.assert(
      fc.property(items, fc.constantFrom(...LANGUAGES), (given, language) => {
        const page = { ...wordingOf(LOCALES[language]), cap: 2000 }
        const { text } = openMessage(given, false, page)
        expect(text.length).toBeLessThanOrEqual(2000)
        expect(overMessage(given, page).length).toBeLessThanOrEqual(2000)
        const lines = text.split('\n').filter(line => line.startsWith('- '))
        if (lines.length > 1) expect(text).toMatch(/`kura settle example\.com`/)
      }),
    )
  })

  test('of what is over has one line for each kind', () => {
    const over = overMessage([...silent(2), itemOf('exposure_open')], { ...wordingOf(ENGLISH), cap: 2000 })
    expect(over).toBe(
      'Over:\n- Devices that call again: device-0, device-1\n- No longer open to strangers: https://kura.example',
    )
    expect(overMessage(silent(500), { ...wordingOf(JAPANESE), cap: 2000 }).length).toBeLessThanOrEqual(2000)
  })

  test('days are those of the company', () => {
    const late: OpenItemFacts = {
      kind: 'email_unconfirmed',
      facts: { domain: 'a.com', verifyBy: Date.UTC(2026, 5, 30, 16) },
    }
    expect(kindLines([late], wordingOf(ENGLISH))[0]).toContain('by 1 July 2026')
    expect(kindLines([late], wordingOf({ ...ENGLISH, timezone: 'UTC' }))[0]).toContain('by 30 June 2026')
  })
})
