import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { REPEAT_AFTER } from '../../../lib/services/notices/due.ts'
import { dropMessage, markSent, type Scan } from '../../../lib/services/notices/outbox.ts'
import { EMPTY } from '../../../lib/services/notices/stored-outbox.ts'
import type { Outbox } from '../../../lib/services/notices/stored-records.ts'
import {
  DAY,
  day,
  exposed,
  FAILED,
  NOTHING,
  OPEN,
  planAt,
  SILENT,
  scanAt,
  scanOf,
  silent,
  T0,
  unknown,
} from './outbox-days.ts'

describe('the outbox', () => {
  const rows: { name: string; days: [Scan, number][]; want: string[][] }[] = [
    {
      name: 'tells a notice once for each step',
      days: [
        [scanOf(exposed('1')), 0],
        [scanOf(exposed('1')), 1],
        [scanOf(exposed('2')), 2],
      ],
      want: [[OPEN], [], [OPEN]],
    },
    {
      name: 'repeats every week what is still open',
      days: [
        [scanOf(exposed('1')), 0],
        [scanOf(exposed('1')), 6.9],
        [scanOf(exposed('1')), 6.99],
        [scanOf(exposed('1')), 13.8],
        [scanOf(exposed('1')), 13.99],
      ],
      want: [[OPEN], [], [`Still open: ${OPEN}`], [], [`Still open: ${OPEN}`]],
    },
    {
      name: 'tells once that it is over',
      days: [
        [scanOf(exposed('1')), 0],
        [NOTHING, 1],
        [NOTHING, 2],
      ],
      want: [[OPEN], ['Over: [a/x]'], []],
    },
    {
      name: 'closes nothing if the rule failed',
      days: [
        [scanOf(exposed('1')), 0],
        [FAILED, 1],
        [scanOf(exposed('1')), 2],
      ],
      want: [[OPEN], [], []],
    },
    {
      name: 'tells again what is raised again',
      days: [
        [scanOf(exposed('1')), 0],
        [NOTHING, 1],
        [scanOf(exposed('1')), 2],
      ],
      want: [[OPEN], ['Over: [a/x]'], [OPEN]],
    },
    {
      name: 'tells open items of one kind in one message, and what is over in one',
      days: [
        [scanOf(silent('a'), exposed('1'), silent('b')), 0],
        [NOTHING, 1],
      ],
      want: [[OPEN, '2 devices are silent [a/device/a a/device/b]'], ['Over: [a/device/a a/x a/device/b]']],
    },
    {
      name: 'tells only what is new of a kind',
      days: [
        [scanOf(silent('a')), 0],
        [scanOf(silent('a'), silent('pc')), 1],
      ],
      want: [['A device is silent [a/device/a]'], [SILENT]],
    },
    {
      name: 'repeats a kind together, unless it was told a moment ago',
      days: [
        [scanOf(silent('a')), 0],
        [scanOf(silent('a'), silent('b')), 2],
        [scanOf(silent('a'), silent('b'), silent('pc')), 6],
        [scanOf(silent('a'), silent('b'), silent('pc')), 7],
        [scanOf(silent('a'), silent('b'), silent('pc')), 13],
        [scanOf(silent('a'), silent('b'), silent('pc')), 14],
        [scanOf(silent('a'), silent('b'), silent('pc')), 20],
      ],
      want: [
        ['A device is silent [a/device/a]'],
        ['A device is silent [a/device/b]'],
        [SILENT],
        ['Still open: 2 devices are silent [a/device/a a/device/b]'],
        ['Still open: 3 devices are silent [a/device/pc a/device/a a/device/b]'],
        [],
        ['Still open: 3 devices are silent [a/device/a a/device/b a/device/pc]'],
      ],
    },
    {
      name: 'tells the most urgent first, and what was never told before what repeats',
      days: [
        [scanOf(silent('pc'), unknown('y.com')), 0],
        [scanOf(silent('pc'), silent('b'), unknown('y.com'), exposed('1')), 7],
      ],
      want: [
        ['It is not known whether a domain was bought [a/purchase/y.com]', SILENT],
        [
          OPEN,
          'Still open: It is not known whether a domain was bought [a/purchase/y.com]',
          '2 devices are silent [a/device/b a/device/pc]',
        ],
      ],
    },
  ]
  test.each(rows)('$name', ({ days, want }) => {
    let outbox: Outbox = EMPTY
    const sent = days.map(([scan, days]) => {
      const done = day(outbox, { scan, now: T0 + days * DAY })
      outbox = done.outbox
      return done.sent
    })
    expect(sent).toEqual(want)
  })

  const many = fc.array(
    fc.record({
      count: fc.constantFrom(1, 20, 60, 150),
      kind: fc.constantFrom(silent, unknown),
      from: fc.nat(12),
      days: fc.integer({ min: 8, max: 30 }),
    }),
    { minLength: 1, maxLength: 4 },
  )
  test('each item is named within 7 days, money within one, and again within 7 days', () => {
    fc.assert(
      fc.property(many, waves => {
        const items = waves.flatMap(({ count, kind, from, days }, wave) =>
          Array.from({ length: count }, (_, at) => ({
            raised: kind(`${wave}-${at}`),
            from,
            to: from + days,
          })),
        )
        const named = new Map<string, number>()
        let outbox: Outbox = EMPTY
        for (let at = 0; at < 45; at += 1) {
          const now = T0 + at * DAY
          const open = items.filter(({ from, to }) => from <= at && at < to)
          const planned = planAt(scanAt(outbox, scanOf(...open.map(({ raised }) => raised)), now), now)
          const lines = new Set(planned.sending.flatMap(({ text }) => text.split(/[\n,]| `/)))
          outbox = planned.sending.reduce((box, { name }) => markSent(box, name, now), planned)
          for (const { raised, from } of open) {
            const isMoney = raised.kind === 'purchase_unknown' && !named.has(raised.key)
            if (lines.has(`- ${raised.key.split('/').at(-1)}`)) named.set(raised.key, at)
            const waited = at - (named.get(raised.key) ?? from)
            expect(waited, `${raised.key} on day ${at}`).toBeLessThanOrEqual(isMoney ? 0 : 7)
          }
        }
      }),
      { numRuns: 10 },
    )
  })

  test('what only the log has is told once there is a chat, and not the other way round', () => {
    const scan = scanOf(exposed('1'))
    const logged = day(EMPTY, { scan, now: T0, outlets: ['log'] })
    expect(logged.sent).toEqual([OPEN])
    expect(day(logged.outbox, { scan, now: T0 + 1, outlets: ['log'] }).sent).toEqual([])
    const chatted = day(logged.outbox, { scan, now: T0 + 1 })
    expect(chatted.sent).toEqual([OPEN])
    for (const outlet of ['chat', 'log'] as const)
      expect(day(chatted.outbox, { scan, now: T0 + 2, outlets: [outlet] }).sent).toEqual([])
  })

  test('each outlet is told and recorded for itself', () => {
    const both = ['chat', 'webhook'] as const
    const scan = scanOf(exposed('1'))
    const planned = planAt(scanAt(EMPTY, scan, T0), T0, both)
    const chat = planned.sending.find(({ outlet }) => outlet === 'chat')
    const half = markSent(planned, chat?.name ?? '', T0)
    const next = planAt(scanAt(half, scan, T0 + 1), T0 + 1, both)
    expect(next.sending.map(({ outlet }) => outlet)).toEqual(['webhook'])
    const over = day(next, { scan: NOTHING, now: T0 + 2, outlets: both })
    expect(over.sent).toEqual(['chat: Over: [a/x]'])
    expect(over.outbox.notices).toEqual({})
  })

  test('a notice that was never told ends without a message', () => {
    const planned = planAt(scanAt(EMPTY, scanOf(exposed('1')), T0), T0)
    const over = planAt(scanAt(planned, NOTHING, T0), T0)
    expect([over.notices, over.sending]).toEqual([{}, []])
  })

  test('sending an earlier step does not count for a later one', () => {
    const first = planAt(scanAt(EMPTY, scanOf(exposed('1')), T0), T0)
    const moved = markSent(scanAt(first, scanOf(exposed('2')), T0), first.sending[0]?.name ?? '', T0)
    expect(planAt(moved, T0).sending).toMatchObject([{ steps: { 'a/x': '2' } }])
  })

  test('a message of unknown outcome is kept as it is, and what is new is told beside it', () => {
    const first = planAt(scanAt(EMPTY, scanOf(silent('a')), T0), T0)
    const next = planAt(scanAt(first, scanOf(silent('a'), silent('pc')), T0 + 1), T0 + 1)
    expect(next.sending).toEqual([
      first.sending[0],
      expect.objectContaining({ steps: { 'a/device/pc': '1' } }),
    ])
  })

  test('after a week of unknown outcome it is told under another name', () => {
    const first = planAt(scanAt(EMPTY, scanOf(exposed('1')), T0), T0)
    const later = planAt(first, T0 + REPEAT_AFTER)
    expect(later.sending).toHaveLength(1)
    expect(later.sending[0]?.name).not.toBe(first.sending[0]?.name)
  })

  test('a message that was certainly not sent is written anew', () => {
    const first = planAt(scanAt(EMPTY, scanOf(silent('a')), T0), T0)
    const dropped = dropMessage(first, first.sending[0]?.name ?? '')
    const next = planAt(scanAt(dropped, scanOf(silent('a'), silent('pc')), T0 + 1), T0 + 1)
    expect(next.sending.map(({ steps }) => Object.keys(steps))).toEqual([['a/device/a', 'a/device/pc']])
  })

  test('a kind that this version does not know is forgotten unless it is raised', () => {
    const odd = {
      ...EMPTY,
      notices: { 'b/y': { ...exposed('1'), owner: 'b', since: T0, told: {}, kind: 'x' } },
    }
    expect(scanAt(odd as never, FAILED, T0).notices).toEqual({})
  })

  test('every message has a name of its own, whatever happens, and a name has one text', () => {
    const notice = fc.constantFrom(exposed('1'), exposed('2'), silent('a'), silent('b'), unknown('y.com'))
    const notices = fc.uniqueArray(notice, { selector: ({ key }) => key, maxLength: 4 })
    const scan = fc.oneof(
      fc.constant(FAILED),
      notices.map(raised => scanOf(...raised)),
    )
    const fate = fc.constantFrom('sent', 'lost', 'killed', 'refused')
    const event = fc.record({ scan, wait: fc.constantFrom(1, 1000, DAY, REPEAT_AFTER), fate })
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), events => {
        const out = new Map<string, string>()
        const settled = new Set<string>()
        let outbox: Outbox = EMPTY
        let now = T0
        for (const { scan, wait, fate } of events) {
          now += wait
          outbox = planAt(scanAt(outbox, scan, now), now)
          for (const { name, text } of outbox.sending) {
            expect(settled.has(name)).toBe(false)
            expect(out.get(name) ?? text).toBe(text)
            out.set(name, text)
            if (fate === 'killed') break
            if (fate === 'lost') continue
            settled.add(name)
            outbox = fate === 'sent' ? markSent(outbox, name, now) : dropMessage(outbox, name)
          }
        }
        const last = day(outbox, { scan: FAILED, now })
        expect(planAt(last.outbox, now).sending).toEqual([])
      }),
    )
  })
})
