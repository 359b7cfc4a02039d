/**
 * Stores the claims of one kind of act, under the keys `claim/<kind>/<folded case>`. Each change is a pure transition
 * (`transitions/`). Different spellings of a name mean the same case. The store keeps an index of the open claims: the
 * swap that writes a claim says whether the claim is open.
 */
import { createHash } from 'node:crypto'
import { phrase } from '../language/catalogue.ts'
import { phraseError } from '../language/phrase-error.ts'
import type { KeyPage } from '../store/store.ts'
import { type UpdateOptions, update } from '../store/update.ts'
import { foldCaseName } from './case-name.ts'
import { isOpen, type Moment, type SeenClaim } from './claim.ts'
import { type AttemptOutcome, correctedClaim, holdAct } from './held.ts'
import { createStoredClaims, type StoredClaimsDeps } from './stored-claims.ts'
import type { Claim } from './stored-records.ts'
import { approveActFirst, type FirstApproval } from './transitions/approve-first.ts'
import { type Freeing, freeAct } from './transitions/free.ts'
import { type ProposeDecision, type ProposedAct, proposeAct } from './transitions/propose.ts'
import { confirmAct, type Finding, removeAct, resolveAct } from './transitions/query.ts'
import { releaseAct } from './transitions/release.ts'
import { type Act, type ActDecision, requestAct } from './transitions/request.ts'
import { dropOrphaned, keepOrphaned, type Settling, settleAct } from './transitions/settle.ts'
import { REFUSALS } from './words.ts'

/**
 * A claim as it was read, with the name of its case. A change that is based on it is refused if another attempt has
 * taken the claim since, or if the claim's state no longer permits the change.
 */
export interface NamedClaim<Result> {
  readonly name: string
  readonly claim: SeenClaim<Result>
}

export interface ClaimPage<Result> {
  readonly claims: readonly NamedClaim<Result>[]
  /** The `after` of the next page: a key without `claim/<kind>/`. Undefined on the last page. */
  readonly next: string | undefined
}

export interface Settled<Result> {
  /**
   * `settled`: the claim still belongs to the attempt, and has its outcome unless a person or a query decided first.
   * `orphaned`: another attempt has the claim, or there is none. If there is a claim, an effect of the attempt is
   * stored in it as orphaned.
   */
  readonly as: 'settled' | 'orphaned'
  readonly claim: Claim<Result> | undefined
}

/**
 * Stores and reads the claims of one kind. Every change rejects with AppError: `conflict` if the transition refuses it,
 * `store_unavailable` or `store_busy`.
 */
export interface Claims<Result> {
  /** Names a case in errors: `the deal "receipt 17"`. */
  describe(name: string): string
  /**
   * Requests to act once for the case `name`. The caller may call the remote only if the decision is `send`. With
   * `corrects`, the act replaces exactly that operation, which waits in review. The records of `found` are written
   * together with the claim, or not at all.
   */
  request(name: string, act: Omit<Act, 'name'>, found?: FoundBy): Promise<RequestedAct<Result>>
  /** Proposes to act for the case `name`: the caller may not send the act, and a person has to release it. */
  propose(name: string, act: Omit<ProposedAct, 'name'>): Promise<ProposeDecision<Result>>
  /** Stores how the call of an attempt ended. */
  settle(name: string, settling: SettlingAttempt<Result>): Promise<Settled<Result>>
  /**
   * Records a person's permission to send the flagged attempt that the person has seen. The next request with the same
   * body sends the act.
   */
  release(basis: NamedClaim<Result>, options: { person: string }): Promise<Claim<Result>>
  /** Stores the first approval of a flagged act that needs the approval of two people. */
  approveFirst(basis: NamedClaim<Result>, approval: FirstApproval): Promise<Claim<Result>>
  /** Settles an unknown act as done, with the result that a query found at the remote. */
  resolve(basis: NamedClaim<Result>, found: { result: Result; by: string }): Promise<Claim<Result>>
  /** Stores durably that the effect of a done act is to be deleted; the remote is called after this. */
  remove(basis: NamedClaim<Result>, removal: { by: string }): Promise<Claim<Result>>
  /** Stores whether a query found the effect of an act that was done. */
  confirm(basis: NamedClaim<Result>, found: Finding): Promise<Claim<Result>>
  /** Forgets the orphaned effects of these operations, because a person or a query has dealt with them. */
  dropOrphaned(name: string, operations: readonly string[]): Promise<void>
  /** Frees the act, so that it may be tried again. */
  free(basis: NamedClaim<Result>, freeing: Freeing): Promise<Claim<Result>>
  /**
   * Assumes that the cases have no claim yet, so that the next `request` for each begins without a read. Works only in
   * the store of one HTTP request.
   */
  assumeNew(names: readonly string[]): void
  read(name: string): Promise<SeenClaim<Result> | undefined>
  /** One result for each of `names`, in their order; undefined for a case without a claim. */
  readAll(names: readonly string[]): Promise<(SeenClaim<Result> | undefined)[]>
  /** Lists the open claims by the index of open work. */
  listOpen(): Promise<NamedClaim<Result>[]>
  /** One page of open and closed claims, ordered by their keys. */
  list(page: KeyPage): Promise<ClaimPage<Result>>
  listAll(): Promise<NamedClaim<Result>[]>
}

