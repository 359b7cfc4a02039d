/** A query that finds nothing proves nothing, because a call with a lost reply may still take effect at the service. */

import { ACTS } from '../../../core/claims/act-words.ts'
import { ONCE_DONE, type SeenClaim } from '../../../core/claims/claim.ts'
import type { Claims } from '../../../core/claims/claims.ts'
import { type Queried, queryAgain } from '../../../core/claims/query.ts'
import type { Claim, ClaimState, OrphanedEffect } from '../../../core/claims/stored-records.ts'
import type { AppError } from '../../../core/errors.ts'
import { cutPage, type ListOrder, type PageRequest } from '../../../core/http/pages.ts'
import { authorOf } from '../../../core/http/router.ts'
import type { Noted } from '../../../core/http/trace.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import { saidReason } from '../../../core/language/text.ts'
import type { Phrase } from '../../../core/phrase.ts'
import { isExplainedRefusal } from '../../../core/remote/effect.ts'
import type { AccountingClient } from '../remote/client.ts'

/** Milliseconds after which a call with a lost reply is no longer expected to take effect. */
export const SETTLING = 15 * 60_000

export interface CaseCall {
  readonly caseName: string
  readonly client: AccountingClient
  /** The name of the key that signed, or of the person who approved the call. */
  readonly by: string
  readonly approval?: string | undefined
}

export interface Decision {
  readonly person: string
  readonly operation: string
}

export interface ActWords<Result> {
  /** The event of the log lines: `deal`. */
  readonly event: string
  /** The name of the member that has the case's name: `case`. */
  readonly noun: string
  /** The name of the member that has the effect's id: `deal`. */
  readonly id: string
  readonly idOf: (result: Result) => number
}

export interface CaseWords<Result> extends ActWords<Result> {
  /** The words for the case, such as `the case "receipt 1"`. */
  readonly what: (name: string) => Phrase
  readonly settle: (name: string) => string
  readonly listed: Phrase
}

export interface CaseQueries<Result> {
  /** Searches the likely days for effects of the case, and further days only if the likely days have none. */
  find(claim: Claim<Result>, client: AccountingClient): Promise<Queried<Result>>
  /** Searches all possible days. Undefined if nothing identifies the case's effects at the service. */
  findAll(claim: Claim<Result>, client: AccountingClient): Promise<Queried<Result> | undefined>
  /** Whether the service has the result and does not show it as deleted. A 404 is thrown, not turned into false. */
  isThere(result: Result, client: AccountingClient): Promise<boolean>
}

export interface CaseKind<Result, Report> {
  readonly claims: Claims<Result>
  readonly words: CaseWords<Result>
  readonly queries: CaseQueries<Result>
  readonly report: (claim: Claim<Result>) => Report
  readonly note: (event: string, facts: Readonly<Record<string, Noted>>) => void
}

const FREEABLE: readonly ClaimState[] = ['review', 'unknown', ...ONCE_DONE]

/** @throws AppError `not_found` */
export async function existingCase<Result>(
  name: string,
  { claims, words }: Pick<CaseKind<Result, unknown>, 'claims' | 'words'>,
): Promise<SeenClaim<Result>> {
  const claim = await claims.read(name)
  if (claim) return claim
  throw phraseError('not_found', phrase(ACTS.missing, { what: words.what(name) }), { hint: words.listed })
}

/** `since` (ISO 8601) and `by` are the time and the author of the last step. A step may repeat the state. */
export function lastStepOf({ state, steps }: Claim<unknown>) {
  const last = steps.at(-1)
  return { state, since: new Date(last?.at ?? 0).toISOString(), by: last?.by ?? '' }
}

export function attemptOf<Result, Id extends object>(
  { reason, operation, strays }: Claim<Result>,
  idOf: (result: Result) => Id,
) {
  const orphaned = ({ result, at, by }: OrphanedEffect<Result>) => ({
    ...(result && idOf(result)),
    since: new Date(at).toISOString(),
    by,
  })
  return {
    ...(reason !== undefined && { reason: saidReason(reason) }),
    operation,
    ...(strays && { strays: strays.map(orphaned) }),
  }
}

export function newestPage<Report extends { readonly since: string }>(
  open: readonly Report[],
  page: PageRequest,
  nameOf: (report: Report) => string,
) {
  const order: ListOrder<Report> = {
    placeOf: report => `${report.since} ${nameOf(report)}`,
    descending: true,
  }
  return cutPage(open, order, page)
}

/**
 * A case of unknown outcome becomes done if the service has exactly one effect of the case. A case whose act was done
 * becomes done if the result exists, else gone. While a deletion may still take effect, an existing result changes
 * nothing.
 * @throws AppError `not_found`; `conflict` if the case has nothing to find (no unknown outcome, no act done, no
 * orphaned effect) or has changed meanwhile; and as the client does
 */
