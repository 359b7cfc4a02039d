import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  applyScan,
  dueMessages,
  markDone,
  markSent,
  type Outbox,
  type OutletName,
  REPEAT_AFTER,
  type Scan,
} from '../../lib/notices/outbox.ts'

const T0 = 1_800_000_000_000
const raise = (step: string, key = 'a/x'): Scan => ({
  owners: ['a'],
  notices: [{ owner: 'a', key, step, text: `${key} ${step}` }],
})
const nothing: Scan = { owners: ['a'], notices: [] }
const chatAt = (now: number) => ({ outlet: 'chat', now }) as const

/** Sends everything that is due. */
function sendAll(
  outbox: Outbox,
  now: number,
  outlet: OutletName = 'chat',
): { outbox: Outbox; texts: string[] } {
  const due = dueMessages(outbox, { outlet, now })
  return {
    outbox: due.reduce((box, message) => markSent(box, message, { outlet, now }), outbox),
    texts: due.map(({ text }) => text),
  }
}

describe('the outbox', () => {
  const rows: { name: string; days: [Scan, number][]; want: string[][] }[] = [
    {
      name: 'sends a notice once for each step',
      days: [
        [raise('1'), 0],
        [raise('1'), 1],
      ],
      want: [['a/x 1'], []],
    },
    {
      name: 'sends the next step',
      days: [
        [raise('1'), 0],
        [raise('2'), 1],
      ],
      want: [['a/x 1'], ['a/x 2']],
    },
    {
      name: 'repeats a notice that is still open',
      days: [
        [raise('1'), 0],
        [raise('1'), 6.9],
        [raise('1'), 7],
        [raise('1'), 13.9],
        [raise('1'), 14],
      ],
      want: [['a/x 1'], [], ['a/x 1'], [], ['a/x 1']],
    },
    {
      name: 'sends once that it is over',
      days: [
        [raise('1'), 0],
        [nothing, 1],
        [nothing, 2],
      ],
      want: [['a/x 1'], ['over: a/x 1'], []],
    },
    {
      name: 'an owner whose rule failed closes nothing',
      days: [
        [raise('1'), 0],
        [{ owners: [], notices: [] }, 1],
        [raise('1'), 2],
      ],
      want: [['a/x 1'], [], []],
    },
    {
      name: 'a notice that is raised again is sent again',
      days: [
        [raise('1'), 0],
        [nothing, 1],
        [raise('1'), 2],
      ],
      want: [['a/x 1'], ['over: a/x 1'], ['a/x 1']],
    },
  ]
  test.each(rows)('$name', ({ days, want }) => {
    let outbox: Outbox = {}
    const texts = days.map(([scan, day]) => {
      const now = T0 + day * 86_400_000
      const sent = sendAll(applyScan(outbox, scan, now), now)
      outbox = sent.outbox
      return sent.texts
    })
    expect(texts).toEqual(want)
  })

  test('what only the log received is sent once there is a chat, and not the other way round', () => {
    const open = applyScan({}, raise('1'), T0)
    const logged = sendAll(open, T0, 'log')
    expect(logged.texts).toEqual(['a/x 1'])
    expect(sendAll(logged.outbox, T0 + 1, 'log').texts).toEqual([])
    const sent = sendAll(logged.outbox, T0 + 1, 'chat')
    expect(sent.texts).toEqual(['a/x 1'])
    for (const outlet of ['chat', 'log'] as const)
      expect(sendAll(sent.outbox, T0 + 2, outlet).texts).toEqual([])
  })

  test('a notice that was never sent ends without a message', () => {
    expect(applyScan(applyScan({}, raise('1'), T0), nothing, T0)).toEqual({})
  })

  test('sending an earlier step does not count for a later one', () => {
    const first = applyScan({}, raise('1'), T0)
    const [message] = dueMessages(first, chatAt(T0))
    const moved = applyScan(first, raise('2'), T0)
    expect(message && markSent(moved, message, chatAt(T0))).toEqual(moved)
  })

  test('every message has a name of its own, whatever happens, and a name has one text', () => {
    const scan = fc.oneof(
      fc.constant(nothing),
      fc.constant<Scan>({ owners: [], notices: [] }),
      fc.constantFrom('1', '2').map(step => raise(step)),
    )
    const event = fc.record({ scan, wait: fc.constantFrom(1, 1000, REPEAT_AFTER), dies: fc.boolean() })
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), events => {
        const out = new Map<string, string>()
        const sent: string[] = []
        let outbox: Outbox = {}
        let now = T0
        for (const { scan, wait, dies } of events) {
          now += wait
          outbox = applyScan(outbox, scan, now)
          for (const message of dueMessages(outbox, chatAt(now))) {
            expect(out.get(message.name) ?? message.text).toBe(message.text)
            out.set(message.name, message.text)
            if (dies) break
            expect(sent).not.toContain(message.name)
            sent.push(message.name)
            outbox = markSent(outbox, message, chatAt(now))
          }
        }
        expect(dueMessages(sendAll(outbox, now).outbox, chatAt(now))).toEqual([])
      }),
    )
  })
})

describe('a notice that a person has dealt with', () => {
  const sent = sendAll(applyScan({}, raise('1'), T0), T0).outbox
  const done = markDone(sent, { key: 'a/x', step: '1', by: 'Mei' }, T0)

  test('is not sent again while its step is the same', () => {
    const later = T0 + 3 * REPEAT_AFTER
    expect(dueMessages(applyScan(done, raise('1'), later), chatAt(later))).toEqual([])
  })

  test('is sent at another step and when it is over', () => {
    expect(dueMessages(applyScan(done, raise('2'), T0), chatAt(T0))).toMatchObject([{ text: 'a/x 2' }])
    expect(dueMessages(applyScan(done, nothing, T0), chatAt(T0))).toMatchObject([{ text: 'over: a/x 1' }])
  })

  test.each([
    { name: 'another step', dealt: { key: 'a/x', step: '0', by: 'Mei' }, code: 'conflict' },
    { name: 'an unknown notice', dealt: { key: 'a/y', step: '1', by: 'Mei' }, code: 'not_found' },
  ])('is not taken for $name', ({ dealt, code }) => {
    expect(() => markDone(sent, dealt, T0)).toThrow(expect.objectContaining({ code }))
  })
})
