/**
 * Records that only kura can write: each has a MAC of its key and text under a secret of the environment, so that write
 * access to the store is not enough to add a person. The MAC does not prevent that an older text of the same record is
 * put back.
 *
 * The secret is derived from KURA_SEAL_KEYS. The newest epoch makes the MAC, but the MACs of all listed epochs are
 * accepted. A stored text is `mac1.<epoch>.<base64url of the MAC>.<text>`.
 */
import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { EpochSecret } from '../config/config.ts'
import type { Store, StoredRecord } from '../store/store.ts'
import type { LoadingFormat } from '../store/update.ts'
import { ownTokens } from './own-tokens.ts'

/** The beginnings of the keys of records with a MAC. */
const AUTHENTIC = ['console/person/', 'console/invitation/', 'console/session/'] as const

const FORM = /^mac1\.([0-9]{1,9})\.([A-Za-z0-9_-]{43})\.(.*)$/s
const SALT = 'kura-record-v1'

/** Adds and checks MACs. A record with a wrong MAC is empty and `refused`. @param ring KURA_SEAL_KEYS, newest first */
export function authenticStore(store: Store, ring: () => readonly EpochSecret[]): Store {
  let derived: ReadonlyMap<string, KeyObject> | undefined
  const macs = () => {
    derived ??= new Map(ring().map(secret => [secret.epoch, deriveKey(secret)]))
    return derived
  }
  const opened = (key: string, record: StoredRecord | undefined) =>
    record && isAuthentic(key) ? open(key, record, macs()) : record
  return {
    tokens: ownTokens(ring),
    async read(key) {
      const { record, now } = await store.read(key)
      return { record: opened(key, record), now }
    },
    async readMany(keys) {
      const { records, now } = await store.readMany(keys)
      return { records: records.map((record, at) => opened(keys[at] ?? '', record)), now }
    },
    async swap(key, expected, next) {
      const unmarked = next.also?.find(other => isAuthentic(other.key))
      if (unmarked) throw new TypeError(`Cannot store the record "${unmarked.key}" with another one`)
      if (!isAuthentic(key)) return store.swap(key, expected, next)
      const value = withMac(key, next.value, macs())
      const answer = await store.swap(key, expected, { ...next, value })
      return { ...answer, record: opened(key, answer.record) }
    },
    remove: (key, expected) => store.remove(key, expected),
    async keys(prefix, page) {
      const answer = await store.keys(prefix, page)
      const records = answer.records?.map((record, at) => opened(answer.keys[at] ?? '', record))
      return { ...answer, ...(records && { records }) }
    },
    close: () => store.close(),
  }
}

/** A record with a wrong MAC counts as no record. */
export function authenticFormat<T>(schema: { parse(stored: unknown): Promise<T> }): LoadingFormat<T> {
  return {
    parse: async text => (text === '' ? undefined : schema.parse(JSON.parse(text))),
    format: value => JSON.stringify(value),
  }
}

function isAuthentic(key: string): boolean {
  return AUTHENTIC.some(prefix => key.startsWith(prefix))
}

function withMac(key: string, text: string, macs: ReadonlyMap<string, KeyObject>): string {
  const [newest] = macs
  if (!newest) throw new TypeError(`Cannot store the record "${key}": there is no seal key`)
  const [epoch, secret] = newest
  return `mac1.${epoch}.${macOf(key, text, secret)}.${text}`
}

function open(key: string, record: StoredRecord, macs: ReadonlyMap<string, KeyObject>): StoredRecord {
  const { value, version } = record
  const [, epoch = '', mac = '', text = ''] = FORM.exec(value) ?? []
  const secret = macs.get(epoch)
  const isOwn = secret && timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(key, text, secret)))
  if (!isOwn) return { value: '', version, refused: value }
  const [newest] = macs.keys()
  return { value: text, version, ...(epoch !== newest && { older: true }) }
}

function macOf(key: string, text: string, secret: KeyObject): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([key, text]))
    .digest('base64url')
}

function deriveKey({ epoch, secret }: EpochSecret): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, SALT, `hmac-sha256:${epoch}`, 32)))
}
