/** The claims of a kind. The store keeps an index of open claims, so each write says whether its claim is open. */
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

/** A claim as the caller read it. A change based on it is refused if another attempt has taken the claim since. */
export interface NamedClaim<Result> {
  readonly name: string
  readonly claim: SeenClaim<Result>
}

export interface ClaimPage<Result> {
  readonly claims: readonly NamedClaim<Result>[]
  /** The value of `after` for the next page: a key without `claim/<kind>/`. Undefined on the last page. */
  readonly next: string | undefined
}

export interface Settled<Result> {
  /** `orphaned`: another attempt has the claim, or no claim exists. A claim then lists the effect as orphaned. */
  readonly as: 'settled' | 'orphaned'
  readonly claim: Claim<Result> | undefined
}

/**
 * Stores and reads the claims of one kind.
 * @throws AppError from every change: `conflict` if the claim's state forbids it, `store_unavailable`, `store_busy`
 */
export interface Claims<Result> {
  /** Returns the case's name for errors: `the deal "receipt 17"`. */
  describe(name: string): string
  /** Only the decision `send` permits a call of the remote. One step writes the claim and the records of `found`. */
  request(name: string, act: Omit<Act, 'name'>, found?: FoundBy): Promise<RequestedAct<Result>>
  /** Stores an act that its caller may not send. A person has to release the act. */
  propose(name: string, act: Omit<ProposedAct, 'name'>): Promise<ProposeDecision<Result>>
  settle(name: string, settling: SettlingAttempt<Result>): Promise<Settled<Result>>
  /** Permits the act: the next request with the same body sends it. */
  release(basis: NamedClaim<Result>, options: { person: string }): Promise<Claim<Result>>
  approveFirst(basis: NamedClaim<Result>, approval: FirstApproval): Promise<Claim<Result>>
  resolve(basis: NamedClaim<Result>, found: { result: Result; by: string }): Promise<Claim<Result>>
  remove(basis: NamedClaim<Result>, removal: { by: string }): Promise<Claim<Result>>
  confirm(basis: NamedClaim<Result>, found: Finding): Promise<Claim<Result>>
  /** Removes orphaned effects from the claim, because a person or a query has dealt with them. */
  dropOrphaned(name: string, operations: readonly string[]): Promise<void>
  free(basis: NamedClaim<Result>, freeing: Freeing): Promise<Claim<Result>>
  /** Lets the next `request` for each of these new cases skip the read. Works only in the store of one HTTP request. */
  assumeNew(names: readonly string[]): void
  read(name: string): Promise<SeenClaim<Result> | undefined>
  /** Returns one result for each of `names`, in their order. */
  readAll(names: readonly string[]): Promise<(SeenClaim<Result> | undefined)[]>
  listOpen(): Promise<NamedClaim<Result>[]>
  list(page: KeyPage): Promise<ClaimPage<Result>>
  listAll(): Promise<NamedClaim<Result>[]>
}

/** Text records by which other acts find the case. The records stay when the claim is freed. */
export interface FoundBy {
  readonly keys: readonly string[]
  /** Returns the text of each record, in the order of the keys, with the case added. Pure. */
  add(texts: readonly (string | undefined)[]): readonly string[]
}

export type RequestedAct<Result> = ActDecision<Result> & {
  /** The texts of the records of `found` as they were written with the claim; undefined if no claim was written. */
  readonly found?: readonly string[] | undefined
}

/** The SHA-256 of the body, in hex. Two bodies with the same digest are the same act. */
export function actDigest(body: string): string {
  return createHash('sha256').update(body).digest('hex')
}

/**
 * Refuses an act that would not send exactly the body that a person has approved.
 * @param sends the SHA-256, in hex, of the body that the person saw; undefined permits any body
 * @throws AppError `conflict` if the act would send another body
 */
export function refuseOtherBody(cannot: string, sends: string | undefined, body: string): void {
  if (sends === undefined || sends === actDigest(body)) return
  throw phraseError('conflict', phrase(REFUSALS.otherBody, { cannot }), { hint: phrase(REFUSALS.notSent) })
}

export interface ClaimsDeps<Result> extends Omit<StoredClaimsDeps<Result>, 'foldName'> {
  readonly foldName?: (name: string) => string
}

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
  // the write is durable, because an irreversible call follows it, or a reply reports it
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
    // the filter leaves out a claim that was closed after its key was listed
    listOpen: async () => (await stored.listAll({ open: true })).filter(isOpen).map(named),
    async list(page) {
      const { claims, next } = await stored.list(page)
      return { claims: claims.map(named), next }
    },
    listAll: async () => (await stored.listAll()).map(named),
  }
}

type NextClaim<Result> = (current: Claim<Result> | undefined, at: Moment) => Claim<Result>

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
