/** The services' proposals are stored in the row, because the next form confirms them. */
import { readRegistrationNumber } from '../../../../../services/accounting/fields/registration-number.ts'
import { cellsOfDeal, newestOf, partnerOfRow } from '../../../../../services/accounting/lists/last-time.ts'
import type { CompanyNames } from '../../../../../services/accounting/lists/names.ts'
import type { CompanySource, Partner } from '../../../../../services/accounting/lists/pages.ts'
import { isOutage } from '../../../../client.ts'
import type { PersonCall } from '../../../../page.ts'
import { changeDraft, isRegistered, type NamedDraft } from '../drafts.ts'
import { proposalsOf, proposalsOfLast, proposedCell } from './proposals.ts'
import { ANSWERS, cellsOfReading } from './service-reading.ts'

interface Books extends CompanySource {
  readonly names: CompanyNames
  readonly partners: readonly Partner[]
}

/** The values that the person has typed into the form but not sent yet. */
export interface Typed {
  readonly partner?: string | undefined
  readonly qualified?: string | undefined
}

/** Returns the row unchanged while the services cannot be reached. @throws AppError `store_unavailable` */
export async function fillFromServices(
  draft: NamedDraft,
  books: Books,
  call: PersonCall,
  typed: Typed = {},
): Promise<NamedDraft> {
  if (isRegistered(draft)) return draft
  try {
    return await remember(await askReading(draft, books, call), { books, typed }, call)
  } catch (error) {
    if (!isOutage(error)) throw error
    return draft
  }
}

async function askReading(draft: NamedDraft, { api }: Books, call: PersonCall): Promise<NamedDraft> {
  const file = draft.uploaded ?? draft.box
  if (!file || draft.read) return draft
  const { receipt } = await api.fileInBox({
    params: { id: String(file.id) },
    query: { company_id: String(file.company) },
  })
  const cells = cellsOfReading(receipt, call.view.language)
  if (Object.keys(cells).length === 0) return draft
  const others = (draft.proposed ?? []).filter(({ source }) => source !== 'service')
  const said = proposalsOf(cells, 'service')
  const change = { proposed: [...others, ...said], read: true, said }
  return (await changeDraft(draft.name, change, call.core.store())) ?? draft
}

/** How many deals are read. The service sorts deals by registration, so the newest day may not be the first. */
const LATELY = '20'

async function remember(
  draft: NamedDraft,
  { books, typed }: { readonly books: Books; readonly typed: Typed },
  call: PersonCall,
): Promise<NamedDraft> {
  const { name, number } = issuerOf(draft, typed)
  const remembered = `${name} ${number ?? ''}`.trim()
  if (remembered === '' || draft.remembered === remembered) return draft
  const others = (draft.proposed ?? []).filter(({ source }) => source !== 'last')
  const last = await lastTime({ name, number }, books, call)
  const proposed = [...others, ...proposalsOfLast({ lines: draft.lines, proposed: others }, last)]
  return (await changeDraft(draft.name, { proposed, remembered }, call.core.store())) ?? draft
}

function issuerOf(
  draft: NamedDraft,
  typed: Typed,
): { readonly name: string; readonly number: string | undefined } {
  const shown = (column: 'partner' | 'qualified') =>
    typed[column] ?? draft.lines[0]?.[column] ?? proposedCell(draft, { column, line: 0 })?.value ?? ''
  return { name: shown('partner'), number: readRegistrationNumber(shown('qualified')) }
}

/** The lines of the last deal, with the partner's name in the books. Without a last deal, there is only this name. */
async function lastTime(
  issuer: ReturnType<typeof issuerOf>,
  { api, company, names, partners }: Books,
  { view }: PersonCall,
): Promise<Record<string, string>[]> {
  const partner = partnerOfRow(issuer, partners)
  if (!partner) return []
  const { deals } = await api.deals({
    query: { company_id: String(company), partner_id: String(partner.id), type: 'expense', limit: LATELY },
  })
  const deal = newestOf(deals)
  if (!deal) return [{ partner: partner.name }]
  const hasSection = deal.details?.some(line => Boolean(line.section_id)) === true
  const known = await names.load([
    'account item',
    'tax code',
    'walletable',
    ...(hasSection ? (['section'] as const) : []),
  ])
  const lines = cellsOfDeal(deal, { names: known, words: ANSWERS[view.language] })
  return lines.map(cells => ({ ...cells, partner: partner.name }))
}
