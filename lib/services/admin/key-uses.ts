/**
 * Records when each operator's key was last used. kura has no table of keys, so `kura key list` shows the keys that
 * were used. Keys of devices are not recorded, because the device states say more. Enrolment tokens are not recorded,
 * because each is used once. If recording fails, the call still succeeds.
 */
import type { Caller } from '../../core/http/router.ts'
import { isDeviceKey } from '../../core/signatures/keys.ts'
import type { Store } from '../../core/store/store.ts'
import { uncheckedFormat, update } from '../../core/store/update.ts'
import type { StoredKeyUse } from './stored-records.ts'

/** The last use of a key; the key id is in the record's key. */
export interface KeyUse extends StoredKeyUse {
  readonly keyid: string
}

const PREFIX = 'key/'
const INTERVAL = 3_600_000
const DEADLINE = 1_000

/** Milliseconds after which an unused key is no longer in the list. */
const LIFETIME = 180 * 86_400_000

const format = uncheckedFormat<StoredKeyUse>()

export interface KeyUses {
  /**
   * Records that the caller's key was used, at most once an hour for each key and process. Returns undefined if nothing
   * has to be recorded. Never rejects.
   */
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
