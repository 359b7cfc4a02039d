import { type Environment, privateUrlOf, type ServiceSettings, section, switchOf } from './environment.ts'

export interface AccountingSettings {
  readonly clientId: string
  readonly clientSecret: string
  /** The address of the API, without the path of the version. */
  readonly baseUrl: string
  readonly tokenUrl: string
  readonly authorizeUrl: string
  /** The address to which the authorization on the command line redirects. */
  readonly redirectUri: string
  /** Whether ACCOUNTING_WRITES is `on`. */
  readonly writes: boolean
  /** The deduction schedule. Undefined if none was chosen. */
  readonly schedule: string | undefined
}

/** With this redirect address, the authorization page shows its code (document 1, the accounting service). */
export const OUT_OF_BAND = 'urn:ietf:wg:oauth:2.0:oob'

/** The reply header with the id of the request. */
export const ACCOUNTING_REQUEST_ID = 'x-freee-request-id'

const NEEDED = { ACCOUNTING_CLIENT_ID: 'A', ACCOUNTING_CLIENT_SECRET: 'A' }

export const accounting: ServiceSettings<AccountingSettings> = {
  selectedBy: 'ACCOUNTING_CLIENT_ID',
  placeholders: NEEDED,
  read: env => section(env, Object.keys(NEEDED), () => settingsOf(env)),
}

function settingsOf(env: Environment): AccountingSettings {
  const address = (name: string, fallback: string) => privateUrlOf(name, env[name] || fallback)
  const accounts = 'https://accounts.secure.freee.co.jp/public_api'
  return {
    clientId: env['ACCOUNTING_CLIENT_ID'] ?? '',
    clientSecret: env['ACCOUNTING_CLIENT_SECRET'] ?? '',
    baseUrl: address('ACCOUNTING_BASE_URL', 'https://api.freee.co.jp'),
    tokenUrl: address('ACCOUNTING_TOKEN_URL', `${accounts}/token`),
    authorizeUrl: address('ACCOUNTING_AUTHORIZE_URL', `${accounts}/authorize`),
    redirectUri: env['ACCOUNTING_REDIRECT_URI'] || OUT_OF_BAND,
    writes: switchOf('ACCOUNTING_WRITES', env['ACCOUNTING_WRITES']),
    schedule: env['ACCOUNTING_SCHEDULE'] || undefined,
  }
}
