import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CLAIM_REASONS } from '../../../../lib/core/claims/words.ts'
import { phrase } from '../../../../lib/core/language/catalogue.ts'
import { clip } from '../../../../lib/core/language/clip.ts'
import { TOKEN_REASONS } from '../../../../lib/services/accounting/tokens/exchange/words.ts'
import { type StatusFacts, statusSections } from '../../../../lib/services/chat/status/facts.ts'
import { composeStatus, lineBudget } from '../../../../lib/services/chat/status/message.ts'
import { ENGLISH, JAPANESE } from '../../../helpers/notice-words.ts'

const FAMILY = '👨‍👩‍👧‍👦'
const ACCENTED = 'e\u0301'
const graphemes = (text: string) =>
  [...new Intl.Segmenter('ja', { granularity: 'grapheme' }).segment(text)].map(({ segment }) => segment)
const character = fc.constantFrom('a', 'あ', '𠮷', FAMILY, ACCENTED, '🇯🇵', '👍🏽', 'が')
const line = fc.array(character, { minLength: 1, maxLength: 300 }).map(parts => parts.join(''))

describe('clip()', () => {
  const rows = [
    { name: 'what fits is unchanged', input: ['abc', 3], want: 'abc' },
    { name: 'a surrogate pair is not split', input: ['a𠮷b', 3], want: 'a…' },
    {
      name: 'a combining mark stays with its letter',
      input: [`${ACCENTED}${ACCENTED}b`, 4],
      want: `${ACCENTED}…`,
    },
    { name: 'a family of emoji goes as a whole', input: [`a${FAMILY}b`, 8], want: 'a…' },
    { name: 'a flag goes as a whole', input: ['a🇯🇵b', 5], want: 'a…' },
    { name: 'nothing fits but the ellipsis', input: ['𠮷𠮷', 1], want: '…' },
  ] as const
  test.each(rows)('$name', ({ input: [text, cap], want }) => {
    expect(clip(text, cap)).toBe(want)
  })

  test('is never longer than its limit and never cuts a character', () => {
    fc.assert(
      fc.property(line, fc.integer({ min: 1, max: 400 }), (text, cap) => {
        const clipped = clip(text, cap)
        expect(clipped.length).toBeLessThanOrEqual(cap)
        expect(clipped.isWellFormed()).toBe(true)
        const kept = graphemes(clipped.replace(/…$/u, ''))
        expect(graphemes(text).slice(0, kept.length)).toEqual(kept)
      }),
    )
  })
})

describe('lineBudget()', () => {
  const rows = [
    { name: 'all fit', input: [[1, 2, 3], 10], want: 3 },
    { name: 'short ones leave their share to long ones', input: [[2, 50, 50], 42], want: 20 },
    { name: 'another line makes it smaller', input: [[2, 50, 50, 50], 42], want: 13 },
    { name: 'no line', input: [[], 10], want: 0 },
  ] as const
  test.each(rows)('$name', ({ input: [lengths, room], want }) => {
    expect(lineBudget(lengths, room)).toBe(want)
  })
})

describe('composeStatus()', () => {
  test('shows what fits unchanged', () => {
    const sections = [
      { title: 'Devices', lines: ['laptop: memory=7 / index reference=yes (3 h ago)'] },
      { title: 'Nothing', lines: [] },
    ]
    expect(composeStatus(sections, ENGLISH)).toBe('Devices\nlaptop: memory=7 / index reference=yes (3 h ago)')
  })

  test('counts what does not fit', () => {
    const lines = Array.from({ length: 100 }, (_, index) => `device-${index}: ${'x'.repeat(50)}`)
    const text = composeStatus(
      [
        { title: 'Devices', lines },
        { title: 'Token', lines: ['current'] },
      ],
      ENGLISH,
    )
    const shown = text.split('\n').filter(line => line.startsWith('device-')).length
    expect(text).toContain(`\nand ${100 - shown} more\n`)
    expect(text).toMatch(/\nToken\ncurrent$/)
    expect(text.length).toBeLessThanOrEqual(2000)
    expect(text.length).toBeGreaterThan(1800)
  })

  test('every line is shown, shortened or counted, within the limit', () => {
    const section = fc.record({
      title: fc.constantFrom('One', 'Two', '三'),
      lines: fc.array(line, { maxLength: 60 }),
    })
    fc.assert(
      fc.property(
        fc.array(section, { maxLength: 5 }),
        fc.integer({ min: 500, max: 2000 }),
        (sections, cap) => {
          const text = composeStatus(sections, ENGLISH, cap)
          expect(text.length).toBeLessThanOrEqual(cap)
          expect(text.isWellFormed()).toBe(true)
          const full = sections.filter(({ lines }) => lines.length > 0)
          const rows = text === '' ? [] : text.split('\n')
          const counted = rows.reduce((sum, row) => sum + Number(/^and (\d+) more$/.exec(row)?.[1] ?? 0), 0)
          const shown = rows.filter(row => !/^and \d+ more$/.test(row)).length - full.length
          expect(shown + counted).toBe(full.reduce((sum, { lines }) => sum + lines.length, 0))
        },
      ),
    )
  })
})

