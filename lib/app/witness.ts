/**
 * Compares the store with the end of the activity log that a caller, a device or a browser sends, and returns the newest
 * end.
 */

import type { Config } from '../core/config/config.ts'
import { messageOf } from '../core/errors.ts'
import { isDeviceKey } from '../core/signatures/keys.ts'
import type { Store } from '../core/store/store.ts'
import type { Witness } from '../services/activity/contract-schemas.ts'
import { checkWitness, newestWitness, readWitnesses, witnessText } from '../services/activity/witness.ts'

interface WitnessDeps {
  readonly config: Pick<Config, 'secrets' | 'deployment'>
  readonly store: () => Store
  readonly note: (event: string, facts: object) => void
  /** An end of the log that this instance has read already. */
  readonly known?: Witness | undefined
}

/**
 * Returns the newest end of the log for the reply; undefined if the log is empty, or if the store is older than the end
 * in `text` or cannot be read. Devices ask often: one that sends no end of the log gets the known one, which costs no call
 * of the store.
 */
export async function witnessFor(
  text: string,
  keyid: string,
  { config, store, note, known }: WitnessDeps,
): Promise<string | undefined> {
  try {
    const secrets = config.secrets()
    const witness = readWitnesses(text, secrets)[0]
    const mayStore = config.deployment !== 'preview'
    if (!witness && isDevice(keyid)) return known && witnessText(known, secrets)
    const newest = await checkWitness(witness, { store: store(), by: keyid, mayStore })
    if (witness && !newest) note('store_older', { by: keyid, seq: witness.seq, at: witness.at })
    return newest && witnessText(newest, secrets)
  } catch (error) {
    note('witness_unread', { by: keyid, cause: messageOf(error) })
    return undefined
  }
}

/**
 * Compares the store with the end of the log that a browser has in its cookie, before a form of it does anything. Text
 * that no deployment of these secrets has made costs no call of the store.
 * @returns whether the store is older; all acts have then stopped
 */
export async function isOlderThanSeen(text: string, by: string, deps: WitnessDeps): Promise<boolean> {
  if (readWitnesses(text, deps.config.secrets()).length === 0) return false
  return (await witnessFor(text, by, deps)) === undefined
}

/** Returns the newest end of the log for a cookie; undefined if there is none or the store cannot be read. */
export async function newestSeen({ config, store, note }: WitnessDeps): Promise<string | undefined> {
  try {
    const newest = await newestWitness(store())
    return newest && witnessText(newest, config.secrets())
  } catch (error) {
    note('witness_unread', { by: 'console', cause: messageOf(error) })
    return undefined
  }
}

function isDevice(keyid: string): boolean {
  const [, scopes = ''] = keyid.split(':')
  return isDeviceKey(scopes.split('+'))
}
