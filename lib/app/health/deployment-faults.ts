/** Everything that is wrong with the settings of a deployment, at once. */

import { readConfig } from '../../core/config/config.ts'
import type { Environment } from '../../core/config/environment.ts'
import { type SectionFaults, type SectionReaders, settingFaults } from '../../core/config/faults.ts'

/** The sections that every deployment needs. */
const NEEDED = ['hosting', 'signing', 'sealKeys', 'store', 'cron', 'locale'] as const
/** The sections of services that a company may leave out, and the prefixes of their settings. */
const SERVICES = { accounting: 'ACCOUNTING_', registrar: 'REGISTRAR_', chat: 'CHAT_' } as const

/** The faults of the settings of `env`, without the services that have no setting at all. */
export function deploymentFaults(env: Environment): SectionFaults[] {
  const used = Object.entries(SERVICES).filter(([, prefix]) =>
    Object.keys(env).some(name => name.startsWith(prefix) && env[name]),
  )
  const sections = [...NEEDED, ...used.map(([service]) => service as keyof typeof SERVICES)]
  const readers: SectionReaders = Object.fromEntries(
    sections.map(section => [section, (given: Environment) => readConfig(given)[section]()]),
  )
  return settingFaults(env, readers)
}
