import { AppError } from '../../../../core/errors.ts'
import { phrase } from '../../../../core/language/catalogue.ts'
import { phraseError } from '../../../../core/language/phrase-error.ts'
import { reasonIn } from '../../../../core/language/text.ts'
import type { Reason } from '../../../../core/phrase.ts'
import type { Store } from '../../../../core/store/store.ts'
import {
  type FileMetadata,
  metadataOf,
} from '../../../../services/accounting/imports/reading/file-metadata.ts'
import {
  type PlannedRow,
  problemText,
  SENT,
  sentDeal,
} from '../../../../services/accounting/imports/reading/plan.ts'
import { changeDraft, type NamedDraft } from './drafts.ts'
import { readFile } from './files.ts'
import { type PlanDeps, planDrafts, UNPLANNED } from './rows.ts'
import { ROW } from './words.ts'

export interface Decided {
  /** The id of a deal or file that looks like a double, but the person says that this receipt is another one. */
  readonly own?: string | undefined
  /** Whether to create the partner if the books do not have it. */
  readonly createsPartner: boolean
}

export interface RegisterDeps extends Omit<PlanDeps, 'own'> {
  readonly store: Store
  /** The time of the outcome as people see it, in ISO 8601, by this machine's clock. */
  readonly at: string
}

export interface Registered {
  readonly draft: NamedDraft
  readonly planned: PlannedRow
  /** The reasons why the row was not sent, or the service's remarks about it. */
  readonly why: readonly Reason[]
}

/**
 * Registers the row unless a person has to look at it first.
 * @throws AppError `not_found` if the store no longer has the row's file; `limited` if the service's rate limit stopped
 * a call before that for the deal; and the errors of the endpoints
 */
export async function registerDraft(
  draft: NamedDraft,
  { own, createsPartner }: Decided,
  deps: RegisterDeps,
): Promise<Registered> {
  const [filled] = await planDrafts([draft], { ...deps, own })
  if (!filled) return { draft, planned: UNPLANNED, why: [] }
  const { planned } = filled
  if (planned.plan === 'new partner' && createsPartner) {
    await createPartner(planned, deps)
    return registerDraft(draft, { own, createsPartner: false }, deps)
  }
  if (planned.plan === 'done')
    return settled(draft, { planned, state: 'done', deal: planned.shown?.deal }, deps)
  if (!planned.row || !SENT.includes(planned.plan)) return { draft, planned, why: planned.why }
  await uploadOnce(draft, planned, deps)
  const body = { company_id: deps.company, deals: [sentDeal(planned.row, planned)] }
  const reply = await deps.api.importDeals({ body, mode: 'write' })
  const [deal] = reply.mode === 'write' ? reply.deals : []
  if (!deal) throw phraseError('limited', phrase(ROW.busy))
  const { titles } = planned.row
  const why: Reason[] = deal.problem
    ? [problemText(deal.problem, titles)]
    : deal.flags.map(flag => reasonIn(flag))
  const registered = await settled(draft, { planned, state: deal.state, deal: deal.deal }, deps)
  return { ...registered, why }
}

async function settled(
  draft: NamedDraft,
  { planned, state, deal }: { planned: PlannedRow; state: string; deal: number | undefined },
  { store, at }: RegisterDeps,
): Promise<Registered> {
  const outcome = { state, at, ...(deal !== undefined && { deal }) }
  const changed = await changeDraft(draft.name, { outcome }, store)
  return { draft: changed ?? { ...draft, outcome }, planned, why: planned.why }
}

async function createPartner({ row, shown }: PlannedRow, { api, company }: RegisterDeps): Promise<void> {
  const name = shown?.newPartner?.name
  if (name === undefined) return
  const number = row?.deal.registration_number
  const isQualified = row?.deal.details.some(({ qualified }) => qualified) === true
  const body = {
    company_id: company,
    name,
    ...(isQualified && { qualified_invoice_issuer: true }),
    ...(number !== undefined && { invoice_registration_number: number }),
  }
  await api.createPartner({ body, mode: 'write' })
}

/** Uploads the row's file once. If the outcome is unknown, kura searches for the file instead of sending it again. */
async function uploadOnce(
  { file, uploaded }: NamedDraft,
  planned: PlannedRow,
  { api, company, store }: RegisterDeps,
): Promise<void> {
  const facts = metadataOf(planned)
  if (uploaded) await describeFile(uploaded, facts, api)
  if (!file || planned.shown?.files.some(({ state }) => state === 'done')) return
  const body = await readFile(file, store)
  if (!body) throw phraseError('not_found', phrase(ROW.missing))
  const query = { company_id: String(company), name: file.name, ...facts }
  try {
    await api.uploadReceipt({ query, body, mode: 'write' })
  } catch (error) {
    const { receipt, state } = error instanceof AppError ? error.details : {}
    if (typeof receipt !== 'string' || state !== 'unknown') throw error
    if ((await api.resolveReceipt({ params: { receipt } })).state !== 'done') throw error
  }
}

/** Writes the facts that a person has confirmed to the file box, so that a search there finds the file by them. */
async function describeFile(
  { company, id }: NonNullable<NamedDraft['uploaded']>,
  { issue_date, amount, partner, document_type, qualified_invoice }: FileMetadata,
  api: RegisterDeps['api'],
): Promise<void> {
  const receipt_metadatum = {
    ...(issue_date !== undefined && { issue_date }),
    ...(amount !== undefined && { amount: Number(amount) }),
    ...(partner !== undefined && { partner_name: partner }),
  }
  const kind = {
    ...(document_type !== undefined && { document_type }),
    ...(qualified_invoice !== undefined && { qualified_invoice }),
  }
  const body = { company_id: company, receipt_metadatum, ...kind }
  await api.updateFile({ params: { id: String(id) }, body, mode: 'write' })
}
