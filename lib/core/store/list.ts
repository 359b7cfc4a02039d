/** Reads lists in several calls, each with its own time-out, so that the length of a list does not matter. */
import { mapConcurrently } from '../work/concurrency.ts'
import { type KeyPage, READ_AT_ONCE, type ReadAnswer, type Store, type StoredRecord } from './store.ts'

export interface ListedRecord extends StoredRecord {
  readonly key: string
}

export interface ListedPage {
  /** The records in the order of their keys. Records that have gone since their keys were listed are left out. */
  readonly records: readonly ListedRecord[]
  /** The value of `after` for the next page. */
  readonly next: string | undefined
  /** The store's time, in milliseconds since the epoch. No record was read earlier than this. */
  readonly now: number
}

/** Returns the records whose key starts with `prefix`. @throws AppError `store_unavailable` */
export async function listPage(store: Store, prefix: string, page: KeyPage = {}): Promise<ListedPage> {
  const { keys, next, now, records: sent = [] } = await store.keys(prefix, { ...page, records: true })
  const others = await readAll(store, keys.slice(sent.length))
  const read = [...sent, ...others.map(({ record }) => record)]
  const records = keys.flatMap((key, at) => {
    const record = read[at]
    return record ? [{ key, ...record }] : []
  })
  return { records, next, now }
}

/** Returns all records whose key starts with `prefix`, or only the open ones. @throws AppError `store_unavailable` */
export async function listAll(
  store: Store,
  prefix: string,
  { open }: Pick<KeyPage, 'open'> = {},
): Promise<Omit<ListedPage, 'next'>> {
  const first = await listPage(store, prefix, { open })
  const records = [...first.records]
  for (let { next } = first; next !== undefined; ) {
    const page = await listPage(store, prefix, { after: next, open })
    for (const record of page.records) records.push(record)
    next = page.next
  }
  return { records, now: first.now }
}

/** Returns one answer for each of `keys`, in their order. @throws AppError `store_unavailable` */
export async function readAll(store: Store, keys: readonly string[]): Promise<ReadAnswer[]> {
  const answers = await mapConcurrently(portions(keys), portion => store.readMany(portion))
  return answers.flatMap(({ records, now }) => records.map(record => ({ record, now })))
}

function portions(keys: readonly string[]): (readonly string[])[] {
  const count = Math.ceil(keys.length / READ_AT_ONCE)
  return Array.from({ length: count }, (_, at) => keys.slice(at * READ_AT_ONCE, (at + 1) * READ_AT_ONCE))
}
