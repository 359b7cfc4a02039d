import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  doneBy,
  dueMessages,
  type Outbox,
  type OutletName,
  REPEAT_AFTER,
  type Survey,
  surveyed,
  toldOf,
} from '../../lib/notices/outbox.ts'

const T0 = 1_800_000_000_000
const raise = (step: string, key = 'a/x'): Survey => ({
  owners: ['a'],
  notices: [{ owner: 'a', key, step, text: `${key} ${step}` }],
})
const nothing: Survey = { owners: ['a'], notices: [] }
const chatAt = (now: number) => ({ outlet: 'chat', now }) as const

/** Tells all that is due. */
function tellAll(
  outbox: Outbox,
  now: number,
  outlet: OutletName = 'chat',
): { outbox: Outbox; texts: string[] } {
  const due = dueMessages(outbox, { outlet, now })
  return {
    outbox: due.reduce((box, message) => toldOf(box, message, { outlet, now }), outbox),
    texts: due.map(({ text }) => text),
  }
}

describe('the outbox', () => {
  const rows: { name: string; days: [Survey, number][]; want: string[][] }[] = [
    {
      name: 'tells a matter once for a step',
      days: [
        [raise('1'), 0],
        [raise('1'), 1],
      ],
      want: [['a/x 1'], []],
    },
    {
      name: 'tells the next step',
      days: [
        [raise('1'), 0],
        [raise('2'), 1],
      ],
      want: [['a/x 1'], ['a/x 2']],
    },
    {
      name: 'repeats a matter that stands',
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
      name: 'says when it is over, once',
      days: [
        [raise('1'), 0],
        [nothing, 1],
        [nothing, 2],
      ],
      want: [['a/x 1'], ['over: a/x 1'], []],
    },
    {
      name: 'an owner that could not be asked closes nothing',
      days: [
        [raise('1'), 0],
        [{ owners: [], notices: [] }, 1],
        [raise('1'), 2],
      ],
      want: [['a/x 1'], [], []],
    },
    {
      name: 'a matter that comes again is told again',
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
    const said = days.map(([survey, day]) => {
      const now = T0 + day * 86_400_000
      const told = tellAll(surveyed(outbox, survey, now), now)
      outbox = told.outbox
      return told.texts
    })
    expect(said).toEqual(want)
  })

  test('what only the log heard of is told once there is a chat, and not the other way round', () => {
    const standing = surveyed({}, raise('1'), T0)
    const logged = tellAll(standing, T0, 'log')
    expect(logged.texts).toEqual(['a/x 1'])
    expect(tellAll(logged.outbox, T0 + 1, 'log').texts).toEqual([])
    const sent = tellAll(logged.outbox, T0 + 1, 'chat')
    expect(sent.texts).toEqual(['a/x 1'])
    for (const outlet of ['chat', 'log'] as const)
      expect(tellAll(sent.outbox, T0 + 2, outlet).texts).toEqual([])
  })

  test('a matter that was never told ends in silence', () => {
    expect(surveyed(surveyed({}, raise('1'), T0), nothing, T0)).toEqual({})
  })

  test('what was told of an earlier step does not count for a later one', () => {
    const first = surveyed({}, raise('1'), T0)
    const [message] = dueMessages(first, chatAt(T0))
    const moved = surveyed(first, raise('2'), T0)
    expect(message && toldOf(moved, message, chatAt(T0))).toEqual(moved)
  })

  test('messages have names of their own, whatever happens; a name stands for one text', () => {
    const survey = fc.oneof(
      fc.constant(nothing),
      fc.constant<Survey>({ owners: [], notices: [] }),
      fc.constantFrom('1', '2').map(step => raise(step)),
    )
    const event = fc.record({ survey, wait: fc.constantFrom(1, 1000, REPEAT_AFTER), dies: fc.boolean() })
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), events => {
        const out = new Map<string, string>()
        const told: string[] = []
        let outbox: Outbox = {}
        let now = T0
        for (const { survey, wait, dies } of events) {
          now += wait
          outbox = surveyed(outbox, survey, now)
          for (const message of dueMessages(outbox, chatAt(now))) {
            expect(out.get(message.name) ?? message.text).toBe(message.text)
            out.set(message.name, message.text)
            if (dies) break
            expect(told).not.toContain(message.name)
            told.push(message.name)
            outbox = toldOf(outbox, message, chatAt(now))
          }
        }
        expect(dueMessages(tellAll(outbox, now).outbox, chatAt(now))).toEqual([])
      }),
    )
  })
})

describe('a matter that a person has dealt with', () => {
  const told = tellAll(surveyed({}, raise('1'), T0), T0).outbox
  const done = doneBy(told, { key: 'a/x', step: '1', by: 'Mei' }, T0)

  test('is not told again while it stands as it is', () => {
    const later = T0 + 3 * REPEAT_AFTER
    expect(dueMessages(surveyed(done, raise('1'), later), chatAt(later))).toEqual([])
  })

  test('is told at another step, and when it is over', () => {
    expect(dueMessages(surveyed(done, raise('2'), T0), chatAt(T0))).toMatchObject([{ text: 'a/x 2' }])
    expect(dueMessages(surveyed(done, nothing, T0), chatAt(T0))).toMatchObject([{ text: 'over: a/x 1' }])
  })

  test.each([
    { name: 'another step', matter: { key: 'a/x', step: '0', by: 'Mei' }, code: 'conflict' },
    { name: 'an unknown matter', matter: { key: 'a/y', step: '1', by: 'Mei' }, code: 'not_found' },
  ])('is not taken for $name', ({ matter, code }) => {
    expect(() => doneBy(told, matter, T0)).toThrow(expect.objectContaining({ code }))
  })
})
