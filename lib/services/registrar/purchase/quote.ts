import type { RegistrarReply } from '../contract.ts'
import type { RequestDeps } from '../deps.ts'
import { isInternational } from '../domains/name.ts'
import { purchasePrice } from '../remote/client.ts'
import { type Contact, type ContactCheck, checkContact, filledFields } from '../remote/contact.ts'
import { sealQuote } from './quote-token.ts'

export interface QuoteRequest {
  readonly domain: string
  /** The years; by default, the shortest term of the top-level domain. */
  readonly years?: number | undefined
  /** Whether to renew automatically. There is no default: without this member the quote has no token. */
  readonly autoRenew?: boolean | undefined
  readonly languageCode?: string | undefined
  readonly contact?: Contact | undefined
}

/** Makes a quote, and charges nothing. The price shows if a domain is sold. @throws AppError `remote_refused` */
export async function makeQuote(
  request: QuoteRequest,
  { client, settings, secrets, now }: RequestDeps,
): Promise<RegistrarReply<'quote'>> {
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
  const hasLanguage = languageCode !== undefined || !isInternational(domain)
  return [
    ...(autoRenew === undefined ? ['auto-renew, on or off: it has no default'] : []),
    ...(hasLanguage ? [] : ['the language code of an international name, such as JPN']),
    ...missing.map(field => `the contact's ${field}`),
    ...invalid.map(({ field, wanted }) => `a usable ${field}: ${wanted}`),
    ...unknown.map(field => `a contact without "${field}": the registrar has no such field`),
  ]
}
