/** Records with keys of people that kura did not write. They do not count as people, and a notice reports them. */
import { parseJson } from '../../core/json/json.ts'
import { listAll } from '../../core/store/list.ts'
import type { Store, StoredRecord } from '../../core/store/store.ts'
import { type KnownPerson, knownFrom, PEOPLE, personKey } from './people.ts'

/** A record that kura did not write. `name` is the name in the record, if the record's key is the key of that name. */
export interface RefusedRecord {
  readonly key: string
  readonly name?: string
}

/** @throws AppError `store_unavailable` */
export async function listRecords(
  store: Store,
): Promise<{ readonly people: KnownPerson[]; readonly refused: RefusedRecord[] }> {
  const { records } = await listAll(store, PEOPLE)
  const found = records.map(({ key, ...record }) => ({ key: key.slice(PEOPLE.length), record }))
  return {
    people: found.flatMap(({ key, record }) => knownFrom(key, record) ?? []),
    refused: found.flatMap(({ key, record }) => refusedFrom(key, record) ?? []),
  }
}

function refusedFrom(key: string, { refused }: StoredRecord): RefusedRecord | undefined {
  if (refused === undefined) return undefined
  const { name } = (parseJson(refused.slice(refused.indexOf('{'))) ?? {}) as { readonly name?: unknown }
  return { key, ...(typeof name === 'string' && personKey(name) === key && { name }) }
}

/** Removes a refused record; false if no refused record has this key. @throws AppError `store_unavailable` */
export async function removeRefused(key: string, store: Store): Promise<boolean> {
  const { record } = await store.read(PEOPLE + key)
  return record?.refused !== undefined && (await store.remove(PEOPLE + key, record.version)).done
}
