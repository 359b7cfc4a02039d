/** To send a deal (`send.ts`), kura needs a case and every permission (`permission.ts`). A flagged deal waits. */
import type { Claim } from '../../../core/claims/stored-records.ts'
import { AppError } from '../../../core/errors.ts'
import type { ReplyOf } from '../../../core/http/contract.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { quotedReason } from '../../../core/language/outside.ts'
import { english, saidReason } from '../../../core/language/text.ts'
import type { Phrase, Reason } from '../../../core/phrase.ts'
import type { AccountingContract } from '../contract.ts'
import type { AccountingClient } from '../remote/client.ts'
import { dayIn } from '../taxes/issue-date.ts'
import { readTaxTable } from '../taxes/table.ts'
import { DEAL_FLAGS } from '../taxes/words.ts'
import {
  type Alike,
  alikeOf,
  type Compared,
  flagsOf,
  readAlike,
  readWaiting,
  seenIds,
} from './cases/alike.ts'
import { readAhead, referenceOf } from './cases/of-deal.ts'
import type { TwoPeople } from './cases/second-person.ts'
import { type DealDraft, type DealFlag, draftDeal } from './draft/draft.ts'
import { readGroups } from './draft/groups.ts'
import { firstDealCase } from './first-deal.ts'
import { declinedFlags, lateFlags } from './flags.ts'
import {
  firstDealObstacles,
  obstacleReply,
  refuseObstacles,
  rightsObstacles,
  type WriteQuestion,
} from './permission.ts'
import { proposalFlags } from './proposals/flags.ts'
import { proposeOnce } from './proposals/propose.ts'
import {
  correctionProposed,
  firstDealProposed,
  incompleteProposal,
  reasonMissing,
  reasonUnread,
} from './proposals/refusals.ts'
import type { DealRequest, RegisteredDeal } from './schema.ts'
import { type SendDeps, sendOnce } from './send.ts'

export interface DealDeps extends SendDeps {
  /** The setting ACCOUNTING_WRITES. */
  readonly writes: boolean
  /** The setting ACCOUNTING_SCHEDULE. */
  readonly schedule: string | undefined
  readonly timezone: string
  /** The setting KURA_APPROVE_ABOVE. */
  readonly twoPeople?: TwoPeople | undefined
  readonly now: () => number
}

export interface DealCall {
  readonly client: AccountingClient
  readonly companyId: number
  readonly by: string
  /** Whether kura flags a deal that looks like another deal or case. An import lists possible duplicates itself. */
  readonly flagsDoubles?: boolean
  /** Why the deal waits for a person. */
  readonly hold?: Reason | undefined
  /** The ids of the deals and cases that a person has called other receipts (`cases/alike.ts`). */
  readonly apart?: readonly string[]
  /** The waiting cases to compare with the deal. Without this member, kura reads them if `flagsDoubles` is set. */
  readonly waiting?: readonly Claim<RegisteredDeal>[]
}

type DealReply = ReplyOf<AccountingContract, 'registerDeal'>
export type DryRun = Extract<DealReply, { readonly mode: 'dry-run' }>
export type Registration = Extract<DealReply, { readonly mode: 'write' }>
type Proposal = Extract<DealReply, { readonly mode: 'propose' }>

/** Writes nothing. @throws AppError `bad_request`, and as the client does */
export async function showDeal(request: DealRequest, call: DealCall, deps: DealDeps): Promise<DryRun> {
  const [draft, rights] = await Promise.all([
    draftOf(request, call, deps),
    rightsObstacles(call.companyId, { ...deps, ...call }),
  ])
  const [{ alike: _, ...drafted }, first, known] = await Promise.all([
    compare(draft, { request, call }, deps),
    firstDealObstacles(questionOf(request, call), deps),
    request.case === undefined ? undefined : deps.claims.read(request.case),
  ])
  const deal = known?.result && { deal: known.result.deal }
  const understood = { ...drafted, flags: [...drafted.flags, ...declinedFlags(known, request)] }
  return {
    mode: 'dry-run',
    ...(request.case !== undefined && {
      case: { name: request.case, state: known?.state ?? 'new', ...deal },
    }),
    ...replyOf(understood),
    obstacles: [...rights, ...first].map(obstacleReply),
  }
}

