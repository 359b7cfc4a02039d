/**
 * The rules of the credential under every order of events: three instances and the service, step by step. Instances
 * crash; answers are lost or stored late; calls end in a 401; people authorize in between; and time jumps. There is no
 * store and no process.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  commitPair,
  decideAccess,
  type Failure,
  failRefresh,
  isUsable,
} from '../../../../../lib/services/accounting/tokens/keeper.ts'
import type { Credential, Issued } from '../../../../../lib/services/accounting/tokens/schema.ts'
import { runs } from '../../../../helpers/run/sampled.ts'

const LEASE = 65_000
/**
 * Milliseconds of the lease that a holder keeps for the time after the call. `ROOM`: milliseconds that must be left
 * when the call begins (rotate.ts).
 */
const AFTER_CALL = 20_000
const ROOM = 35_000
const LIFETIME = 21_600_000
const INSTANCES = 3

/** The outcomes of a call: whether the service uses the token up, and what the caller learns. */
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
  /** An instance's next step: ask, send, hear or store. */
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

/** The instance hears the service's answer one step later. */
interface Called extends Held {
  readonly heard: Issued | Failure
}

type Instance =
  | { readonly phase: 'idle' }
  | ({ readonly phase: 'holds' } & Held)
  | ({ readonly phase: 'calls' | 'heard' } & Called)

const IDLE: Instance = { phase: 'idle' }
const isIssued = (heard: Issued | Failure): heard is Issued => 'pair' in heard

/** One run. A pair's text is the number of its refresh token, which the service counts up. */
class Run {
  private now = 0
  private steps = 0
  private newest = 1
  private calls = 0
  /** Whether the only copy of the service's newest pair was lost. */
  private lost = false
  private stored: Credential = commitPair(
    undefined,
    this.pairOf(undefined, { number: 1, operation: 'first' }),
    0,
  ).credential as Credential
  private readonly instances: Instance[] = Array.from({ length: INSTANCES }, () => IDLE)
  private readonly journal: Issued[] = []

  private pairOf(
    base: Credential | undefined,
    { number, operation }: { number: number; operation: string },
  ): Issued {
    return {
      generation: (base?.generation ?? 0) + 1,
      operation,
      ...(base && { follows: base.operation }),
      client: 'client',
      pair: String(number),
      accessExpiresAt: this.now + LIFETIME,
      issuedAt: this.now,
      scopes: [],
      by: 'test',
    }
  }

  /** Every write goes through here, so every write is checked. */
  private write(next: Credential): void {
    if (next.pair !== this.stored.pair) {
      expect(next.generation).toBe(this.stored.generation + 1)
      expect(Number(next.pair)).toBeGreaterThan(Number(this.stored.pair))
    } else expect(next.generation).toBe(this.stored.generation)
    this.stored = next
  }

  private move(who: number, { meeting, journaled }: { meeting: Meeting; journaled: boolean }): void {
    const instance = this.instances[who] ?? IDLE
    if (instance.phase === 'idle') this.ask(who)
    else if (instance.phase === 'holds') this.send(who, instance, meeting)
    else if (instance.phase === 'calls') this.hear(who, instance, journaled)
    else this.writeDown(who, instance)
  }

  private ask(who: number): void {
    const operation = `op-${this.steps}`
    const dead = Number(this.stored.pair) !== this.newest
    const rejected = dead
      ? { generation: this.stored.generation, codes: ['expired_access_token'] }
      : undefined
    const decision = decideAccess(
      this.stored,
      { operation, owner: `${who}`, client: 'client', lease: LEASE, rejected },
      this.now,
    )
    this.write(decision.credential)
    if (decision.kind === 'use') expect(isUsable(this.stored, this.now)).toBe(true)
    if (decision.kind === 'refresh')
      this.instances[who] = { phase: 'holds', base: decision.credential, operation, until: this.now + LEASE }
  }

  private send(who: number, holder: Held, meeting: Meeting): void {
    const mine =
      this.stored.lifecycle.state === 'refreshing' &&
      this.stored.lifecycle.intent.operation === holder.operation
    if (!mine || holder.until - this.now < ROOM) {
      this.instances[who] = IDLE
      return
    }
    const { base } = holder
    const kept = this.journal.find(issued => issued.follows === this.stored.operation)
    if (kept) {
      this.commit(kept)
      this.instances[who] = IDLE
      return
    }
    for (const other of this.instances)
      expect(other.phase === 'calls' && other.base.pair === base.pair).toBe(false)
    this.calls += 1
    this.instances[who] = { ...holder, phase: 'calls', heard: this.meet(holder, meeting) }
  }