/** Text records by which other acts find the case. They stay when the claim is freed. */
export interface FoundBy {
  readonly keys: readonly string[]
  /** Adds the case to the text of each record, in the order of the keys. Pure. */
  add(texts: readonly (string | undefined)[]): readonly string[]
}

export type RequestedAct<Result> = ActDecision<Result> & {
  /** The texts of the records of `found` as they were written with the claim; undefined if no claim was written. */
  readonly found?: readonly string[] | undefined
}

/** The digest of an act's body. Two bodies with the same digest are the same act. */
export function actDigest(body: string): string {
  return createHash('sha256').update(body).digest('hex')
}

/**
 * Refuses an act that would not send exactly the body that a person has seen and approved. `sends` is the SHA-256 of
 * the shown body, in hex; undefined if the request names none: then any body may be sent.
 * @throws AppError `conflict` if the act would send another body
 */
export function refuseOtherBody(cannot: string, sends: string | undefined, body: string): void {
  if (sends === undefined || sends === actDigest(body)) return
  throw phraseError('conflict', phrase(REFUSALS.otherBody, { cannot }), { hint: phrase(REFUSALS.notSent) })
}

export interface ClaimsDeps<Result> extends Omit<StoredClaimsDeps<Result>, 'foldName'> {
  /** By default `foldCaseName`. */
  readonly foldName?: (name: string) => string
}

/** Decides on a change: returns the claim to store, if any, and the answer for the caller. Pure. */
type Decide<Result, R> = (
  current: Claim<Result> | undefined,
  at: Moment,
) => { readonly claim: Claim<Result> | undefined; readonly result: R }

interface Changed<R> {
  readonly result: R
  readonly found?: readonly string[] | undefined
}

