import type { Config } from '../core/config/config.ts'
import { messageOf } from '../core/errors.ts'
import { isDeviceKey, parseKeyid } from '../core/signatures/keys.ts'
import type { Store } from '../core/store/store.ts'
import type { Witness } from '../services/activity/contract-schemas.ts'
import { checkWitness, readWitnesses, witnessText } from '../services/activity/witness.ts'

interface WitnessDeps {
  readonly config: Pick<Config, 'secrets' | 'deployment'>
  readonly store: () => Store
  readonly note: (event: string, facts: object) => void
  readonly known?: Witness | undefined
}

/**
 * Checks the store against the end of the activity log in `text`, and returns the newest end for the reply. Returns
 * undefined if the store is older or cannot be read. A device that sends no end gets `known`, without a call of the
 * store.
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

function isDevice(keyid: string): boolean {
  const key = parseKeyid(keyid)
  return key !== undefined && isDeviceKey(key.scopes)
}
