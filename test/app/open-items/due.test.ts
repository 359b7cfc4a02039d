import { describe, expect, test } from 'vitest'
import { type DueFacts, dueWithinWeek } from '../../../lib/app/open-items/due.ts'
import { DUE_KINDS } from '../../../lib/app/open-items/words.ts'
import { parseFault } from '../../docs/documented-commands.ts'
import { ENGLISH, JAPANESE } from '../../helpers/notice-words.ts'

const NOW = Date.parse('2026-11-22T05:00:00Z')
const WEEK = 7 * 86_400_000
const iso = (at: number) => new Date(at).toISOString()

const addressOf = (path: string) => `https://kura.example.com${path}`
const ENGLISH_NOW = { locale: ENGLISH, now: NOW, addressOf }

/** One date of each kind, in the reverse order of the table. */
const ALL: DueFacts = {
  release: {
    version: 4,
    expires: iso(NOW + 5_000),
    root: { version: 2, expires: iso(NOW + 4_000), development: false },
  },
  token: {
    refresh: { state: 'live', issuedAt: iso(0), expiresAt: iso(NOW + 3_000), ageDays: 89, lifetimeDays: 90 },
  },
  deadlines: [{ domain: 'a.example', verifyBy: NOW + 2_000 }],
  orders: [{ domain: 'b.example', by: NOW + 1_000 }],
  registrations: [{ domain: 'c.example', endsAt: NOW, autoRenew: false }],
}

describe('dueWithinWeek()', () => {
  test('has every kind, the first date first', () => {
    const due = dueWithinWeek(ALL, { ...ENGLISH_NOW })
    expect(due.map(({ kind }) => kind)).toEqual([...DUE_KINDS].reverse())
    expect(due.map(({ text }) => text)).toEqual([
      'c.example: its registration ends, renew it at the registrar',
      'b.example: its order must be completed',
      "a.example: the registrant's e-mail address must be confirmed",
      'the authorization at the accounting service expires',
      'root 2 expires',
      'release 4 expires',
    ])
    expect(due.map(({ page = '' }) => page.replace('https://kura.example.com/console', ''))).toEqual([
      '/item?kind=purchase&name=c.example',
      '/item?kind=purchase&name=b.example',
      '/item?kind=purchase&name=a.example',
      '/connections',
      '/devices',
      '/devices',
    ])
  })

  test.each([
    ['a moment ago', -1, 0],
    ['now', 0, 1],
    ['in a week, less a moment', WEEK - 1, 1],
    ['in a week', WEEK, 0],
  ])('what is due %s', (_name, after, count) => {
    const facts = { deadlines: [{ domain: 'a.example', verifyBy: NOW + after }] }
    expect(dueWithinWeek(facts, { ...ENGLISH_NOW })).toHaveLength(count)
  })

  test('in Japanese, and with commands that the program reads', async () => {
    for (const { text, command } of dueWithinWeek(ALL, { ...ENGLISH_NOW, locale: JAPANESE })) {
      expect(text).toMatch(/[ぁ-んァ-ヶ一-龠]/)
      expect(await parseFault(command.split(' ').slice(1))).toBeUndefined()
    }
  })

  test('a registration that the registrar renews asks for nothing', () => {
    const registrations = [{ domain: 'c.example', endsAt: NOW, autoRenew: true }]
    const [due] = dueWithinWeek({ registrations }, { ...ENGLISH_NOW })
    expect(due?.text).toBe('c.example: its registration is renewed by the registrar')
  })

  test('has no page on a deployment without an address', () => {
    const due = dueWithinWeek(ALL, { ...ENGLISH_NOW, addressOf: () => undefined })
    expect(due.some(one => 'page' in one)).toBe(false)
  })

  test('what could not be read is left out', () => {
    expect(dueWithinWeek({}, { ...ENGLISH_NOW })).toEqual([])
  })
})
