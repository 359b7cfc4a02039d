/** Devices' keys are not recorded, because the device states say more; enrolment tokens are used once. */
import type { Caller } from '../../core/http/router.ts'
import { isDeviceKey } from '../../core/signatures/keys.ts'
import type { Store } from '../../core/store/store.ts'
import { uncheckedFormat, update } from '../../core/store/update.ts'
import type { StoredKeyUse } from './stored-records.ts'

/** The keyid is in the record's key. */
export interface KeyUse extends StoredKeyUse {
  readonly keyid: string
}

const PREFIX = 'key/'
const INTERVAL = 3_600_000
const DEADLINE = 1_000

/** Milliseconds until an unused key leaves the list. */
const LIFETIME = 180 * 86_400_000

const format = uncheckedFormat<StoredKeyUse>()

export interface KeyUses {
  /** At most once an hour for each key and process; undefined if there is nothing to record. Never rejects. */
  note(caller: Caller): Promise<void> | undefined
  list(): Promise<KeyUse[]>
}

export function createKeyUses({ store, now }: { store: () => Store; now: () => number }): KeyUses {
  const noted = new Map<string, number>()
  return {
    note({ keyid, scopes }) {
      if (isDeviceKey(scopes)) return undefined
      if (now() - (noted.get(keyid) ?? Number.NEGATIVE_INFINITY) < INTERVAL) return undefined
      noted.set(keyid, now())
      return write(store(), keyid).catch(() => void noted.delete(keyid))
    },
    async list() {
      // few functions list the keys, but every function notes one
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
  return update<StoredKeyUse, void>(
    store,
    {
      key: `${PREFIX}${keyid}`,
      format,
      transition: (_current, at) => ({
        write: { seen: new Date(at).toISOString() },
        ttl: LIFETIME,
        result: undefined,
      }),
    },
    { deadline: DEADLINE },
  )
}