export function createClaims<Result>(deps: ClaimsDeps<Result>, options: UpdateOptions = {}): Claims<Result> {
  const { store, kind, parseResult, foldName = foldCaseName } = deps
  const stored = createStoredClaims({ store, kind, parseResult, foldName })
  const { keyOf, format } = stored
  const describe = (name: string) => `the ${kind} "${name}"`
  /** Changes a claim by a durable write, because an irreversible call follows the change, or a reply reports it. */
  const changeBoth = <R>(name: string, decide: Decide<Result, R>, found?: FoundBy): Promise<Changed<R>> =>
    update<Claim<Result>, Changed<R>>(
      store,
      {
        key: keyOf(name),
        format,
        also: found?.keys,
        transition(current, now, texts) {
          const { claim, result } = decide(current, { now, subject: describe(name) })
          if (claim === undefined || claim === current) return { keep: true, result: { result } }
          const also = found?.add(texts)
          return { write: claim, open: isOpen(claim), also, result: { result, found: also } }
        },
      },
      { ...options, durable: true },
    )
  const change = async <R>(name: string, decide: Decide<Result, R>): Promise<R> =>
    (await changeBoth(name, decide)).result
  const changed = (name: string, next: NextClaim<Result>) => change(name, returning(next))
  return {
    describe,
    async request(name, act, foundBy) {
      const { corrects } = act
      const decide: Decide<Result, ActDecision<Result>> = (current, at) => {
        const stored = corrects === undefined ? current : correctedClaim(current, corrects, at)
        return seen(requestAct(stored, { ...act, name }, at.now), at.now)
      }
      const { result, found } = await changeBoth(name, decide, foundBy)
      return { ...result, found }
    },
    propose: (name, act) =>
      change(name, (current, { now }) => seen(proposeAct(current, { ...act, name }, now), now)),
    settle: (name, settling) => change(name, (current, { now }) => settleBy(current, settling, now)),
    release: ({ name, claim: basis }, { person }) =>
      changed(name, (current, at) => releaseAct(current, { person, basis }, at)),
    approveFirst: ({ name, claim: basis }, approval) =>
      changed(name, (current, at) => approveActFirst(current, { ...approval, basis }, at)),
    resolve: ({ name, claim: basis }, found) =>
      changed(name, (current, at) => resolveAct(current, { ...found, basis }, at)),
    remove: ({ name, claim: basis }, removal) =>
      changed(name, (current, at) => removeAct(current, { ...removal, basis }, at)),
    confirm: ({ name, claim: basis }, found) =>
      changed(name, (current, at) => confirmAct(current, { ...found, basis }, at)),
    dropOrphaned: (name, operations) =>
      change(name, current => ({ claim: current && dropOrphaned(current, operations), result: undefined })),
    free: ({ name, claim: basis }, freeing) =>
      changed(name, (current, at) => freeAct(current, { ...freeing, basis }, at)),
    assumeNew: names => store.assumeNone?.(names.map(keyOf)),
    read: stored.read,
    readAll: stored.readAll,
    // leaves out a claim that was closed after its key was listed
    listOpen: async () => (await stored.listAll({ open: true })).filter(isOpen).map(named),
    async list(page) {
      const { claims, next } = await stored.list(page)
      return { claims: claims.map(named), next }
    },
    listAll: async () => (await stored.listAll()).map(named),
  }
}

type NextClaim<Result> = (current: Claim<Result> | undefined, at: Moment) => Claim<Result>

/** Turns a transition into a decision whose answer for the caller is the stored claim. */
function returning<Result>(next: NextClaim<Result>): Decide<Result, Claim<Result>> {
  return (current, at) => {
    const claim = next(current, at)
    return { claim, result: claim }
  }
}

function seen<Result, D>({ decision, claim }: { decision: D; claim: Claim<Result> }, now: number) {
  return { claim, result: { decision, claim: { ...claim, seenAt: now } } }
}

function named<Result>(claim: SeenClaim<Result>): NamedClaim<Result> {
  return { name: claim.name, claim }
}

/** How an attempt ended; it may have been held before its call. */
type SettlingAttempt<Result> = Omit<Settling<Result>, 'outcome'> & {
  readonly outcome: AttemptOutcome<Result>
}

function settleBy<Result>(
  current: Claim<Result> | undefined,
  { outcome, ...settling }: SettlingAttempt<Result>,
  now: number,
) {
  const own = current?.operation === settling.operation
  const next = (claim: Claim<Result>) => {
    if (outcome.state !== 'review')
      return (own ? settleAct : keepOrphaned)(claim, { ...settling, outcome }, now)
    return own ? holdAct(claim, { ...outcome, by: settling.by }, now) : claim
  }
  const claim = current && next(current)
  const result: Settled<Result> = { as: own ? 'settled' : 'orphaned', claim }
  return { claim, result }
}
