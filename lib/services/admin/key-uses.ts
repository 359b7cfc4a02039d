/** Records when keys are used, except devices' keys (device states say more) and enrolment tokens (used once). */
import type { Caller } from '../../core/http/router.ts'
import { isDeviceKey } from '../../core/signatures/keys.ts'
import type { Store } from '../../core/store/store.ts'
import { type Transition, uncheckedFormat, update } from '../../core/store/update.ts'
import type { StoredKeyUse } from './stored-records.ts'

const PREFIX = 'key/'
const INTERVAL = 3_600_000
const DEADLINE = 1_000

/** The milliseconds until an unused key leaves the list. */
const LIFETIME = 180 * 86_400_000

const format = uncheckedFormat<StoredKeyUse>()

export type KeyUses = ReturnType<typeof createKeyUses>

export function createKeyUses({ store, now }: { store: () => Store; now: () => number }) {
  const noted = new Map<string, number>()
  return {
    /** Records a use, at most once an hour for each key and process; undefined without a record. Never rejects. */
    note({ keyid, scopes }: Caller): Promise<void> | undefined {
      if (isDeviceKey(scopes)) return undefined
      if (now() - (noted.get(keyid) ?? Number.NEGATIVE_INFINITY) < INTERVAL) return undefined
      noted.set(keyid, now())
      return write(store(), keyid).catch(() => void noted.delete(keyid))
    },
    async list() {
      // loaded here, because every function notes a key, but few list the keys
      const { listAll } = await import('../../core/store/list.ts')
      const { records } = await listAll(store(), PREFIX)
      return records.flatMap(({ key, value }) => {
        const use = format.parse(value)
        return use ? [{ keyid: key.slice(PREFIX.length), ...use }] : []
      })
    },
  }
}

function write(store: Store, keyid: string): Promise<void> {
  const transition: Transition<StoredKeyUse | undefined, void> = (_, at) => {
    return { write: { seen: new Date(at).toISOString() }, ttl: LIFETIME, result: undefined }
  }
  return update(store, { key: `${PREFIX}${keyid}`, format, transition }, { deadline: DEADLINE })
}
