/** Compares a created partner with the request that was sent. Pure. */
import { phrase } from '../../../core/language/catalogue.ts'
import type { Phrase } from '../../../core/phrase.ts'
import type { Partner } from '../remote/schema.ts'
import { PARTNER_DIFFERS } from './compare-words.ts'
import type { PartnerBody } from './schema.ts'

type Sent = Pick<PartnerBody, 'name' | 'qualified_invoice_issuer' | 'invoice_registration_number'>

/**
 * Returns how a created partner differs from the request; undefined if it does not. A member that the service need not
 * return is compared only if it is there.
 */
export function partnerDifference(sent: Sent, stored: Partner): Phrase | undefined {
  const { name, qualified_invoice_issuer: issuer, invoice_registration_number: number } = sent
  const facts = [
    ...(stored.name === name ? [] : [phrase(PARTNER_DIFFERS.name, { stored: stored.name, sent: name })]),
    ...(stored.available ? [] : [phrase(PARTNER_DIFFERS.stopped)]),
    ...(differs(issuer, stored.qualified_invoice_issuer) ? [phrase(PARTNER_DIFFERS.issuer)] : []),
    ...(differs(number, stored.invoice_registration_number) ? [phrase(PARTNER_DIFFERS.number)] : []),
  ]
  if (facts.length === 0) return undefined
  return phrase(PARTNER_DIFFERS.otherwise, { facts: { items: facts, by: 'and' } })
}

function differs<T>(sent: T | null | undefined, stored: T | null | undefined): boolean {
  return sent !== undefined && sent !== null && stored !== undefined && stored !== sent
}
