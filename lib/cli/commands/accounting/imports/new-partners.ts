import { AppError, type ErrorCode } from '../../../../core/errors.ts'
import { phrase } from '../../../../core/language/catalogue.ts'
import type { Locale } from '../../../../core/language/language.ts'
import { foldName } from '../../../../core/language/nearest-name.ts'
import { reasonIn, textOf } from '../../../../core/language/text.ts'
import type { PlannedRow } from '../../../../services/accounting/imports/reading/plan.ts'
import { IMPORT, PARTNER_HEADS, reasonOf } from '../../../../services/accounting/imports/reading/words.ts'
// loads the message about a partner that the service stored differently
import '../../../../services/accounting/partners/compare-words.ts'
import { quotedWord } from '../../../../core/language/open-item.ts'
import type { CliContext } from '../../../context.ts'
import type { Output } from '../../../terminal/output.ts'
import type { AccountingApi } from '../call.ts'
import { FIRST_PAUSE, longer, MOST_PAUSES, pastLimits, sleepThrough, type WaitDeps } from './limits.ts'
import { confirmsIfPossible } from './questions.ts'
import { LONGEST_HOLD } from './register.ts'

interface NewPartner {
  readonly name: string
  readonly near: readonly string[]
  readonly number?: string | undefined
  readonly qualified: boolean
}

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
  readonly locale: Locale
}

/** The reasons why the service refused partners, by the folded name of the partner. */
export type RefusedPartners = ReadonlyMap<string, string>

/** Returns the refused partners; undefined if there was no partner to create, or the person did not agree. */
export async function createNewPartners(
  planned: readonly PlannedRow[],
  deps: PartnerDeps,
  { output, context }: { output: Output; context: CliContext },
): Promise<RefusedPartners | undefined> {
  const partners = newPartnersOf(planned)
  if (partners.length === 0) return undefined
  const { say } = deps
  output.table(
    partners.map(({ name, number = '', near }) => [name, number, near.join(', ')]),
    Object.values(PARTNER_HEADS).map(head => say(head)),
  )
  const question = phrase(IMPORT.createPartners, { count: partners.length })
  if (!(await confirmsIfPossible(question, context))) return undefined
  const refused = new Map<string, string>()
  for (const partner of partners) {
    const why = await createOrRefusal(partner, deps)
    if (why !== undefined) refused.set(foldName(partner.name), why)
  }
  output.line(say(IMPORT.created, { count: partners.length - refused.size }))
  for (const why of refused.values()) output.line(why)
  return refused
}

/** Gives the plan `review` to each row whose partner the service refused, so that a person decides. */
export function withHeld(planned: readonly PlannedRow[], refused: RefusedPartners): PlannedRow[] {
  return planned.map(row => {
    const why = row.plan === 'new partner' && refused.get(foldName(row.shown?.newPartner?.name ?? ''))
    return why ? { ...row, plan: 'review', hold: why, why: [why] } : row
  })
}

async function createOrRefusal(partner: NewPartner, deps: PartnerDeps): Promise<string | undefined> {
  try {
    await createOne(partner, deps)
    return undefined
  } catch (error) {
    if (!(error instanceof AppError) || !OF_ONE_PARTNER.includes(error.code)) throw error
    const { name } = partner
    const command = `kura accounting partners create ${quotedWord(name)} --code CODE --write`
    const why = textOf(reasonOf(error), deps.locale)
    return deps.say(IMPORT.partnerRefused, { name, why, command }).slice(0, LONGEST_HOLD)
  }
}

/** The error codes that concern only one partner. After such an error, the next partner is still created. */
const OF_ONE_PARTNER: readonly ErrorCode[] = ['remote_refused', 'bad_request', 'limited']

/** The host looks for the partner before it sends anything, so the call may be repeated. */
async function createOne({ name, number, qualified }: NewPartner, deps: PartnerDeps): Promise<void> {
  const body = {
    company_id: deps.company,
    name,
    ...(qualified && { qualified_invoice_issuer: true }),
    ...(number !== undefined && { invoice_registration_number: number }),
  }
  for (let pause = FIRST_PAUSE; ; pause = longer(pause)) {
    try {
      const call = () => deps.api.createPartner({ body, mode: 'write' })
      const reply = await pastLimits(call, deps, MOST_PAUSES)
      const differs = 'differs' in reply && reply.differs && reasonIn(reply.differs)
      if (differs) deps.note(textOf(differs, deps.locale))
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
