import { readConfig } from '../../core/config/config.ts'
import { type Environment, invalid } from '../../core/config/environment.ts'
import { type SectionFaults, type SectionReaders, settingFaults } from '../../core/config/faults.ts'
import { FORMS } from '../../core/config/forms.ts'
import { prefixOf, SERVICE_NAMES } from '../../core/config/services.ts'
import { phrase } from '../../core/language/catalogue.ts'

/** The sections that must be valid in every deployment. */
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

/** The secrets of each section. A line break pasted with a secret does harm, and the host's page does not show it. */
const SECRETS: Readonly<Record<string, readonly string[]>> = {
  signing: ['KURA_SECRETS'],
  sealKeys: ['KURA_SEAL_KEYS'],
  store: ['UPSTASH_REDIS_REST_TOKEN', 'KV_REST_API_TOKEN'],
  cron: ['CRON_SECRET'],
  noticesWebhook: ['KURA_NOTICES_WEBHOOK'],
  accounting: ['ACCOUNTING_CLIENT_ID', 'ACCOUNTING_CLIENT_SECRET'],
  registrar: ['REGISTRAR_TOKEN'],
  chat: ['CHAT_BOT_TOKENS'],
}

/** @throws AppError `settings_invalid` if a secret has a space or a line break at its ends */
function refuseSpace(env: Environment, section: string): void {
  const name = SECRETS[section]?.find(secret => env[secret] !== env[secret]?.trim())
  if (name !== undefined) throw invalid(name, phrase(FORMS.noSpace))
}

/** The faults of each section. A service without any setting is left out. */
export function deploymentFaults(env: Environment): SectionFaults[] {
  const used = SERVICE_NAMES.filter(service =>
    Object.keys(env).some(name => name.startsWith(prefixOf(service)) && env[name]),
  )
  const readers: SectionReaders = Object.fromEntries(
    [...NEEDED, ...used].map(section => [
      section,
      (given: Environment) => {
        readConfig(given)[section]()
        refuseSpace(given, section)
      },
    ]),
  )
  return settingFaults(env, readers)
}
