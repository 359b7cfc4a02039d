/**
 * With the quote token, a person buys exactly what the quote showed. A MAC binds the terms, the price and a keyed
 * digest of the contact data; its key comes from KURA_SECRETS. The token buys nothing by itself.
 *
 * `quote1.<epoch>.<base64url of the bound facts as JSON>.<base64url of their HMAC-SHA256>`
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { EpochSecrets } from '../../../core/config/config.ts'
import type { AppError } from '../../../core/errors.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import { deriveSecret } from '../../../core/signatures/keys.ts'
import type { Contact } from '../remote/contact.ts'
import { REFUSALS } from './words.ts'

export interface QuoteTerms {
  readonly team: string
  readonly domain: string
  readonly years: number
  readonly autoRenew: boolean
  readonly languageCode?: string | undefined
  readonly contact: Contact
}

/** The ordered terms; the years are by default the quote's. */
export type OrderedTerms = Omit<QuoteTerms, 'years'> & { readonly years?: number | undefined }

export interface Quoted {
  /** The price of all years together. */
  readonly cents: number
  /** The end of the quote in milliseconds since the epoch. */
  readonly until: number
}

/** The lifetime of a quote in milliseconds. */
export const QUOTE_LIFETIME = 300_000

/** The number of the newest epochs of KURA_SECRETS that are accepted, as for keys. */
const VALID_EPOCHS = 2
/** The name of the MAC's key. No keyid has this form, so no caller has this key. */
const KEY_NAME = 'registrar quote'

interface Bound extends Omit<QuoteTerms, 'contact'>, Quoted {
  readonly contact: string
}

/** @throws TypeError if there is no secret */
export function sealQuote(
  terms: QuoteTerms,
  { cents, now, secrets }: { cents: number; now: number; secrets: EpochSecrets },
): { readonly token: string; readonly until: number } {
  const [newest] = secrets
  const key = deriveSecret(newest.secret, KEY_NAME)
  const until = now + QUOTE_LIFETIME
  const facts = Buffer.from(JSON.stringify(boundFacts(terms, { cents, until, key }))).toString('base64url')
  const text = `quote1.${newest.epoch}.${facts}`
  return { token: `${text}.${macOf(text, key).toString('base64url')}`, until }
}

/** Opens a quote. @throws AppError `bad_request` if it has expired, is foreign, or is for other terms */
export function openQuote(
  token: string,
  { terms, now, secrets }: { terms: OrderedTerms; now: number; secrets: EpochSecrets },
): Quoted & Pick<QuoteTerms, 'years'> {
  const { bound, key } = readToken(token, terms.domain, secrets)
  if (now > bound.until) throw refused(terms.domain, 'expired')
  const years = terms.years ?? bound.years
  const ordered = boundFacts({ ...terms, years }, { cents: bound.cents, until: bound.until, key })
  const other = BOUND.find(member => bound[member] !== ordered[member])
  if (other) throw refused(terms.domain, other)
  return { cents: bound.cents, until: bound.until, years }
}

const BOUND = ['team', 'domain', 'years', 'autoRenew', 'languageCode', 'contact'] as const

function readToken(token: string, domain: string, secrets: EpochSecrets): { bound: Bound; key: Buffer } {
  const [, text = '', epoch = '', facts = '', mac = ''] =
    /^(quote1\.([0-9]{1,9})\.([A-Za-z0-9_-]+))\.([A-Za-z0-9_-]{43})$/.exec(token) ?? []
  const secret = secrets.slice(0, VALID_EPOCHS).find(candidate => candidate.epoch === epoch)?.secret
  if (!secret) throw refused(domain, 'foreign')
  const key = deriveSecret(secret, KEY_NAME)
  if (!timingSafeEqual(macOf(text, key), Buffer.from(mac, 'base64url'))) throw refused(domain, 'foreign')
  return { bound: JSON.parse(Buffer.from(facts, 'base64url').toString()) as Bound, key }
}

function boundFacts(
  { team, domain, years, autoRenew, languageCode, contact }: QuoteTerms,
  { cents, until, key }: Quoted & { key: Buffer },
): Bound {
  const terms = { team, domain, years, autoRenew, ...(languageCode && { languageCode }) }
  return { ...terms, cents, until, contact: contactDigest(contact, key) }
}

function contactDigest(contact: Contact, key: Buffer): string {
  return createHmac('sha256', key)
    .update(`contact ${canonical(contact)}`)
    .digest('base64url')
}

/** The value as JSON with sorted members, so that their order makes no difference. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}

function macOf(text: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function refused(domain: string, why: (typeof BOUND)[number] | 'expired' | 'foreign'): AppError {
  return phraseError('bad_request', phrase(REFUSALS.quote, { domain, why: phrase(REFUSALS[why]) }), {
    hint: `get a new one with the same options: kura registrar quote ${domain}`,
  })
}
