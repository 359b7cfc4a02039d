import { describe, expect, test } from 'vitest'
import type { Claim } from '../../../../lib/core/claims/stored-records.ts'
import { confirmAct, removeAct, resolveAct } from '../../../../lib/core/claims/transitions/query.ts'
import { CLAIM_REASONS } from '../../../../lib/core/claims/words.ts'
import { phrase } from '../../../../lib/core/language/catalogue.ts'
import { at, claimed, DONE, seen, UNKNOWN } from './examples.ts'

type Example = Claim<{ id: number }>

/** Returns a claim as a caller has read it. */
const lookedAt = (claim: Example, seenAt: number) => ({ ...claim, seenAt })
const removing = (claim: Example, now: number) =>
  removeAct(claim, { by: 'hana', basis: lookedAt(claim, now) }, at(now))
/** Confirms `stored` with the result of a query that was made when the claim was in the state of `basis`. */
const confirm = (
  stored: Example | undefined,
  finding: { isThere: boolean; basis: ReturnType<typeof lookedAt>; settling?: number },
) => confirmAct(stored, { by: 'mei', settling: 100, ...finding }, at(500))
const gone = (claim: Example) => confirm(claim, { isThere: false, basis: lookedAt(claim, 20) })

describe('resolveAct()', () => {
  const find = (stored: Example | undefined, basis: Example, now = 20) =>
    resolveAct(stored, { result: { id: 9 }, by: 'hana', basis: seen(basis, now) }, at(now))

  test('what was found settles an unknown act', () => {
    const unknown = claimed({}, UNKNOWN)
    const found = find(unknown, unknown)
    expect(found).toMatchObject({ state: 'done', result: { id: 9 }, reason: undefined })
    expect(found.steps.at(-1)).toEqual({
      state: 'done',
      at: 20,
      by: 'hana',
      reason: phrase(CLAIM_REASONS.found),
    })
  })

  test('a claimed one too, once its time is over', () => {
    expect(find(claimed(), claimed(), 1001)).toMatchObject({ state: 'done', result: { id: 9 } })
  })

  test('one that is done by now is left as it is', () => {
    const done = claimed({}, DONE)
    expect(find(done, claimed({}, UNKNOWN))).toBe(done)
  })

  test.each([
    {
      name: 'that is still claimed',
      stored: claimed(),
      basis: claimed(),
      why: /it is claimed, expected unknown$/,
    },
    {
      name: 'that nobody knows',
      stored: undefined,
      basis: claimed(),
      why: /it is not known, expected unknown$/,
    },
    {
      name: 'of another attempt',
      stored: claimed({}, UNKNOWN),
      basis: { ...claimed({}, UNKNOWN), operation: 'op-0' },
      why: /^Cannot resolve the deal "receipt 1": another operation has claimed it since it was looked at$/,
    },
  ])('one $name is not resolved', ({ stored, basis, why }) => {
    expect(() => find(stored, basis)).toThrow(why)
  })
})

describe('removeAct()', () => {
  test('each attempt to take it away is a step', () => {
    const once = removing(claimed({}, DONE), 20)
    expect(once).toMatchObject({ state: 'removing', result: { id: 7 } })
    expect(removing(once, 30).steps.slice(-2)).toEqual([
      { state: 'removing', at: 20, by: 'hana' },
      { state: 'removing', at: 30, by: 'hana' },
    ])
  })

  test.each([
    {
      name: 'was not done',
      stored: claimed({}, UNKNOWN),
      operation: 'op-1',
      why: /it is unknown, expected done or/,
    },
    { name: 'nobody knows', stored: undefined, operation: 'op-1', why: /it is not known, expected done or/ },
    {
      name: 'is of another attempt',
      stored: claimed({}, DONE),
      operation: 'op-0',
      why: /another operation has claimed/,
    },
  ])('nothing is removed that $name', ({ stored, operation, why }) => {
    const basis = { ...lookedAt(claimed({}, DONE), 20), operation }
    expect(() => removeAct(stored, { by: 'hana', basis }, at(20))).toThrow(why)
    expect(() => removeAct(stored, { by: 'hana', basis }, at(20))).toThrow(
      /^Cannot remove the deal "receipt 1"/,
    )
    expect(() => confirm(stored, { isThere: true, basis })).toThrow(why)
    expect(() => confirm(stored, { isThere: true, basis })).toThrow(/^Cannot confirm the deal "receipt 1"/)
  })
})

describe('confirmAct()', () => {
  const done = claimed({}, DONE)
  const leaving = removing(done, 20)

  test.each([
    { name: 'done and there', stored: done, basis: lookedAt(done, 30), isThere: true, state: 'done' },
    { name: 'done and not there', stored: done, basis: lookedAt(done, 30), isThere: false, state: 'gone' },
    {
      name: 'being removed and not there',
      stored: leaving,
      basis: lookedAt(leaving, 30),
      isThere: false,
      state: 'gone',
    },
    {
      name: 'being removed and there, early',
      stored: leaving,
      basis: lookedAt(leaving, 119),
      isThere: true,
      state: 'removing',
    },
    {
      name: 'being removed and there, late',
      stored: leaving,
      basis: lookedAt(leaving, 120),
      isThere: true,
      state: 'done',
    },
    {
      name: 'removed since, and was not there',
      stored: leaving,
      basis: lookedAt(done, 30),
      isThere: false,
      state: 'gone',
    },
    {
      name: 'gone, and there again',
      stored: gone(done),
      basis: lookedAt(gone(done), 30),
      isThere: true,
      state: 'done',
    },
  ])('what is $name is $state', ({ stored, basis, isThere, state }) => {
    const confirmed = confirm(stored, { isThere, basis })
    expect(confirmed.state).toBe(state)
    if (stored.state === state) return expect(confirmed).toBe(stored)
    const reason = phrase(isThere ? CLAIM_REASONS.found : CLAIM_REASONS.deleted)
    expect(confirmed.steps.at(-1)).toEqual({ state, at: 500, by: 'mei', reason })
  })

  test.each([
    { name: 'gone', stored: gone(leaving), basis: leaving },
    { name: 'being removed', stored: leaving, basis: done },
    { name: 'being removed once more', stored: removing(leaving, 30), basis: leaving },
  ])('what was there, and is $name since, is not done', ({ stored, basis }) => {
    expect(() => confirm(stored, { isThere: true, basis: lookedAt(basis, 400) })).toThrow(
      `Cannot confirm the deal "receipt 1": it was ${basis.state} when it was looked at, and is ${stored.state}`,
    )
  })
})
