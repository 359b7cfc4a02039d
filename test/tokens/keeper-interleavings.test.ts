/**
 * The keeper under every order of events: three instances and the service, step by step, with crashes, lost answers,
 * answers that are stored late, 401s, authorizations in between, and a time that jumps. Pure: no store, no process.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commitPair, decideAccess, type Failure, failRefresh, isUsable } from '../../lib/tokens/keeper.ts'
import type { Credential, Issued } from '../../lib/tokens/schema.ts'

const LEASE = 65_000
/** What a holder keeps free of its lease after the call, and what it wants before it: rotate.ts. */
const AFTER_CALL = 20_000
const ROOM = 35_000
const LIFETIME = 21_600_000
const INSTANCES = 3

/** How the service meets a call: what it does with the token, and what the caller hears of it. */
const MEETINGS = {
  granted: { spends: true, hears: 'grant' },
  answerLost: { spends: true, hears: 'undecided' },
  failedAfter: { spends: true, hears: 'undecided' },
  failedBefore: { spends: false, hears: 'undecided' },
  unsent: { spends: false, hears: 'unsent' },
} as const
type Meeting = keyof typeof MEETINGS
const MEETING_NAMES = Object.keys(MEETINGS) as Meeting[]

type Step =
  /** An instance's next step, whatever that is: ask, send, hear, write down. */
  | { readonly do: 'move'; readonly who: number; readonly meeting: Meeting; readonly journaled: boolean }
  | { readonly do: 'crash'; readonly who: number }
  | { readonly do: 'pass'; readonly milliseconds: number }
  | { readonly do: 'expire' }
  | { readonly do: 'authorize' }
  | { readonly do: 'recover' }

interface Held {
  readonly base: Credential
  readonly operation: string
  readonly until: number
}

/** What the service answered; the instance hears it one step later. */
interface Called extends Held {
  readonly heard: Issued | Failure
}

type Instance =
  | { readonly phase: 'idle' }
  | ({ readonly phase: 'holds' } & Held)
  | ({ readonly phase: 'calls' | 'heard' } & Called)

const IDLE: Instance = { phase: 'idle' }
const isIssued = (heard: Issued | Failure): heard is Issued => 'pair' in heard

