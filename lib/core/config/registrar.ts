import { phrase } from '../language/catalogue.ts'
import {
  type Environment,
  invalid,
  privateUrlOf,
  type ServiceSettings,
  section,
  switchOf,
} from './environment.ts'
import { FORMS } from './forms.ts'

/** The most that may be spent, in integer cents of US dollars. */
export interface SpendingCaps {
  readonly order: number
  readonly day: number
  readonly month: number
}

export interface RegistrarSettings {
  readonly token: string
  /** The team's id, sent with every call (document 2, What the service does). */
  readonly teamId: string
  readonly baseUrl: string
  /** Whether REGISTRAR_PURCHASES is `on`. The caps are then set. */
  readonly purchases: boolean
  /** The caps. Undefined if purchases are off and not all three caps are set. */
  readonly caps: SpendingCaps | undefined
}

const TEAM = { REGISTRAR_TOKEN: 'A', REGISTRAR_TEAM_ID: 'A' }
const CAPS = { REGISTRAR_CAP_ORDER: '1', REGISTRAR_CAP_DAY: '1', REGISTRAR_CAP_MONTH: '1' }

export const registrar: ServiceSettings<RegistrarSettings> = {
  selectedBy: 'REGISTRAR_TOKEN',
  placeholders: { ...TEAM, ...CAPS },
  read: settingsOf,
}

function settingsOf(env: Environment): RegistrarSettings {
  const purchases = switchOf('REGISTRAR_PURCHASES', env['REGISTRAR_PURCHASES'])
  return section(env, Object.keys({ ...TEAM, ...(purchases && CAPS) }), () => ({
    token: tokenOf(env['REGISTRAR_TOKEN'] ?? ''),
    teamId: env['REGISTRAR_TEAM_ID'] ?? '',
    baseUrl: privateUrlOf('REGISTRAR_BASE_URL', env['REGISTRAR_BASE_URL'] || 'https://api.vercel.com'),
    purchases,
    caps: capsOf(env),
  }))
}

/** Refuses a token that cannot be the value of a header, because a call's error would quote the token. */
function tokenOf(text: string): string {
  const token = text.trim()
  if (/^[\x21-\x7e]+$/.test(token)) return token
  throw invalid('REGISTRAR_TOKEN', phrase(FORMS.registrarToken))
}

function capsOf(env: Environment): SpendingCaps | undefined {
  const names = Object.keys(CAPS)
  if (names.some(name => !env[name])) return undefined
  const [order = 0, day = 0, month = 0] = names.map(name => centsOf(name, env[name] ?? ''))
  return { order, day, month }
}

function centsOf(name: string, text: string): number {
  if (!/^[0-9]{1,9}$/.test(text)) throw invalid(name, phrase(FORMS.cents))
  return Number(text)
}
