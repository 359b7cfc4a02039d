/** Finds, by name, the partner of a deal and the walletables that paid it. A name that does not exist is refused. */

import { phrase } from '../../../../core/language/catalogue.ts'
import { nearestNames } from '../../../../core/language/nearest-name.ts'
import type { Phrase } from '../../../../core/phrase.ts'
import type { DealPayment } from '../../remote/deal-schema.ts'
import { withName } from '../../remote/names.ts'
import type { Partner } from '../../remote/schema.ts'
import { DEAL_FLAGS } from '../../taxes/words.ts'
import type { DealRequest, PaymentRequest } from '../schema.ts'
import { helpOf, type MasterData, type Problem } from './lines.ts'

/** A payment whose walletable was found. If the request gives no date for the payment, it has the date of the deal. */
export type ResolvedPayment = Omit<DealPayment, 'date'> & { readonly date: string | undefined }

export interface Parties {
  readonly partnerId: number | undefined
  /** The partner that the request names; undefined if the request names none. */
  readonly partner: Partner | undefined
  readonly payments: readonly ResolvedPayment[]
  /** The names that the company does not have. */
  readonly problems: readonly Problem[]
}

/** Returns the partner and the payments of a request. */
export function findParties(request: DealRequest, master: MasterData): Parties {
  const { partner, partner_id: partnerId, payments = [], details } = request
  const named = partner === undefined ? undefined : withName(master.partners, partner)
  const total = details.reduce((sum, { amount }) => sum + amount, 0)
  const found = payments.map((payment, index) => findPayment(payment, { index, total, master }))
  return {
    partnerId: named?.id ?? partnerId,
    partner: named,
    payments: found.flatMap(payment => ('text' in payment ? [] : [payment])),
    problems: [
      ...(partner === undefined || named ? [] : [missing('partner', partner, master.partners)]),
      ...found.flatMap(payment => ('text' in payment ? [payment] : [])),
    ],
  }
}

interface PaymentPlace {
  readonly index: number
  /** The total amount of the deal. */
  readonly total: number
  readonly master: MasterData
}

function findPayment(
  payment: PaymentRequest,
  { index, total, master }: PaymentPlace,
): ResolvedPayment | Problem {
  const { walletable: name, amount = total, date } = payment
  const { from_walletable_type: type, from_walletable_id: id } = payment
  if (type !== undefined && id !== undefined)
    return { amount, date, from_walletable_type: type, from_walletable_id: id }
  const found = withName(master.walletables, name ?? '')
  if (!found) return missing(`payments.${index}.walletable`, name ?? '', master.walletables)
  return { amount, date, from_walletable_type: found.type, from_walletable_id: found.id }
}

function missing(at: string, name: string, records: readonly { readonly name: string }[]): Problem {
  const names = records.map(record => record.name)
  const what = at === 'partner' ? 'partner' : 'walletable'
  return {
    text: `\`${at}\` "${name}" is not a ${what} of the company`,
    help: helpOf(nearestNames(name, names), names),
  }
}

/**
 * Returns why the receipt contradicts its partner: it has another registration number, or it is said to be of no issuer
 * of qualified invoices, and the partner is one. A partner that is not marked as an issuer says nothing, because the
 * service marks no partner by itself.
 */
export function contradiction(
  { registration_number: given, details }: DealRequest,
  partner: Partner | undefined,
): Phrase | undefined {
  const { name = '', invoice_registration_number: number, qualified_invoice_issuer: isIssuer } = partner ?? {}
  if (given !== undefined && number && bare(given) !== bare(number))
    return phrase(DEAL_FLAGS.otherNumber, { given, name, number })
  const isDenied = details.some(({ qualified }) => qualified === false)
  return isIssuer && isDenied ? phrase(DEAL_FLAGS.isIssuer, { name }) : undefined
}

function bare(number: string): string {
  return number.replace(/^T/, '')
}
