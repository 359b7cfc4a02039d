/** Finds all faults in the settings of a deployment. */

import { readConfig } from '../../core/config/config.ts'
import type { Environment } from '../../core/config/environment.ts'
import { type SectionFaults, type SectionReaders, settingFaults } from '../../core/config/faults.ts'
import { prefixOf, SERVICE_NAMES } from '../../core/config/services.ts'

/** The sections of the settings that every deployment needs. */
const NEEDED = [
  'hosting',
  'paused',
  'approvesByPasskey',
  'approveAbove',
  'signing',
  'sealKeys',
  'store',
  'cron',
  'locale',
  'noticesWebhook',
] as const

/** Returns the faults of the settings of `env`, without the services that have no setting at all. */
export function deploymentFaults(env: Environment): SectionFaults[] {
  const used = SERVICE_NAMES.filter(service =>
    Object.keys(env).some(name => name.startsWith(prefixOf(service)) && env[name]),
  )
  const readers: SectionReaders = Object.fromEntries(
    [...NEEDED, ...used].map(section => [section, (given: Environment) => readConfig(given)[section]()]),
  )
  return settingFaults(env, readers)
}
