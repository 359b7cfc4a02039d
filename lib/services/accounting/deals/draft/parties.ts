import { phrase } from '../../../../core/language/catalogue.ts'
import type { Phrase } from '../../../../core/phrase.ts'
import { sumOf, type Yen } from '../../fields/amount.ts'
import type { DealPayment } from '../../remote/deal-schema.ts'
import { withName } from '../../remote/names.ts'
import type { Partner } from '../../remote/schema.ts'
import { DEAL_FLAGS } from '../../taxes/words.ts'
import type { DealRequest, PaymentRequest } from '../schema.ts'
import type { MasterData } from './lines.ts'
import { type UnknownName, unknownName } from './unknown-names.ts'

/** An undefined `date` means the date of the deal. */
export type ResolvedPayment = Omit<DealPayment, 'date'> & { readonly date: string | undefined }

export interface Parties {
  readonly partnerId: number | undefined
  readonly partner: Partner | undefined
  readonly payments: readonly ResolvedPayment[]
  readonly problems: readonly UnknownName[]
}

export function findParties(request: DealRequest, master: MasterData): Parties {
  const { partner, partner_id: partnerId, payments = [], details } = request
  const named = partner === undefined ? undefined : withName(master.partners, partner)
  const total = sumOf(details.map(({ amount }) => amount))
  const found = payments.map((payment, index) => findPayment(payment, { index, total, master }))
  return {
    partnerId: named?.id ?? partnerId,
    partner: named,
    payments: found.flatMap(payment => ('text' in payment ? [] : [payment])),
    problems: [
      ...(partner === undefined || named
        ? []
        : [missing('partner', { at: 'partner', name: partner }, master.partners)]),
      ...found.flatMap(payment => ('text' in payment ? [payment] : [])),
    ],
  }
}

function findPayment(
  payment: PaymentRequest,
  { index, total, master }: { readonly index: number; readonly total: Yen; readonly master: MasterData },
): ResolvedPayment | UnknownName {
  const { walletable: name, amount = total, date } = payment
  const { from_walletable_type: type, from_walletable_id: id } = payment
  if (type !== undefined && id !== undefined)
    return { amount, date, from_walletable_type: type, from_walletable_id: id }
  const found = withName(master.walletables, name ?? '')
  if (!found)
    return missing('walletable', { at: `payments.${index}.walletable`, name: name ?? '' }, master.walletables)
  return { amount, date, from_walletable_type: found.type, from_walletable_id: found.id }
}

function missing(
  kind: 'partner' | 'walletable',
  { at, name }: { readonly at: string; readonly name: string },
  records: readonly { readonly name: string }[],
): UnknownName {
  return unknownName(
    { kind, at, name },
    records.map(record => record.name),
  )
}

/** The service calls every partner a non-issuer of qualified invoices until a person marks the partner as an issuer. */
export function contradiction(
  { registration_number: given, details }: DealRequest,
  partner: Partner | undefined,
): Phrase | undefined {
  if (!partner) return undefined
  const { name, invoice_registration_number: number, qualified_invoice_issuer: isIssuer } = partner
  if (given !== undefined && number)
    return bare(given) === bare(number) ? undefined : phrase(DEAL_FLAGS.otherNumber, { given, name, number })
  const isDenied = details.some(({ qualified }) => qualified === false)
  if (isIssuer && isDenied) return phrase(DEAL_FLAGS.isIssuer, { name })
  if (number && isDenied) return phrase(DEAL_FLAGS.hasNumber, { name, number })
  const isClaimed = given !== undefined || details.some(({ qualified }) => qualified)
  return isIssuer === false && isClaimed ? phrase(DEAL_FLAGS.isNoIssuer, { name }) : undefined
}

function bare(number: string): string {
  return number.replace(/^T/, '')
}
