/**
 * Issues the texts that passkeys sign, and reads them back from the form that carried them. An issued text names its
 * purpose, its browser or session, and its end, under a MAC: the server keeps no record of it, and a form
 * without an answer leaves nothing behind.
 *
 * An issued text is `issued1.<epoch>.<base64url of JSON>.<base64url of the MAC>`. The newest seal key makes the MAC;
 * every key that is still listed is accepted.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { EpochSecret } from '../config/config.ts'
import { parseJson } from '../json.ts'
import { phrase } from '../language/catalogue.ts'
import type { Phrase } from '../phrase.ts'
import type { Store } from '../store/store.ts'
import { insert } from '../store/update.ts'
import { LIFETIME, type Purpose, statementDigest } from './challenge.ts'
import { PASSKEY_FAULTS } from './words.ts'

/** What an issued text is for, and whom it was given to. */
export interface IssuedFor {
  readonly purpose: Purpose
  /** The digest of the session's id or, before a sign-in, of the browser's cookie. */
  readonly binding: string
}

export interface IssueDeps {
  /** KURA_SEAL_KEYS, the newest first. */
  readonly sealKeys: readonly EpochSecret[]
  /** The store's time, milliseconds; `openIssued` says what another clock means. */
  readonly now: number
}

/** A text that this server has issued, or why it does not count. */
export type Opened = { readonly text: string } | { readonly fault: Phrase }

const FORM = /^issued1\.([0-9]{1,9})\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})$/

/** Issues `text` for 15 minutes. @throws TypeError if there is no seal key */
export function issue(text: string, { purpose, binding }: IssuedFor, { sealKeys, now }: IssueDeps): string {
  const [newest] = sealKeys
  if (!newest) throw new TypeError('Cannot issue a statement: there is no seal key')
  const payload = Buffer.from(JSON.stringify([purpose, binding, now + LIFETIME, text])).toString('base64url')
  return `issued1.${newest.epoch}.${payload}.${macOf(payload, newest)}`
}

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

/** What is under the MAC; the end is in milliseconds of the store's time. */
type Payload = readonly [purpose: Purpose, binding: string, until: number, text: string]

function macOf(payload: string, { epoch, secret }: EpochSecret): string {
  const key = Buffer.from(hkdfSync('sha256', secret, 'kura-passkey-v1', `issued:${epoch}`, 32))
  return createHmac('sha256', key).update(payload).digest('base64url')
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
