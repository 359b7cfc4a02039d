/** Reads back the texts that `issue.ts` issued, and spends them, so that the answer of a passkey works once. */
import { timingSafeEqual } from 'node:crypto'
import { parseJson } from '../json/json.ts'
import { phrase } from '../language/catalogue.ts'
import type { Phrase } from '../phrase.ts'
import type { Store } from '../store/store.ts'
import { insert } from '../store/update.ts'
import { LIFETIME, statementDigest } from './challenge.ts'
import { type IssueDeps, type IssuedFor, macOf, type Payload } from './issue.ts'
import { PASSKEY_FAULTS } from './words.ts'

/** A text that this server has issued, or why it does not count. */
export type Opened = { readonly text: string } | { readonly fault: Phrase }

const FORM = /^issued1\.([0-9]{1,9})\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})$/

/**
 * Reads an issued text that came back; a text for another purpose or browser, or one that has ended, is a fault. It counts
 * from the moment at which it was issued, for 15 minutes of the store's time, whatever clock named that moment: a text of
 * a clock that is ahead does not count yet.
 */
export function openIssued(issued: string, asked: IssuedFor, { sealKeys, now }: IssueDeps): Opened {
  const read = readIssued(issued, asked, { sealKeys })
  if ('fault' in read) return read
  const left = read.until - now
  return left > 0 && left <= LIFETIME ? { text: read.text } : { fault: phrase(PASSKEY_FAULTS.issuedExpired) }
}

/** Reads an issued text without asking whether it counts now; `until` is when it ends. */
export function readIssued(
  issued: string,
  { purpose, binding }: IssuedFor,
  { sealKeys }: Pick<IssueDeps, 'sealKeys'>,
): { readonly text: string; readonly until: number } | Extract<Opened, { readonly fault: Phrase }> {
  const [, epoch, payload = '', mac = ''] = FORM.exec(issued) ?? []
  const key = sealKeys.find(one => one.epoch === epoch)
  // the text of the MAC is compared: its bytes have several texts, each of which could be spent
  if (!key || !timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(payload, key))))
    return { fault: phrase(PASSKEY_FAULTS.issuedMalformed) }
  const [asked, bound, until, text] = parseJson(Buffer.from(payload, 'base64url').toString()) as Payload
  if (asked !== purpose || bound !== binding) return { fault: phrase(PASSKEY_FAULTS.issuedElsewhere) }
  return { text, until }
}

/** Milliseconds for which a spent text is remembered: longer than it counts. */
const REMEMBERED = 4 * LIFETIME

/**
 * Spends an issued text, so that its answer works once. Returns false if it was spent before. Call it when everything
 * is verified, before anything is written.
 * @throws AppError `store_unavailable`
 */
export function spendIssued(issued: string, store: Store): Promise<boolean> {
  const key = `console/spent/${statementDigest(issued)}`
  return insert(store, { key, value: '{}', ttl: REMEMBERED }, { durable: true })
}
