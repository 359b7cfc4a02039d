/** The claims of one kind over the store: `claim/<kind>/<case>`, each changed by a pure transition of `claim.ts`. */
import { createHash } from 'node:crypto'
import type { Store } from '../store/store.ts'
import { type UpdateOptions, update } from '../store/update.ts'
import {
  type Act,
  type ActDecision,
  type Claim,
  type Freeing,
  freeAct,
  type Moment,
  type Outcome,
  releaseAct,
  requestAct,
  resolveAct,
  settleAct,
  viewClaim,
} from './claim.ts'

/** A claim with the case that it belongs to: what somebody has looked at. */
export interface NamedClaim<Result> {
  readonly name: string
  readonly claim: Claim<Result>
}

/** Every change rejects with AppError: `conflict` as `claim.ts` says, `store_unavailable` and `store_busy`. */
export interface Claims<Result> {
  /** A case in words, for errors: `the deal "receipt 17"`. */
  describe(name: string): string
  /** Asks to act once for the case `name`; only the decision `send` allows the call to the remote. */
  request(name: string, act: Act): Promise<ActDecision<Result>>
  /** Stores how the call ended. */
  settle(
    name: string,
    settled: { operation: string; outcome: Outcome<Result>; by: string },
  ): Promise<Claim<Result>>
  /** Lets the flagged attempt that was looked at go out at its next request. */
  release(looked: NamedClaim<Result>, options: { person: string }): Promise<Claim<Result>>
  /** Settles the unknown act that was looked at by what was found at the remote. */
  resolve(looked: NamedClaim<Result>, found: { result: Result; by: string }): Promise<Claim<Result>>
  /** Frees the attempt that was looked at, so that the act may be tried again. */
  free(looked: NamedClaim<Result>, freeing: Freeing): Promise<Claim<Result>>
  read(name: string): Promise<Claim<Result> | undefined>
  list(): Promise<NamedClaim<Result>[]>
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
  const describe = (name: string) => `the ${kind} "${name}"`
  const format = {
    parse: (text: string) => parseClaim(text, parseResult),
    format: (claim: Claim<Result>) => JSON.stringify(claim),
  }
  const change = <R>(name: string, decide: Decide<Result, R>) =>
    update<Claim<Result>, R>(
      store,
      {
        key: keyOf(name),
        format,
        transition: (current, now) => {
          const { claim, result } = decide(current, { now, subject: describe(name) })
          return claim === current ? { keep: true, result } : { write: claim, result }
        },
      },
      options,
    )
  const changed = (name: string, next: (current: Claim<Result> | undefined, at: Moment) => Claim<Result>) =>
    change(name, (current, at) => {
      const claim = next(current, at)
      return { claim, result: claim }
    })
  return {
    describe,
    request: (name, act) =>
      change(name, (current, { now }) => {
        const decided = requestAct(current, act, now)
        return { claim: decided.claim, result: decided }
      }),
    settle: (name, settled) => changed(name, (current, at) => settleAct(current, settled, at)),
    release: ({ name, claim: { operation } }, { person }) =>
      changed(name, (current, at) => releaseAct(current, { person, operation }, at)),
    resolve: ({ name }, found) => changed(name, (current, at) => resolveAct(current, found, at)),
    free: ({ name, claim: { operation } }, freeing) =>
      changed(name, (current, at) => freeAct(current, { ...freeing, operation }, at)),
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

type Decide<Result, R> = (
  current: Claim<Result> | undefined,
  at: Moment,
) => { readonly claim: Claim<Result>; readonly result: R }

/** A stored claim is kura's own writing; only its result belongs to a service and is read by that service's schema. */
function parseClaim<Result>(text: string, parseResult: (stored: unknown) => Result): Claim<Result> {
  const claim = JSON.parse(text) as Claim<unknown>
  return { ...claim, result: claim.result === undefined ? undefined : parseResult(claim.result) }
}