/** The world of one run. A pair's text is the number of its refresh token, which the service counts up. */
function createRun() {
  let now = 0
  let steps = 0
  let newest = 1
  let calls = 0
  /** Whether the only copy of the service's newest pair was lost. */
  let lost = false
  let stored: Credential = commitPair(undefined, pairOf(undefined, { number: 1, operation: 'first' }), 0)
    .credential as Credential
  const instances: Instance[] = Array.from({ length: INSTANCES }, () => IDLE)
  const journal: Issued[] = []

  function pairOf(
    base: Credential | undefined,
    { number, operation }: { number: number; operation: string },
  ): Issued {
    return {
      generation: (base?.generation ?? 0) + 1,
      operation,
      ...(base && { follows: base.operation }),
      client: 'client',
      pair: String(number),
      accessExpiresAt: now + LIFETIME,
      issuedAt: now,
      scopes: [],
      by: 'test',
    }
  }

  /** Every write goes through here, so every write is checked. */
  function write(next: Credential): void {
    if (next.pair !== stored.pair) {
      expect(next.generation).toBe(stored.generation + 1)
      expect(Number(next.pair)).toBeGreaterThan(Number(stored.pair))
    } else expect(next.generation).toBe(stored.generation)
    stored = next
  }

  function move(who: number, { meeting, journaled }: { meeting: Meeting; journaled: boolean }): void {
    const instance = instances[who] ?? IDLE
    if (instance.phase === 'idle') ask(who)
    else if (instance.phase === 'holds') send(who, instance, meeting)
    else if (instance.phase === 'calls') hear(who, instance, journaled)
    else writeDown(who, instance)
  }

  function ask(who: number): void {
    const operation = `op-${steps}`
    const dead = Number(stored.pair) !== newest
    const rejected = dead ? { generation: stored.generation, codes: ['expired_access_token'] } : undefined
    const decision = decideAccess(
      stored,
      { operation, owner: `${who}`, client: 'client', lease: LEASE, rejected },
      now,
    )
    write(decision.credential)
    if (decision.kind === 'use') expect(isUsable(stored, now)).toBe(true)
    if (decision.kind === 'refresh')
      instances[who] = { phase: 'holds', base: decision.credential, operation, until: now + LEASE }
  }

  function send(who: number, holder: Held, meeting: Meeting): void {
    const mine =
      stored.lifecycle.state === 'refreshing' && stored.lifecycle.intent.operation === holder.operation
    if (!mine || holder.until - now < ROOM) {
      instances[who] = IDLE
      return
    }
    const { base } = holder
    const kept = journal.find(issued => issued.follows === stored.operation)
    if (kept) {
      commit(kept)
      instances[who] = IDLE
      return
    }
    for (const other of instances)
      expect(other.phase === 'calls' && other.base.pair === base.pair).toBe(false)
    calls += 1
    instances[who] = { ...holder, phase: 'calls', heard: meet(holder, meeting) }
  }

  /** What the service does and answers. */
  function meet({ base, operation }: Held, meeting: Meeting): Issued | Failure {
    const { spends, hears } = MEETINGS[meeting]
    if (hears !== 'unsent' && Number(base.pair) !== newest)
      return { kind: 'refused', reason: 'invalid_grant', pause: 0 }
    if (spends) newest += 1
    if (spends && hears !== 'grant') lost = true
    if (hears === 'grant') return pairOf(base, { number: newest, operation })
    return { kind: hears, reason: meeting, pause: hears === 'unsent' ? 5_000 : 60_000 }
  }

  function hear(who: number, caller: Called, journaled: boolean): void {
    if (journaled && isIssued(caller.heard)) journal.push(caller.heard)
    instances[who] = { ...caller, phase: 'heard' }
  }

  /** Storing what was heard, however late. */
  function writeDown(who: number, caller: Called): void {
    const { heard } = caller
    if (isIssued(heard)) commit(heard)
    else writeFailure(caller, heard)
    instances[who] = IDLE
  }

  function writeFailure({ base, operation }: Held, failure: Failure): void {
    const next = failRefresh(stored, { generation: base.generation, operation, failure }, now)
    if (next === stored) return
    expect(stored).toMatchObject({ generation: base.generation, lifecycle: { intent: { operation } } })
    expect(next.lifecycle.state).toBe(failure.kind === 'refused' ? 'reauthorize' : 'paused')
    write(next)
  }

  function commit(issued: Issued): void {
    const { outcome, credential } = commitPair(stored, issued, now)
    if (outcome === 'stored' && credential) write(credential)
  }

  /** A call ends in its time-out before its lease does: then its answer is lost. */
  function pass(milliseconds: number): void {
    now += milliseconds
    for (const [who, caller] of instances.entries()) {
      if (caller.phase !== 'calls' || now < caller.until - AFTER_CALL) continue
      if (isIssued(caller.heard)) lost = true
      const heard: Failure = { kind: 'undecided', reason: 'no_answer', pause: 60_000 }
      instances[who] = { ...caller, phase: 'heard', heard }
    }
  }

  function authorize(): void {
    newest += 1
    commit(pairOf(stored, { number: newest, operation: `authorized-${steps}` }))
    lost = false
  }

  /** What a dying instance had heard dies with it, unless its journal has it. */
  function crash(who: number): void {
    const { heard } = { heard: undefined, ...instances[who] }
    const newestDies = heard && isIssued(heard) && Number(heard.pair) === newest && heard.pair !== stored.pair
    if (newestDies && !journal.includes(heard)) lost = true
    instances[who] = IDLE
  }

  function recover(): void {
    for (const issued of journal.toReversed()) commit(issued)
  }

  return {
    take(step: Step): void {
      steps += 1
      const before = { stored, calls }
      if (step.do === 'move') move(step.who, step)
      else if (step.do === 'crash') crash(step.who)
      else if (step.do === 'pass') pass(step.milliseconds)
      else if (step.do === 'expire') pass(Math.max(0, stored.accessExpiresAt - now))
      else if (step.do === 'authorize') authorize()
      else recover()
      if (before.stored.lifecycle.state === 'reauthorize') expect(calls).toBe(before.calls)
    },
    /** Everybody dies, and one instance after the other is left alone with a service that works. */
    settle(): void {
      for (let who = 0; who < INSTANCES; who += 1) crash(who)
      const before = { calls, generation: stored.generation }
      for (let round = 0; round < 5; round += 1) {
        pass(LIFETIME)
        for (let moves = 0; moves < 4 || instances[0]?.phase !== 'idle'; moves += 1)
          this.take({ do: 'move', who: 0, meeting: 'granted', journaled: true })
      }
      if (stored.lifecycle.state === 'reauthorize') expect(calls - before.calls).toBeLessThanOrEqual(1)
      else expect(stored.generation).toBeGreaterThanOrEqual(before.generation + 5)
    },
    outcome: () => ({ stored, live: Number(stored.pair) === newest, lost }),
  }
}

const who = fc.nat({ max: INSTANCES - 1 })
const meeting = fc.oneof(
  fc.constantFrom<Meeting>('granted', 'failedBefore'),
  fc.constantFrom(...MEETING_NAMES),
)
const move = fc.record({ do: fc.constant('move' as const), who, meeting, journaled: fc.boolean() })
const milliseconds = fc.constantFrom(1, 10_000, 30_000, 60_000, LEASE - 1, LEASE)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 20, arbitrary: move },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('crash' as const), who }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pass' as const), milliseconds }) },
  { weight: 3, arbitrary: fc.constant({ do: 'expire' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'authorize' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'recover' as const }) },
)

test('no order of events has two spenders, an older pair over a newer one, or a call after reauthorize', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80, size: 'max' }), steps => {
      const run = createRun()
      for (const taken of steps) run.take(taken)
      run.settle()
      const { stored, live, lost } = run.outcome()
      expect(stored.lifecycle.state).toBe(live ? 'current' : 'reauthorize')
      expect(stored.failures !== undefined && live).toBe(false)
      expect(live || lost).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})
