/** Finds all faults of the settings, because reading a section would name only its first invalid value. */
import { failureOf, hasCode } from '../errors.ts'
import { catalogue, phrase } from '../language/catalogue.ts'
import type { Reason } from '../phrase.ts'
import type { Environment } from './environment.ts'
import { SERVICE_SETTINGS } from './services.ts'

export interface SectionFaults {
  readonly section: string
  readonly missing: readonly string[]
  /** Sentences, each with an invalid setting and the required form, but never with the value. */
  readonly invalid: readonly Reason[]
}

const WORDS = catalogue('settings.faults', {
  item: { en: '{name}: expected {form}', ja: '{name}（正しい値：{form}）' },
})

/** The function that reads each section. It throws AppError `settings_missing` or `settings_invalid`. */
export type SectionReaders = Readonly<Record<string, (env: Environment) => unknown>>

/** Values in place of missing or invalid settings, so that reading finds the next fault. The result is not used. */
const PLACEHOLDERS: Environment = {
  VERCEL_ENV: 'production',
  KURA_URL: 'https://kura.invalid',
  KURA_SECRETS: `1:${'A'.repeat(43)}`,
  KURA_SEAL_KEYS: `1:${'A'.repeat(43)}`,
  CRON_SECRET: 'A'.repeat(43),
  UPSTASH_REDIS_REST_URL: 'https://store.invalid',
  UPSTASH_REDIS_REST_TOKEN: 'A',
  KV_REST_API_TOKEN: 'A',
  KURA_NOTICES_WEBHOOK: 'https://notices.invalid',
  ...Object.assign({}, ...Object.values(SERVICE_SETTINGS).map(({ placeholders }) => placeholders)),
}

export function settingFaults(env: Environment, readers: SectionReaders): SectionFaults[] {
  return Object.entries(readers).map(([section, read]) => ({ section, ...faultsOf(env, read) }))
}

function faultsOf(env: Environment, read: (env: Environment) => unknown): Omit<SectionFaults, 'section'> {
  const missing = new Set<string>()
  const invalid = new Map<string, Reason>()
  for (;;) {
    const known = [...missing, ...invalid.keys()]
    const filled = Object.fromEntries(known.map(name => [name, PLACEHOLDERS[name]]))
    const fault = faultOf(() => read({ ...env, ...filled }))
    if (!fault || fault.names.every(name => known.includes(name)))
      return { missing: [...missing], invalid: [...invalid.values()] }
    for (const name of fault.names) {
      if (fault.sentence) invalid.set(name, fault.sentence)
      else missing.add(name)
    }
  }
}

interface Fault {
  readonly names: readonly string[]
  /** The sentence about an invalid setting. Undefined if settings are missing. */
  readonly sentence?: Reason
}

function faultOf(read: () => unknown): Fault | undefined {
  try {
    read()
    return undefined
  } catch (error) {
    if (hasCode(error, 'settings_invalid'))
      return { names: [settingIn(error.message)], sentence: failureOf(error) }
    if (!hasCode(error, 'settings_missing')) throw error
    const { missing } = error.details
    return { names: Array.isArray(missing) ? missing : [] }
  }
}

/** The fault as an item of a list: the setting and its form if the fault has both, otherwise the whole fault. */
export function settingFault(fault: Reason): Reason {
  const { name, form } = typeof fault === 'string' ? {} : fault.values
  return name === undefined || form === undefined ? fault : phrase(WORDS.item, { name, form })
}

/** Returns `CHAT_BOT_TOKENS` for `Cannot use the setting CHAT_BOT_TOKENS, token 2: …`, or an empty text. */
export function settingIn(message: string): string {
  return /the setting ([A-Z0-9_]+)/.exec(message)?.[1] ?? ''
}