export async function settleByQuery<Result, Report>(
  call: CaseCall,
  kind: CaseKind<Result, Report>,
): Promise<Report & { readonly found: number[] }> {
  const { caseName, client } = call
  const { words, report, note } = kind
  const { idOf } = words
  const claim = await existingCase(caseName, kind)
  const found = await findAndSettle(claim, call, kind)
  await forgetOrphaned(await existingCase(caseName, kind), client, kind)
  const settled = await existingCase(caseName, kind)
  const { state, result } = settled
  const id = state === 'done' && result !== undefined && { [words.id]: idOf(result) }
  if (state !== claim.state) note(words.event, { [words.noun]: caseName, state, ...id })
  return { ...report(settled), found: found.map(idOf) }
}

async function findAndSettle<Result>(
  claim: SeenClaim<Result>,
  { caseName, client, by }: CaseCall,
  kind: CaseKind<Result, unknown>,
): Promise<readonly Result[]> {
  const { claims, queries } = kind
  const basis = { name: caseName, claim }
  if (claim.state === 'unknown')
    return (await queryAgain(basis, { by, query: () => queries.find(claim, client) }, { claims })).seen.found
  const made = madeBy(claim)
  if (made === undefined && !claim.strays) throw nothingToFind(claim, caseName, kind)
  const found = await existingOf(claim, client, kind)
  if (made !== undefined) await claims.confirm(basis, { by, isThere: found.length > 0, settling: SETTLING })
  return found
}

function madeBy<Result>({ result, state }: Claim<Result>): Result | undefined {
  return ONCE_DONE.includes(state) ? result : undefined
}

/** Returns the stored result if the service still has it. A case without a stored result gets what a query finds. */
async function existingOf<Result>(
  claim: Claim<Result>,
  client: AccountingClient,
  { queries }: CaseKind<Result, unknown>,
): Promise<readonly Result[]> {
  const made = madeBy(claim)
  if (made === undefined) return (await queries.find(claim, client)).found
  return (await isThere(made, client, queries)) ? [made] : []
}

/** A 404 means that the result is gone, but only if the service itself sent the 404. */
async function isThere<Result>(
  result: Result,
  client: AccountingClient,
  queries: CaseQueries<Result>,
): Promise<boolean> {
  try {
    return await queries.isThere(result, client)
  } catch (error) {
    if (isExplainedRefusal(error, 404)) return false
    throw error
  }
}

/**
 * Drops an effect that no longer exists. One without an id is dropped if the service finally has only the case's
 * result.
 */
async function forgetOrphaned<Result>(
  claim: SeenClaim<Result>,
  client: AccountingClient,
  { claims, queries, words: { idOf } }: CaseKind<Result, unknown>,
): Promise<void> {
  const isOwn = (result: Result) => claim.result !== undefined && idOf(result) === idOf(claim.result)
  const isOver = async ({ result, at }: OrphanedEffect<Result>) => {
    if (result !== undefined) return isOwn(result) || !(await isThere(result, client, queries))
    if (claim.seenAt < at + SETTLING) return false
    return (await queries.findAll(claim, client))?.found.every(isOwn) ?? false
  }
  const over: string[] = []
  for (const orphaned of claim.strays ?? []) if (await isOver(orphaned)) over.push(orphaned.operation)
  if (over.length > 0) await claims.dropOrphaned(claim.name, over)
}

/**
 * Frees a case in the name of a person: a case in review, a case whose result was deleted, or a case of unknown
 * outcome. An unknown outcome must be older than `SETTLING`, and the service must have no effect of the case.
 * @throws AppError `not_found`; `conflict` if the case may not be freed; and as the client does
 */
export async function freeByPerson<Result, Report>(
  { caseName, client, by, approval }: CaseCall,
  { person, operation, reason }: Decision & { readonly reason: string },
  kind: CaseKind<Result, Report>,
): Promise<Report> {
  const { claims, words, report, note } = kind
  const claim = await existingCase(caseName, kind)
  const isSent = claim.state === 'unknown' || madeBy(claim) !== undefined
  const existing = isSent ? await existingOf(claim, client, kind) : []
  if (existing.length > 0) throw stillThere(claim, { caseName, existing }, kind)
  const freed = await claims.free(
    { name: caseName, claim: { ...claim, operation } },
    { person: authorOf(person, { name: by, approval }), reason, settling: SETTLING, from: FREEABLE },
  )
  note(words.event, { [words.noun]: caseName, state: freed.state, freed: true })
  return report(freed)
}

function stillThere<Result>(
  { state }: Claim<Result>,
  { caseName, existing }: { caseName: string; existing: readonly Result[] },
  { words }: CaseKind<Result, unknown>,
): AppError {
  const ids = existing.map(words.idOf).join(', ')
  const message = phrase(ACTS.notFreed, { what: words.what(caseName), ids })
  const isWrong = ONCE_DONE.includes(state)
  const hint = isWrong ? phrase(ACTS.isWrong) : phrase(ACTS.settleIt, { settle: words.settle(caseName) })
  return phraseError('conflict', message, { hint, details: { [words.noun]: caseName, state } })
}

function nothingToFind<Result>(
  { state }: Claim<Result>,
  caseName: string,
  { words }: CaseKind<Result, unknown>,
): AppError {
  const message = phrase(ACTS.notQueried, { what: words.what(caseName), state })
  return phraseError('conflict', message, { hint: words.listed, details: { [words.noun]: caseName, state } })
}
