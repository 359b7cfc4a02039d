import { hasCode } from '../../core/errors.ts'
import { readRevocations } from '../../core/signatures/revocations.ts'
import { createOverview, type DistributionOverview } from '../../services/distribution/overview.ts'
import { type Core, lazy } from '../core.ts'
import '../../services/device-words.ts'

export function overviewOf(core: Core): () => DistributionOverview {
  const { config, store } = core
  return lazy(() =>
    createOverview({
      releaseDir: config.releaseDir,
      store,
      revoked: () => revokedKeys(core),
      deployment: config.deployment,
    }),
  )
}

/**
 * Returns the keys that a record in the store or KURA_REVOKED revokes. Without the settings of signatures, KURA_REVOKED
 * is not read.
 * @throws AppError `store_unavailable`
 */
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