test('statusSections() shows what needs a person first: also among the devices, whatever their names', () => {
  const now = Date.UTC(2026, 5, 15)
  const DAY = 86_400_000
  const device = { line: 'memory=7 / index reference=yes', behind: false, silent: false, revoked: false }
  const facts: StatusFacts = {
    devices: [
      { ...device, name: 'lost', at: new Date(now - 9 * DAY).toISOString(), silent: true, revoked: true },
      { ...device, name: 'laptop', at: new Date(now - 5 * 60_000).toISOString() },
      { ...device, name: 'phone', at: new Date(now - 5 * 60_000).toISOString(), behind: true },
      {
        ...device,
        name: 'tablet',
        line: 'memory=none / index reference=no',
        at: new Date(now - 3 * DAY).toISOString(),
        behind: true,
        silent: true,
      },
    ],
    token: { state: 'reauthorize', reason: phrase(TOKEN_REASONS.noAnswer) },
    unconfirmed: now - DAY,
    deadlines: [
      { domain: 'late.com', verifyBy: now - DAY },
      { domain: 'new.com', verifyBy: now + 12 * DAY },
    ],
    notices: ['example.com: due'],
    failed: [{ owner: 'accounting', reason: phrase(CLAIM_REASONS.claimUnreadable) }],
  }
  const sections = statusSections(facts, { locale: ENGLISH, now })
  expect(sections.map(({ lines }) => lines)).toEqual([
    ['example.com: due'],
    ['late.com: overdue since 14 June 2026, may be suspended', 'new.com: by 27 June 2026, in 12 d'],
    ['accounting: its claim cannot be read'],
    ['needs a new authorization, no_answer'],
    ['no replica has confirmed a write since 14 June 2026 at 09:00: a failover may undo the last ones'],
    [
      'tablet: memory=none / index reference=no (3 d ago, behind, silent)',
      'phone: memory=7 / index reference=yes (5 min ago, behind)',
      'laptop: memory=7 / index reference=yes (5 min ago)',
      'lost: memory=7 / index reference=yes (9 d ago, revoked)',
    ],
  ])
  const japanese = composeStatus(statusSections(facts, { locale: JAPANESE, now }), JAPANESE)
  expect(japanese.split('\n').slice(2)).toEqual([
    '登録者のメールアドレス確認',
    'late.com：2026年6月14日に期限切れ、停止のおそれあり',
    'new.com：期限 2026年6月27日（あと12日）',
    '確認できなかったもの',
    '会計：処理の記録を読み取れませんでした',
    '会計サービスとの連携',
    '再認可が必要、理由：応答なし',
    'データベース',
    '2026年6月14日 9:00以降、書き込みの複製が確認できていません。障害時に直近の書き込みが失われるおそれがあります',
    '端末',
    'tablet：memory=none / index reference=no（3日前、更新遅れ、連絡なし）',
    'phone：memory=7 / index reference=yes（5分前、更新遅れ）',
    'laptop：memory=7 / index reference=yes（5分前）',
    'lost：memory=7 / index reference=yes（9日前、鍵は失効）',
  ])
})

describe('a status message of 100,000 devices', () => {
  const devices = (count: number) => {
    const read = { lines: 0 }
    const all = Array.from({ length: count }, (_, at) => ({
      name: `pc-${at}`,
      get line() {
        read.lines += 1
        return 'memory=7 / index reference=yes'
      },
      at: new Date(0).toISOString(),
      behind: false,
      silent: at === count - 1,
      revoked: false,
    }))
    return { all, read }
  }

  test('words only the devices that it may show, and counts the others', () => {
    const { all, read } = devices(100_000)
    const facts = { devices: all, deadlines: [], notices: [], failed: [] }
    const sections = statusSections(facts, { locale: ENGLISH, now: 60_000 })
    const text = composeStatus(sections, ENGLISH)
    expect(read.lines).toBe(1000)
    expect(text).toMatch(/^Devices\npc-99999: .* silent\)\npc-0: /)
    const shown = text.split('\n').length - 2
    expect(text).toContain(`and ${(100_000 - shown).toLocaleString('en')} more`)
    expect(text.length).toBeLessThanOrEqual(2000)
  })

  test('fits two sections of 100,000 lines, as it fits a few', () => {
    const lines = Array.from({ length: 100_000 }, (_, at) => `line ${at}`)
    const text = composeStatus(
      [
        { title: 'One', lines },
        { title: 'Two', lines },
      ],
      ENGLISH,
    )
    const counts = text
      .split('\n')
      .filter(line => line.startsWith('and '))
      .map(line => Number(line.replace(/\D/g, '')))
    const shown = text.split('\n').filter(line => line.startsWith('line ')).length
    expect(counts.reduce((sum, count) => sum + count, shown)).toBe(200_000)
    expect(Math.abs((counts[0] ?? 0) - (counts[1] ?? 0))).toBeLessThanOrEqual(1)
  })
})