/** @throws AppError `bad_request`, `writes_off`, `permission_missing`, and as sendOnce does */
export async function registerDeal(
  request: DealRequest,
  call: DealCall,
  deps: DealDeps,
): Promise<Registration> {
  if (request.reason !== undefined) throw reasonUnread()
  const { corrects, ...asked } = { ...request, company_id: call.companyId }
  const { caseName, flags, understood, alike } = await prepare(request, call, deps)
  const { client, by, apart = [] } = call
  const seen = [...alike, ...apart]
  const attempt = { caseName, body: understood.body, asked, corrects, flags, seen, client, by }
  const { held = [], ...sent } = await sendOnce(attempt, deps)
  const late = lateFlags(held)
  const shown = replyOf({ ...understood, flags: [...understood.flags, ...late] })
  return { mode: 'write', case: caseName, ...sent, ...shown }
}

/**
 * Stores a deal that waits until a person releases it.
 * @throws AppError `bad_request` also if a person would have to correct the deal first; and as registerDeal and
 * proposeOnce do
 */
export async function proposeDeal(
  request: DealRequest,
  call: DealCall & { readonly key: string },
  deps: DealDeps,
): Promise<Proposal> {
  const { reason } = request
  if (reason === undefined) throw reasonMissing()
  if (request.corrects !== undefined) throw correctionProposed()
  const compared = { ...call, flagsDoubles: true }
  const { caseName, flags, understood, alike } = await prepare(request, compared, deps)
  const { body } = understood
  if (caseName === firstDealCase(call.companyId)) throw firstDealProposed(caseName)
  if (!body) throw incompleteProposal(caseName, flags.map(english))
  const files = await proposalFlags({ caseName, body, partner: request.partner }, call)
  const own = files.filter(({ reason }) => !understood.flags.some(flag => isSamePhrase(flag.reason, reason)))
  const proposal = {
    caseName,
    body,
    flags: [...flags, ...own.map(phraseOf)],
    asked: { ...request, company_id: call.companyId },
    alike,
    why: reason,
    key: call.key,
    by: call.by,
  }
  const { operation } = await proposeOnce(proposal, deps)
  const shown = replyOf({ ...understood, flags: [...understood.flags, ...own] })
  return { mode: 'propose', case: caseName, state: 'review', operation, ...shown }
}

/** Drafts and compares the deal. Independent reads of the store run at the same time. */
async function prepare(request: DealRequest, call: DealCall, deps: DealDeps) {
  const caseName = request.case
  if (caseName === undefined) throw caseMissing()
  const question = questionOf(request, call)
  const drafting = draftOf(request, call, deps)
  drafting.catch(() => undefined)
  refuseObstacles(await rightsObstacles(call.companyId, { ...deps, ...call }))
  const draft = await drafting.catch(async (error: unknown) => {
    refuseObstacles(await firstDealObstacles(question, deps))
    throw error
  })
  const [{ alike, ...understood }, first] = await Promise.all([
    compare(draft, { request, call }, deps),
    firstDealObstacles(question, deps),
    draft.body && readAhead({ caseName, body: draft.body }, deps),
  ])
  refuseObstacles(first)
  const held = call.hold === undefined ? [] : [heldReason(call.hold)]
  return { caseName, flags: [...understood.flags.map(phraseOf), ...held], understood, alike }
}

export function heldReason(hold: Reason): Phrase {
  return phrase(DEAL_FLAGS.held, { reason: quotedReason(hold) })
}

function questionOf({ case: caseName }: DealRequest, { companyId }: DealCall): WriteQuestion {
  return { companyId, isTestDeal: caseName === firstDealCase(companyId) }
}

