import { AppError } from '../../../../core/errors.ts'
import { accountingContract } from '../../../../services/accounting/contract.ts'
import { clientOf, recordAct } from '../../../client.ts'
import { postedForm, submitOnce } from '../../../forms.ts'
import { faultReason } from '../../../frame/faults.ts'
import type { Fields, NextPage, PageAnswer, PersonCall, SignedInCall, View } from '../../../page.ts'
import { withRefunds } from '../refund.ts'
import { chooseFile } from './box.ts'
import {
  changeDraft,
  isRegistered,
  listDrafts,
  type NamedDraft,
  placeOf,
  removeDraft,
  waitingBeside,
} from './drafts.ts'
import { planFaults } from './filling/plan-faults.ts'
import { afterForm } from './filling/proposals.ts'
import { refuseChange, refuseOthers } from './limits.ts'
import { type Registered, registerDraft } from './register.ts'
import { existing, rowPage, type Shown } from './row.ts'
import { faultsOf, linesIn } from './row-form.ts'
import { booksOf, titlesIn } from './rows.ts'

/** If the same form is posted again, the first outcome is shown, and nothing changes. */
export async function changeReceiptRow(call: SignedInCall<'changeReceiptRow'>): Promise<PageAnswer> {
  const { body: fields, core, view } = call
  refuseOthers(view.session)
  const form = postedForm(fields, view.session)
  const { act, id = '' } = fields
  const work = async () => {
    if (act === 'choose') return chooseFile(id, call)
    if (act === 'copy') return (await import('./filling/copies.ts')).copyRows(fields, call)
    return change(fields, call)
  }
  const outcome: Outcome = await submitOnce(form, work, core)
  return 'to' in outcome ? outcome : rowPage(await existing(fields['row'] ?? '', call), call, outcome)
}

type FormCall = PersonCall & Pick<SignedInCall, 'trace'>

type Outcome = NextPage | Shown

async function change(given: Fields, call: FormCall): Promise<Outcome> {
  const fields = withRefunds(given)
  await refuseChange(call.core)
  const store = call.core.store()
  const before = await existing(fields['row'] ?? '', call)
  const { act = 'save' } = fields
  if (act === 'remove') {
    await removeDraft(before.name, store)
    return { to: '/console/receipts' }
  }
  const draft = isRegistered(before) ? before : await fill(before, fields, call)
  try {
    if (act === 'add') return { adds: true }
    if (act === 'look') return await look(draft, call)
    if (act === 'leave') return await leaveOut(draft, fields, call)
    if (act === 'register' || act === 'own' || act === 'partner') return await register(draft, fields, call)
    return { isSaved: true }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { why: [faultReason(error)] }
  }
}

/** Changes the cells. A proposal that the person leaves as it is counts as confirmed; the log names its source. */
async function fill(before: NamedDraft, fields: Fields, call: FormCall): Promise<NamedDraft> {
  const lines = linesIn(fields, before.lines)
  // a form without cells confirms nothing
  const after = fields['date'] === undefined ? undefined : afterForm(before, lines)
  const taken = after?.confirmed.slice(before.confirmed?.length ?? 0) ?? []
  const confirmed = taken.map(({ column, source }) => `${column} (${source})`).join(', ')
  if (confirmed !== '') await recordAct('confirmProposals', { case: before.case, confirmed }, call)
  return (await changeDraft(before.name, { lines, ...after }, call.core.store())) ?? before
}

async function register(draft: NamedDraft, fields: Fields, call: PersonCall): Promise<Outcome> {
  if (isRegistered(draft)) return {}
  const { core, view } = call
  const titles = titlesIn(view.locale)
  const faults = faultsOf(draft, { titles, view })
  if (Object.keys(faults).length > 0) return { faults, isSent: true }
  const { api, company } = await booksOf(call)
  const at = new Date(core.now()).toISOString()
  const decided = {
    own: fields['act'] === 'own' ? fields['double'] : undefined,
    createsPartner: fields['act'] === 'partner',
  }
  const registered = await registerDraft(draft, decided, { api, company, titles, store: core.store(), at })
  if (isRegistered(registered.draft)) return pageAfter(draft, call)
  return { why: isShownInForm(registered, view) ? [] : registered.why, isSent: true }
}

async function look(draft: NamedDraft, call: PersonCall): Promise<Outcome> {
  const api = clientOf(accountingContract, call)
  const { state, deal } = await api.resolveCase({ params: { case: draft.case } })
  const at = new Date(call.core.now()).toISOString()
  const outcome = { state, at, ...(deal !== undefined && { deal }) }
  await changeDraft(draft.name, { outcome }, call.core.store())
  return pageOfRow(draft)
}

function isShownInForm({ planned }: Registered, view: View): boolean {
  if (planned.plan === 'double' || planned.plan === 'new partner') return true
  return Object.keys(planFaults(planned, view)).length > 0
}

/** The page of the next waiting row that was sent together with this row, in a circle. Without one, this row's page. */
async function pageAfter(draft: NamedDraft, { core }: PersonCall): Promise<NextPage> {
  const others = waitingBeside(draft, await listDrafts(core.store())).filter(
    ({ name }) => name !== draft.name,
  )
  const next = others.find(other => placeOf(other) > placeOf(draft)) ?? others[0]
  return next ? { to: `/console/receipts/row?row=${next.name}&after=${draft.name}` } : pageOfRow(draft)
}

function pageOfRow({ name }: NamedDraft): NextPage {
  return { to: `/console/receipts/row?row=${name}` }
}

async function leaveOut(draft: NamedDraft, { double = '' }: Fields, call: PersonCall): Promise<Outcome> {
  const { api, company } = await booksOf(call)
  await api.leaveOut({ body: { company_id: company, doubles: [{ case: draft.case, double }] } })
  await removeDraft(draft.name, call.core.store())
  return { to: '/console/receipts' }
}
