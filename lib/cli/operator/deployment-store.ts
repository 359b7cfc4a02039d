import { isLoopback } from '../../core/config/loopback.ts'
import { AppError } from '../../core/errors.ts'
import type { CliContext } from '../context.ts'

/**
 * Refuses the embedded store if KURA_URL names another machine, because the deployment there would not see the records
 * of this store.
 * @throws AppError `settings_missing`
 */
export function refuseOtherStore({ config, env }: Pick<CliContext, 'config' | 'env'>): void {
  if (!env['KURA_URL'] || config.store().kind !== 'embedded') return
  const url = config.url()
  if (isLoopback(new URL(url).hostname)) return
  const lacking = ['UPSTASH_REDIS_REST_URL', 'UPSTASH_REDIS_REST_TOKEN']
  throw new AppError(
    'settings_missing',
    `Cannot act for ${url} with the store of this machine: ${lacking.join(' and ')} are not set`,
    {
      hint: 'set the database of the deployment, or unset KURA_URL to work with the local host',
      details: { missing: lacking },
    },
  )
}