type Draft = DealDraft & { readonly taxes: Awaited<ReturnType<typeof readTaxTable>>['source'] }

async function draftOf(request: DealRequest, call: DealCall, deps: DealDeps): Promise<Draft> {
  const { client, companyId } = call
  const [accountItems, taxes, partners, walletables, groups] = await Promise.all([
    client.accountItems(companyId),
    readTaxTable(companyId, { client, store: deps.store }),
    request.partner === undefined ? [] : client.partners(companyId),
    namesWalletable(request) ? client.walletables(companyId) : [],
    readGroups(request.details, { client, companyId }),
  ])
  const draft = draftDeal(request, {
    master: {
      companyId,
      accountItems: accountItems.filter(item => item.available),
      taxTable: taxes.entries,
      partners: partners.filter(partner => partner.available),
      walletables,
      groups,
    },
    today: dayIn(deps.timezone, deps.now()),
    schedule: deps.schedule,
    reference: request.case === undefined ? undefined : referenceOf(companyId, request.case),
  })
  return { ...draft, taxes: taxes.source }
}

async function compare(
  draft: Draft,
  { request, call }: { readonly request: DealRequest; readonly call: DealCall },
  deps: DealDeps,
) {
  const { body } = draft
  const compared = body && { caseName: request.case ?? '', body }
  const [found, near] = await Promise.all([
    call.flagsDoubles && compared ? readAlike(compared, call, deps) : [],
    compared ? nearOf(compared, { request, draft, call }, deps) : [],
  ])
  const alike = [...found.filter(other => isAsked(other, { request, draft })), ...near]
  const flags: DealFlag[] = [...draft.flags, ...lateFlags(flagsOf(alike))]
  return { ...draft, flags, alike: seenIds(alike) }
}

/** The waiting cases that the deal may correct. Without `waiting`, none if the deal waits anyway or names that case. */
async function nearOf(
  compared: Compared,
  { request, draft, call }: { request: DealRequest; draft: DealDraft; call: DealCall },
  deps: DealDeps,
): Promise<Alike[]> {
  const { waiting, apart = [] } = call
  const near = (claims: readonly Claim<RegisteredDeal>[]) => alikeOf(compared, { claims, deals: [] })
  if (waiting) return near(waiting).filter(({ id }) => !apart.includes(id))
  const isKnown = request.corrects !== undefined || request.reason !== undefined || draft.flags.length > 0
  if (!call.flagsDoubles || isKnown) return []
  return near(await readWaiting(call, deps)).filter(({ corrects }) => corrects === true)
}

/** False for a case if the deal waits anyway: kura compares the deal with other cases when a person releases it. */
function isAsked(
  { case: name, corrects }: Alike,
  { request, draft }: { readonly request: DealRequest; readonly draft: DealDraft },
): boolean {
  if (corrects) return false
  return request.reason !== undefined || name === undefined || draft.flags.length === 0
}

function replyOf({ flags, ...understood }: Omit<Awaited<ReturnType<typeof compare>>, 'alike'>) {
  return {
    ...understood,
    flags: flags.map(({ reason, ...flag }) => ({ ...flag, reason: saidReason(reason) })),
  }
}

function namesWalletable({ payments = [] }: DealRequest): boolean {
  return payments.some(({ walletable }) => walletable !== undefined)
}

function isSamePhrase(one: Phrase, other: Phrase): boolean {
  return english(one) === english(other)
}

function phraseOf({ reason, line }: DealFlag): Phrase {
  return line === undefined ? reason : phrase(DEAL_FLAGS.inLine, { line: line + 1, reason })
}

function caseMissing(): AppError {
  return new AppError('bad_request', 'Cannot register a deal without a case', {
    hint: 'name the receipt that it is for with `case`, such as "2026-06 receipt 17"; the same case is never registered twice',
  })
}
