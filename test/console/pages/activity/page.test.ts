/** 履歴 / History as a page: the log in both languages. Markup in any field from outside is escaped. */
import { describe, expect, test } from 'vitest'
import type { HistoryData } from '../../../../lib/console/pages/activity/page.ts'
import { historyPage } from '../../../../lib/console/pages/activity/page.ts'
import type { Entry } from '../../../../lib/services/activity/contract-schemas.ts'
import { digestOf } from '../../../../lib/services/activity/entry.ts'
import { chainOf } from '../../../services/activity/exports.ts'
import { HOSTILE, viewIn } from '../../view.ts'

const APPROVAL = 'a'.repeat(64)

const listed = (entries: readonly Entry[]) => entries.map(entry => ({ ...entry, digest: digestOf(entry) }))

function dataOf(
  change: (entry: Entry) => Entry = entry => entry,
  given: Partial<HistoryData> = {},
): HistoryData {
  const entries = listed(chainOf(3, change))
  const last = entries.at(-1) ?? { seq: 0, digest: '', at: '' }
  return {
    asked: { person: '', day: '', kind: undefined },
    isNoDay: false,
    after: undefined,
    page: { entries: entries.toReversed(), head: last },
    oldest: entries[0],
    store: { head: { seq: last.seq, digest: last.digest, at: last.at } },
    now: Date.parse('2026-12-05T00:00:00Z'),
    ...given,
  }
}

function shown(data: HistoryData, language: 'en' | 'ja' = 'en') {
  const { status = 200, body } = historyPage(data, viewIn(language, '/console/history'))
  return { status, text: String(body) }
}

describe('the page History', () => {
  test('shows who did what with which key or passkey, how it ended, and the link to the proof', () => {
    const changes: Readonly<Record<number, Partial<Entry>>> = {
      1: { by: 'passkey:0123abc', person: 'Mei', approval: APPROVAL, act: 'releaseCase' },
      2: { status: 409, code: 'conflict', act: 'x' },
      3: { by: 'cron', endpoint: 'GET /api/cron/notices', act: 'notices', status: 502, what: {} },
    }
    const endpoint = 'POST /api/accounting/cases/{case}/release'
    const data = dataOf(entry => ({ ...entry, endpoint, ...changes[entry.seq] }))
    const { text } = shown(data)
    for (const part of [
      'Mei<br><small>passkey 0123abc',
      'Released a deal',
      'receipt-1',
      `/console/history/approval?digest=${APPROVAL}`,
      'key hana<',
      '<dd>hana:admin:1</dd>',
      'not done<',
      '<dd>conflict</dd>',
      'kura, daily work',
      'Did the daily work',
      'outcome unknown<',
      '2026-10-01 10:00',
    ])
      expect(text).toContain(part)
    expect(shown(data, 'ja').text).toContain('取引を承認')
  })

  test('shows the end of the log, its months that are over, and what was removed', () => {
    const anchor = {
      seq: 9,
      digest: 'd',
      at: '2026-09-30T00:00:00.000Z',
      first: 1,
      count: 9,
      export: 'e',
      by: 'hana:admin:1',
      person: 'Hana',
      removedAt: '2026-10-03T00:00:00.000Z',
    }
    const data = dataOf()
    const { text } = shown({ ...data, page: { ...data.page, anchor } })
    expect(text).toContain(`3:${data.store.head?.digest}`)
    expect([...text.matchAll(/month\?month=([\d-]+)/g)].map(([, month]) => month)).toEqual([
      '2026-11',
      '2026-10',
    ])
    expect(text).toContain('entries up to 9, on 3 October 2026 by Hana')
    expect(text).toContain('each entry on this page names the one before it')
    expect(shown({ ...data, now: Date.parse('2026-10-31T14:59:59Z') }).text).toContain('when it is over')
  })

  test('says that entries were changed, but not of a choice, whose entries do not follow each other', () => {
    const data = dataOf()
    const [, ...others] = data.page.entries
    const page = {
      ...data.page,
      entries: [{ ...(data.page.entries[0] as (typeof others)[0]), prev: 'x' }, ...others],
    }
    expect(shown({ ...data, page }).text).toContain('The log is not whole')
    const asked = { ...data.asked, person: 'hana' }
    expect(shown({ ...data, page, asked }).text).not.toContain('The log is not whole')
  })

  test('says that all acts are stopped', () => {
    const stopped = {
      since: '2026-12-01T00:00:00.000Z',
      by: 'k',
      seq: 46,
      digest: 'd',
      at: '2026-12-01T00:00:00.000Z',
    }
    expect(shown(dataOf(undefined, { store: { stopped } })).text).toContain('All acts are stopped')
  })

  test('keeps the choice, names a wrong day beside its field, and leads on with the choice', () => {
    const asked = { person: 'Mei & Ken', day: '2026-02-30', kind: 'approved' } as const
    const data = dataOf(undefined, { asked, isNoDay: true })
    const { status, text } = shown({ ...data, page: { ...data.page, entries: [], next: '17' } })
    expect(status).toBe(400)
    expect(text).toContain('value="Mei &amp; Ken"')
    expect(text).toContain('<option value="approved" selected>')
    expect(text).toContain('id="day-fault"')
    expect(text).toContain('person=Mei+%26+Ken&amp;day=2026-02-30&amp;kind=approved&amp;after=17')
    expect(text).toContain('Older ones are on the next page')
  })

  test.each(['en', 'ja'] as const)('shows text from outside as data, in %s', language => {
    const data = dataOf(entry => ({
      ...entry,
      by: `${HOSTILE}:admin:1`,
      person: HOSTILE,
      act: HOSTILE,
      endpoint: HOSTILE,
      what: { [HOSTILE]: HOSTILE },
      status: 409,
      code: HOSTILE,
      request: HOSTILE,
    }))
    const asked = { person: HOSTILE, day: HOSTILE, kind: undefined }
    const { text } = shown({ ...data, asked }, language)
    expect(text).not.toContain('<b onclick')
    expect(text).not.toContain('\u202E')
    expect(text).toContain('&lt;U+202E&gt;shop')
  })
})
