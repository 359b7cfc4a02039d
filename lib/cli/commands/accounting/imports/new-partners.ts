/** Creates the partners that the company does not have, after one question about all of them. */
import { AppError } from '../../../../core/errors.ts'
import { phrase } from '../../../../core/language/catalogue.ts'
import { foldName } from '../../../../core/language/nearest-name.ts'
import type { PlannedRow } from '../../../../services/accounting/imports/reading/plan.ts'
import { IMPORT, PARTNER_HEADS } from '../../../../services/accounting/imports/reading/words.ts'
import type { CliContext } from '../../../context.ts'
import type { Output } from '../../../terminal/output.ts'
import type { AccountingApi } from '../call.ts'
import { FIRST_PAUSE, longer, pastLimits, sleepThrough, type WaitDeps } from './limits.ts'
import { confirmsIfPossible } from './questions.ts'

interface NewPartner {
  readonly name: string
  readonly near: readonly string[]
  /** The registration number on the first receipt of the partner that has one. */
  readonly number?: string | undefined
  /** Whether any receipt of the partner is a qualified invoice. */
  readonly qualified: boolean
}

/** Returns the partners that the receipts name and the company lacks; two spellings of a name are one partner. */
function newPartnersOf(planned: readonly PlannedRow[]): NewPartner[] {
  const rows = planned.filter(({ plan }) => plan === 'new partner')
  const groups = Map.groupBy(rows, ({ shown }) => foldName(shown?.newPartner?.name ?? ''))
  return [...groups.values()].flatMap(own => {
    const partner = own[0]?.shown?.newPartner
    if (!partner) return []
    const number = own.flatMap(({ row }) => row?.deal.registration_number ?? [])[0]
    const lines = own.flatMap(({ row }) => row?.deal.details ?? [])
    return [{ ...partner, number, qualified: lines.some(({ qualified }) => qualified) }]
  })
}

interface PartnerDeps extends WaitDeps {
  readonly api: AccountingApi
  readonly company: number
}

/**
 * Shows the new partners and creates them if the person agrees. Without a terminal it creates none. @returns whether
 * any was created
 */
export async function createNewPartners(
  planned: readonly PlannedRow[],
  deps: PartnerDeps,
  { output, context }: { output: Output; context: CliContext },
): Promise<boolean> {
  const partners = newPartnersOf(planned)
  if (partners.length === 0) return false
  const { say } = deps
  output.table(
    partners.map(({ name, number = '', near }) => [name, number, near.join(', ')]),
    Object.values(PARTNER_HEADS).map(head => say(head)),
  )
  const question = phrase(IMPORT.createPartners, { count: partners.length })
  if (!(await confirmsIfPossible(question, context))) return false
  for (const partner of partners) await createOne(partner, deps)
  output.line(say(IMPORT.created, { count: partners.length }))
  return true
}

/**
 * Creates one partner. The host looks for it before it sends anything, so the call may be repeated.
 * @throws AppError of the host; without `--wait` also if the outcome is unknown
 */
async function createOne({ name, number, qualified }: NewPartner, deps: PartnerDeps): Promise<void> {
  const body = {
    company_id: deps.company,
    name,
    ...(qualified && { qualified_invoice_issuer: true }),
    ...(number !== undefined && { invoice_registration_number: number }),
  }
  for (let pause = FIRST_PAUSE; ; pause = longer(pause)) {
    try {
      await pastLimits(() => deps.api.createPartner({ body, mode: 'write' }), deps)
      return
    } catch (error) {
      if (!deps.wait || !mayRepeat(error)) throw error
      await sleepThrough(pause, deps)
    }
  }
}

function mayRepeat(error: unknown): boolean {
  if (!(error instanceof AppError)) return false
  return error.details['state'] === 'unknown' || error.details['decision'] === 'in_progress'
}