  /** The service's part of a call: it changes its tokens, and answers. */
  private meet({ base, operation }: Held, meeting: Meeting): Issued | Failure {
    const { spends, hears } = MEETINGS[meeting]
    if (hears !== 'unsent' && Number(base.pair) !== this.newest)
      return { kind: 'refused', reason: 'invalid_grant', pause: 0 }
    if (spends) this.newest += 1
    if (spends && hears !== 'grant') this.lost = true
    if (hears === 'grant') return this.pairOf(base, { number: this.newest, operation })
    return { kind: hears, reason: meeting, pause: hears === 'unsent' ? 5_000 : 60_000 }
  }

  private hear(who: number, caller: Called, journaled: boolean): void {
    if (journaled && isIssued(caller.heard)) this.journal.push(caller.heard)
    this.instances[who] = { ...caller, phase: 'heard' }
  }

  /** Stores the answer that an instance heard, however late. */
  private writeDown(who: number, caller: Called): void {
    const { heard } = caller
    if (isIssued(heard)) this.commit(heard)
    else this.writeFailure(caller, heard)
    this.instances[who] = IDLE
  }

  private writeFailure({ base, operation }: Held, failure: Failure): void {
    const next = failRefresh(this.stored, { generation: base.generation, operation, failure }, this.now)
    if (next === this.stored) return
    expect(this.stored).toMatchObject({ generation: base.generation, lifecycle: { intent: { operation } } })
    expect(next.lifecycle.state).toBe(failure.kind === 'refused' ? 'reauthorize' : 'paused')
    this.write(next)
  }

  private commit(issued: Issued): void {
    const { outcome, credential } = commitPair(this.stored, issued, this.now)
    if (outcome === 'stored' && credential) this.write(credential)
  }

  /** Moves the time. A call times out before its lease ends; then its answer is lost. */
  private pass(milliseconds: number): void {
    this.now += milliseconds
    for (const [who, caller] of this.instances.entries()) {
      if (caller.phase !== 'calls' || this.now < caller.until - AFTER_CALL) continue
      if (isIssued(caller.heard)) this.lost = true
      const heard: Failure = { kind: 'undecided', reason: 'no_answer', pause: 60_000 }
      this.instances[who] = { ...caller, phase: 'heard', heard }
    }
  }

  private authorize(): void {
    this.newest += 1
    this.commit(this.pairOf(this.stored, { number: this.newest, operation: `authorized-${this.steps}` }))
    this.lost = false
  }

  /** Ends an instance. The answer that it had heard is lost too, unless its journal has it. */
  private crash(who: number): void {
    const { heard } = { heard: undefined, ...this.instances[who] }
    const newestDies =
      heard && isIssued(heard) && Number(heard.pair) === this.newest && heard.pair !== this.stored.pair
    if (newestDies && !this.journal.includes(heard)) this.lost = true
    this.instances[who] = IDLE
  }

  private recover(): void {
    for (const issued of this.journal.toReversed()) this.commit(issued)
  }

  take(step: Step): void {
    this.steps += 1
    const before = { stored: this.stored, calls: this.calls }
    if (step.do === 'move') this.move(step.who, step)
    else if (step.do === 'crash') this.crash(step.who)
    else if (step.do === 'pass') this.pass(step.milliseconds)
    else if (step.do === 'expire') this.pass(Math.max(0, this.stored.accessExpiresAt - this.now))
    else if (step.do === 'authorize') this.authorize()
    else this.recover()
    if (before.stored.lifecycle.state === 'reauthorize') expect(this.calls).toBe(before.calls)
  }

  /** All instances end; then one after the other runs alone, with a service that works. */
  settle(): void {
    for (let who = 0; who < INSTANCES; who += 1) this.crash(who)
    const before = { calls: this.calls, generation: this.stored.generation }
    for (let round = 0; round < 5; round += 1) {
      this.pass(LIFETIME)
      for (let moves = 0; moves < 4 || this.instances[0]?.phase !== 'idle'; moves += 1)
        this.take({ do: 'move', who: 0, meeting: 'granted', journaled: true })
    }
    if (this.stored.lifecycle.state === 'reauthorize')
      expect(this.calls - before.calls).toBeLessThanOrEqual(1)
    else expect(this.stored.generation).toBeGreaterThanOrEqual(before.generation + 5)
  }

  outcome() {
    const { stored, lost } = this
    return { stored, lost, live: Number(stored.pair) === this.newest }
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
      const run = new Run()
      for (const taken of steps) run.take(taken)
      run.settle()
      const { stored, live, lost } = run.outcome()
      expect(stored.lifecycle.state).toBe(live ? 'current' : 'reauthorize')
      expect(stored.failures !== undefined && live).toBe(false)
      expect(live || lost).toBe(true)
    }),
    { numRuns: runs(2_000) },
  )
})
