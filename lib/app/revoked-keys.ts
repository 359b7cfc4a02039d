/** The keys that are revoked, in the store or by KURA_REVOKED. */
import { hasCode } from '../errors.ts'
import { readRevocations } from '../signatures/revocations.ts'
import type { Core } from './core.ts'

/** The revoked keyids; without the settings of signatures only those of the store. @throws AppError `store_unavailable` */
export async function revokedKeys({ config, store }: Pick<Core, 'config' | 'store'>): Promise<Set<string>> {
  const listed = (await readRevocations(store())).filter(({ state }) => state === 'revoked')
  return new Set([...floorOf(config), ...listed.map(({ keyid }) => keyid)])
}

function floorOf(config: Core['config']): readonly string[] {
  try {
    return config.signing().revoked
  } catch (error) {
    if (hasCode(error, 'settings_missing')) return []
    throw error
  }
}
