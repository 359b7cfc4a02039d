/** The claims of one kind over the store: `claim/<kind>/<case>`, each changed by a pure transition of `claim.ts`. */
import { createHash } from 'node:crypto'
import type { Store } from '../store/store.ts'
import { type Decision, type UpdateOptions, update } from '../store/update.ts'
import {
  type Act,
  type Claim,
  type ClaimState,
  freeAct,
  type Outcome,
  releaseAct,
  requestAct,
  resolveAct,
  settleAct,
  type Verdict,
  viewClaim,
} from './claim.ts'

/** A claim with the case that it belongs to. */
export interface ListedClaim<Result> {
  readonly name: string
  readonly claim: Claim<Result>
}

export interface Claims<Result> {
  /** Asks to act once for the case `name`; only the verdict `send` allows the call to the remote. */
  request(name: string, act: Act): Promise<Verdict<Result>>
  /** Stores how the call ended. */
  settle(
    name: string,
    settled: { operation: string; outcome: Outcome<Result>; by: string },
  ): Promise<Claim<Result>>
  /** Lets a flagged act go out at its next request. */
  release(
    name: string,
    options: {
      person: string
      /** Only this attempt is released. */
      operation?: string | undefined
    },
  ): Promise<Claim<Result>>
  /** Settles an unknown act by what was found at the remote. */
  resolve(name: string, found: { result: Result; by: string }): Promise<Claim<Result>>
  /** Frees an act, so that it may be tried again. */
  free(
    name: string,
    options: {
      person: string
      reason: string
      settling: number
      from: readonly ClaimState[]
      /** Only this attempt is freed. */
      operation?: string | undefined
    },
  ): Promise<Claim<Result>>
  read(name: string): Promise<Claim<Result> | undefined>
  list(): Promise<ListedClaim<Result>[]>
}

/** The SHA-256 that tells whether two bodies are the same act. */
export function actDigest(body: string): string {
  return createHash('sha256').update(body).digest('hex')
}

/** `parseResult` gives a stored result its type; it throws on anything else. */
export function createClaims<Result>(
  { store, kind, parseResult }: { store: Store; kind: string; parseResult: (stored: unknown) => Result },
  options: UpdateOptions = {},
): Claims<Result> {
  const prefix = `claim/${kind}/`
  const keyOf = (name: string) => `${prefix}${encodeURIComponent(name)}`
  const format = {
    parse: (text: string) => parseClaim(text, parseResult),
    format: (claim: Claim<Result>) => JSON.stringify(claim),
  }
  const change = <R>(
    name: string,
    decide: (current: Claim<Result> | undefined, now: number) => { claim: Claim<Result>; result: R },
  ) =>
    update<Claim<Result>, R>(
      store,
      {
        key: keyOf(name),
        format,
        transition: (current, now): Decision<Claim<Result>, R> => {
          const { claim, result } = decide(current, now)
          return claim === current ? { keep: true, result } : { write: claim, result }
        },
      },
      options,
    )
  const changed = (
    name: string,
    transition: (current: Claim<Result> | undefined, now: number) => Claim<Result>,
  ) =>
    change(name, (current, now) => {
      const claim = transition(current, now)
      return { claim, result: claim }
    })
  return {
    request: (name, act) =>
      change(name, (current, now) => {
        const verdict = requestAct(current, act, now)
        return { claim: verdict.claim, result: verdict }
      }),
    settle: (name, settled) => changed(name, (current, now) => settleAct(current, settled, now)),
    release: (name, released) => changed(name, (current, now) => releaseAct(current, released, now)),
    resolve: (name, found) => changed(name, (current, now) => resolveAct(current, found, now)),
    free: (name, freed) => changed(name, (current, now) => freeAct(current, freed, now)),
    async read(name) {
      const { record, now } = await store.read(keyOf(name))
      return record && viewClaim(format.parse(record.value), now)
    },
    async list() {
      const { records, now } = await store.list(prefix)
      return records.map(({ key, value }) => ({
        name: decodeURIComponent(key.slice(prefix.length)),
        claim: viewClaim(format.parse(value), now),
      }))
    },
  }
}

/** A stored claim is kura's own writing; only its result belongs to a service and is read by that service's schema. */
function parseClaim<Result>(text: string, parseResult: (stored: unknown) => Result): Claim<Result> {
  const claim = JSON.parse(text) as Claim<unknown>
  return { ...claim, result: claim.result === undefined ? undefined : parseResult(claim.result) }
}
