/** A quote: what a domain costs, what the contact data lacks, and the token that lets exactly this be bought. */

import type { Surroundings } from '../deps.ts'
import { isInternational } from '../domain-name.ts'
import { purchasePrice } from '../remote/client.ts'
import { type Contact, type ContactCheck, checkContact, filledFields } from '../remote/contact.ts'
import { sealQuote } from './quote-token.ts'

export interface QuoteRequest {
  readonly domain: string
  /** The shortest term of the top-level domain where it is not given. */
  readonly years?: number | undefined
  /** There is no default: without it there is no token. */
  readonly autoRenew?: boolean | undefined
  readonly languageCode?: string | undefined
  readonly contact?: Contact | undefined
}

/** Amounts in cents of US dollars, for all years together. */
export interface Quote {
  readonly domain: string
  readonly years: number
  readonly purchaseCents: number
  /** Null where it cannot be renewed for this term. */
  readonly renewalCents: number | null
  readonly autoRenew?: boolean | undefined
  readonly contact: ContactCheck
  /** What a purchase still lacks, for people; empty where there is a token. */
  readonly lacking: readonly string[]
  /** Good for five minutes, and for nothing but this. */
  readonly quote?: string
  /** ISO 8601. */
  readonly until?: string
}

/**
 * A quote; it charges nothing and writes nothing. The price call alone decides whether a domain is sold.
 * @throws AppError `remote_refused` where it is not
 */
export async function makeQuote(
  request: QuoteRequest,
  { client, settings, secrets, now }: Surroundings,
): Promise<Quote> {
  const { domain, autoRenew, languageCode } = request
  const price = await client.price(domain, request.years)
  const { years } = price
  const cents = purchasePrice(domain, price)
  const contact = filledFields(request.contact ?? {})
  const check = checkContact(contact)
  const lacking = lackingOf(request, check)
  const facts = { domain, years, purchaseCents: cents, renewalCents: price.renewalCents, autoRenew }
  if (lacking.length > 0 || autoRenew === undefined) return { ...facts, contact: check, lacking }
  const terms = { team: settings.teamId, domain, years, autoRenew, languageCode, contact }
  const { token, until } = sealQuote(terms, { cents, now: now(), secrets })
  return { ...facts, contact: check, lacking, quote: token, until: new Date(until).toISOString() }
}

function lackingOf(
  { domain, autoRenew, languageCode }: QuoteRequest,
  { missing, invalid, unknown }: ContactCheck,
): string[] {
  const spoken = languageCode !== undefined || !isInternational(domain)
  return [
    ...(autoRenew === undefined ? ['auto-renew, on or off: there is no default'] : []),
    ...(spoken ? [] : ['the language code of an international name, such as JPN']),
    ...missing.map(field => `the contact's ${field}`),
    ...invalid.map(({ field, wanted }) => `a usable ${field}: ${wanted}`),
    ...unknown.map(field => `a contact without "${field}": the registrar has no such field`),
  ]
}
