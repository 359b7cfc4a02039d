/** The services that a company may leave out. Config, faults, `kura setup` and `npm start` follow this table. */
import { accounting } from './accounting.ts'
import { chat } from './chat.ts'
import { type Environment, once, type ServiceSettings } from './environment.ts'
import { registrar } from './registrar.ts'

export const SERVICE_SETTINGS = { accounting, registrar, chat }

export type ServiceName = keyof typeof SERVICE_SETTINGS

export const SERVICE_NAMES = Object.keys(SERVICE_SETTINGS) as readonly ServiceName[]

export type ServiceSections = {
  readonly [Name in ServiceName]: () => ReturnType<(typeof SERVICE_SETTINGS)[Name]['read']>
}

export function serviceSections(env: Environment): ServiceSections {
  const sections = Object.entries<ServiceSettings<unknown>>(SERVICE_SETTINGS).map(([name, { read }]) => [
    name,
    once(() => read(env)),
  ])
  return Object.fromEntries(sections) as ServiceSections
}

/** The beginning of the names of a service's settings, such as `CHAT_`. */
export function prefixOf(service: ServiceName): string {
  return `${service.toUpperCase()}_`
}

const PREFIXES = ['KURA_', 'UPSTASH_', 'KV_', 'CRON_', ...SERVICE_NAMES.map(prefixOf)]
const SETTING = new RegExp(`^(?:${PREFIXES.join('|')})[A-Z0-9_]+$`)

export function isSetting(name: string): boolean {
  return SETTING.test(name)
}
