import { provideDeps } from '../../app/core.ts'
import { isLoopback } from '../../core/config/loopback.ts'
import { AppError } from '../../core/errors.ts'
import type { CliContext } from '../context.ts'
import { notingFetch } from '../network.ts'

/**
 * Lets the functions run in this process, without their log on the terminal.
 * @throws AppError `settings_missing` if the settings name a deployment without its store
 */
export function provideStoreHere(context: CliContext): void {
  refuseOtherStore(context)
  const { env, now } = context
  provideDeps({ env, now, log: () => undefined, fetch: notingFetch(context.output({})) })
}

/**
 * Refuses this machine's embedded store for a deployment on another machine, which would not see the records.
 * @throws AppError `settings_missing`
 */
export function refuseOtherStore({ config, env }: Pick<CliContext, 'config' | 'env'>): void {
  if (!env['KURA_URL'] || config.store().kind !== 'embedded') return
  const url = config.url()
  if (isLoopback(new URL(url).hostname)) return
  const lacking = ['UPSTASH_REDIS_REST_URL', 'UPSTASH_REDIS_REST_TOKEN']
  const message = `Cannot act for ${url} with the store of this machine: ${lacking.join(' and ')} are not set`
  throw new AppError('settings_missing', message, {
    hint: 'set the database of the deployment, or unset KURA_URL to work with the local host',
    details: { missing: lacking },
  })
}
