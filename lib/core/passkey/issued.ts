import { timingSafeEqual } from 'node:crypto'
import { parseJson } from '../json/json.ts'
import { phrase } from '../language/catalogue.ts'
import type { Phrase } from '../phrase.ts'
import type { Store } from '../store/store.ts'
import { insert } from '../store/update.ts'
import { LIFETIME, statementDigest } from './challenge.ts'
import { type IssueDeps, type IssuedFor, macOf, type Payload } from './issue.ts'
import { PASSKEY_FAULTS } from './words.ts'

export type Opened = { readonly text: string } | { readonly fault: Phrase }

const FORM = /^issued1\.([0-9]{1,9})\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})$/

/**
 * Opens a text that was issued for the same purpose and browser or session, at most 15 minutes ago by the store's time.
 * If the issuing clock was ahead, the text is not valid yet.
 */
export function openIssued(issued: string, asked: IssuedFor, { sealKeys, now }: IssueDeps): Opened {
  const read = readIssued(issued, asked, { sealKeys })
  if ('fault' in read) return read
  const left = read.until - now
  return left > 0 && left <= LIFETIME ? { text: read.text } : { fault: phrase(PASSKEY_FAULTS.issuedExpired) }
}

/** Reads an issued text, but does not check `until`, the end of the text's validity. */
export function readIssued(
  issued: string,
  { purpose, binding }: IssuedFor,
  { sealKeys }: Pick<IssueDeps, 'sealKeys'>,
): { readonly text: string; readonly until: number } | Extract<Opened, { readonly fault: Phrase }> {
  const [, epoch, payload = '', mac = ''] = FORM.exec(issued) ?? []
  const key = sealKeys.find(one => one.epoch === epoch)
  // compares the MACs as texts: several base64url texts can mean the same bytes, and each of them could be spent once
  if (!key || !timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(payload, key))))
    return { fault: phrase(PASSKEY_FAULTS.issuedMalformed) }
  const [asked, bound, until, text] = parseJson(Buffer.from(payload, 'base64url').toString()) as Payload
  if (asked !== purpose || bound !== binding) return { fault: phrase(PASSKEY_FAULTS.issuedElsewhere) }
  return { text, until }
}

/** How long a spent text is remembered, in milliseconds. This is longer than the text is valid. */
const REMEMBERED = 4 * LIFETIME

/**
 * Spends an issued text, so that its answer works once. Returns false if the text was spent before. Call this after
 * everything is verified, and before anything is written.
 * @throws AppError `store_unavailable`
 */
export function spendIssued(issued: string, store: Store): Promise<boolean> {
  const key = `console/spent/${statementDigest(issued)}`
  return insert(store, { key, value: '{}', ttl: REMEMBERED }, { durable: true })
}
