/**
 * The environment as one typed object, read in sections: a function asks for the sections that it uses, and a section
 * reports all that it misses in one error. Nothing else reads the environment. No value ever stands in an error.
 */
import { AppError } from './errors.ts'

/** `process.env`, or a test's own. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Secrets by epoch, newest first. */
export interface EpochSecret {
  readonly epoch: string
  readonly secret: Buffer
}

export interface SigningSettings {
  /** The `host[:port]` values under which this deployment is called. */
  readonly authorities: readonly string[]
  readonly secrets: readonly EpochSecret[]
  /** Revoked keyids that need no store. */
  readonly revoked: readonly string[]
}

export type StoreSettings =
  | { readonly kind: 'upstash'; readonly url: string; readonly token: string }
  | { readonly kind: 'embedded'; readonly file: string }

/** The application at the accounting service, where the service is, and what may be done there. */
export interface AccountingSettings {
  readonly clientId: string
  readonly clientSecret: string
  /** The API's address, without the version's path. */
  readonly baseUrl: string
  readonly tokenUrl: string
  readonly authorizeUrl: string
  /** Where the authorization page leads to; `urn:ietf:wg:oauth:2.0:oob` makes it show the code. */
  readonly redirectUri: string
  /** ACCOUNTING_WRITES is `on`. */
  readonly writes: boolean
  /** The tax schedule that was chosen explicitly. */
  readonly schedule: string | undefined
}

/** The most that may be spent on domains, in integer cents of US dollars. */
export interface SpendingCaps {
  readonly order: number
  readonly day: number
  readonly month: number
}

/** The team at the registrar, where the service is, and what may be bought there. */
export interface RegistrarSettings {
  readonly token: string
  /** Goes along with every call (document 2, What the service does). */
  readonly teamId: string
  readonly baseUrl: string
  /** REGISTRAR_PURCHASES is `on`; the caps are then set. */
  readonly purchases: boolean
  /** Undefined where nothing may be bought and not all three are set. */
  readonly caps: SpendingCaps | undefined
}

/** The bots at the chat platform, where the platform is, and the server that they serve. */
export interface ChatSettings {
  /** Bot tokens; each is still to prove that it is one. */
  readonly tokens: readonly string[]
  /** The platform's address, without the version's path. */
  readonly baseUrl: string
  readonly guildId: string
  /** Where notices and the status message go; undefined leaves them to the command line and the log. */
  readonly noticesChannelId: string | undefined
}

export interface CronSettings {
  /** What the host's cron sends along. */
  readonly secret: string
}

/** Where the code runs: at home, or on the host as a preview or as production. */
export type Deployment = 'local' | 'preview' | 'production'

export interface Config {
  readonly deployment: Deployment
  readonly timezone: string
  readonly releaseDir: string | undefined
  /** The folder of the publisher's keys: KURA_KEY_DIR. */
  readonly keyDir: string | undefined
  /** The passphrase of the publisher's keys: KURA_PASSPHRASE. */
  readonly passphrase: string | undefined
  /** Where the user's own settings lie: XDG_CONFIG_HOME. */
  readonly configHome: string | undefined
  /** Where this deployment is called: KURA_URL. */
  url(): string
  signing(): SigningSettings
  secrets(): readonly EpochSecret[]
  sealKeys(): readonly EpochSecret[]
  store(): StoreSettings
  accounting(): AccountingSettings
  registrar(): RegistrarSettings
  chat(): ChatSettings
  /** The variables that hold a person's chat token and are set; kura reads their names only. */
  readonly userTokens: readonly string[]
  cron(): CronSettings
}

/** A config over `env`; a section is parsed when it is first asked for. */
export function readConfig(env: Environment): Config {
  const deployment = deploymentOf(env)
  return {
    deployment,
    timezone: env['KURA_TIMEZONE'] || 'Asia/Tokyo',
    releaseDir: env['KURA_RELEASE_DIR'] || undefined,
    keyDir: env['KURA_KEY_DIR'] || undefined,
    passphrase: env['KURA_PASSPHRASE'] || undefined,
    configHome: env['XDG_CONFIG_HOME'] || undefined,
    url: () => section(env, ['KURA_URL'], () => urlOf('KURA_URL', env['KURA_URL'] ?? '')),
    signing: once(() =>
      section(env, ['KURA_SECRETS', env['KURA_AUTHORITIES'] ? 'KURA_AUTHORITIES' : 'KURA_URL'], () => ({
        authorities: authoritiesOf(env),
        secrets: ring('KURA_SECRETS', env['KURA_SECRETS'] ?? ''),
        revoked: words(env['KURA_REVOKED'] ?? ''),
      })),
    ),
    secrets: once(() =>
      section(env, ['KURA_SECRETS'], () => ring('KURA_SECRETS', env['KURA_SECRETS'] ?? '')),
    ),
    sealKeys: once(() =>
      section(env, ['KURA_SEAL_KEYS'], () => ring('KURA_SEAL_KEYS', env['KURA_SEAL_KEYS'] ?? '')),
    ),
    store: once(() => storeOf(env, deployment)),
    accounting: once(() =>
      section(env, ['ACCOUNTING_CLIENT_ID', 'ACCOUNTING_CLIENT_SECRET'], () => accountingOf(env)),
    ),
    registrar: once(() => registrarOf(env)),
    chat: once(() => section(env, ['CHAT_BOT_TOKENS', 'CHAT_GUILD_ID'], () => chatOf(env))),
    userTokens: USER_TOKENS.filter(name => env[name]),
    cron: once(() => section(env, ['CRON_SECRET'], () => cronOf(env))),
  }
}

function deploymentOf(env: Environment): Deployment {
  if (!env['VERCEL']) return 'local'
  return env['VERCEL_ENV'] === 'production' ? 'production' : 'preview'
}

function storeOf(env: Environment, deployment: Deployment): StoreSettings {
  const url = env['UPSTASH_REDIS_REST_URL'] || env['KV_REST_API_URL']
  const token = env['UPSTASH_REDIS_REST_TOKEN'] || env['KV_REST_API_TOKEN']
  if (url && token) return { kind: 'upstash', url: urlOf('UPSTASH_REDIS_REST_URL', url), token }
  const halfSet = Boolean(url) !== Boolean(token)
  if (deployment === 'local' && !halfSet)
    return { kind: 'embedded', file: env['KURA_STORE_FILE'] || '.kura/store.db' }
  const lacking = [...(url ? [] : ['UPSTASH_REDIS_REST_URL']), ...(token ? [] : ['UPSTASH_REDIS_REST_TOKEN'])]
  throw missing(lacking)
}

function accountingOf(env: Environment): AccountingSettings {
  const address = (name: string, fallback: string) => urlOf(name, env[name] || fallback)
  const accounts = 'https://accounts.secure.freee.co.jp/public_api'
  return {
    clientId: env['ACCOUNTING_CLIENT_ID'] ?? '',
    clientSecret: env['ACCOUNTING_CLIENT_SECRET'] ?? '',
    baseUrl: address('ACCOUNTING_BASE_URL', 'https://api.freee.co.jp'),
    tokenUrl: address('ACCOUNTING_TOKEN_URL', `${accounts}/token`),
    authorizeUrl: address('ACCOUNTING_AUTHORIZE_URL', `${accounts}/authorize`),
    redirectUri: env['ACCOUNTING_REDIRECT_URI'] || 'urn:ietf:wg:oauth:2.0:oob',
    writes: switchOf('ACCOUNTING_WRITES', env['ACCOUNTING_WRITES']),
    schedule: env['ACCOUNTING_SCHEDULE'] || undefined,
  }
}

const CAPS = ['REGISTRAR_CAP_ORDER', 'REGISTRAR_CAP_DAY', 'REGISTRAR_CAP_MONTH']

function registrarOf(env: Environment): RegistrarSettings {
  const purchases = switchOf('REGISTRAR_PURCHASES', env['REGISTRAR_PURCHASES'])
  const needed = ['REGISTRAR_TOKEN', 'REGISTRAR_TEAM_ID', ...(purchases ? CAPS : [])]
  return section(env, needed, () => ({
    token: env['REGISTRAR_TOKEN'] ?? '',
    teamId: env['REGISTRAR_TEAM_ID'] ?? '',
    baseUrl: urlOf('REGISTRAR_BASE_URL', env['REGISTRAR_BASE_URL'] || 'https://api.vercel.com'),
    purchases,
    caps: capsOf(env),
  }))
}

function capsOf(env: Environment): SpendingCaps | undefined {
  if (CAPS.some(name => !env[name])) return undefined
  const [order = 0, day = 0, month = 0] = CAPS.map(name => centsOf(name, env[name] ?? ''))
  return { order, day, month }
}

function centsOf(name: string, text: string): number {
  if (!/^[0-9]{1,9}$/.test(text)) throw invalid(name, 'a whole number of cents, such as 2000 for 20 dollars')
  return Number(text)
}

/** The names under which some tools keep a person's token. */
const USER_TOKENS = ['DISCORD_USER_TOKEN', 'CHAT_USER_TOKEN']

function chatOf(env: Environment): ChatSettings {
  const channel = env['CHAT_NOTICES_CHANNEL_ID']
  return {
    tokens: words(env['CHAT_BOT_TOKENS'] ?? '').map(botToken),
    baseUrl: urlOf('CHAT_BASE_URL', env['CHAT_BASE_URL'] || 'https://discord.com/api'),
    guildId: identifier('CHAT_GUILD_ID', env['CHAT_GUILD_ID'] ?? ''),
    noticesChannelId: channel ? identifier('CHAT_NOTICES_CHANNEL_ID', channel) : undefined,
  }
}

function identifier(name: string, text: string): string {
  if (!/^[1-9][0-9]{0,19}$/.test(text)) throw invalid(name, 'an identifier, digits only')
  return text
}

/** Refuses what is known not to be a bot's token (OAuth's, a person's); whether it is one, the platform says. */
function botToken(text: string): string {
  const [, id = ''] = /^([A-Za-z0-9_-]+)\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{20,}$/.exec(text) ?? []
  if (/^[0-9]{1,20}$/.test(Buffer.from(id, 'base64url').toString())) return text
  throw invalid(
    'CHAT_BOT_TOKENS',
    "bots' tokens alone, never a person's: that puts the whole account at risk",
  )
}

const SHORTEST_CRON_SECRET = 16

function cronOf(env: Environment): CronSettings {
  const secret = env['CRON_SECRET'] ?? ''
  const fits = secret.length >= SHORTEST_CRON_SECRET && /^[!-~]+$/.test(secret)
  if (!fits)
    throw invalid('CRON_SECRET', `${SHORTEST_CRON_SECRET} or more printable characters without spaces`)
  return { secret }
}

/** Anything but a plain `on` or `off` is refused: a misspelt switch must not look like a decision. */
function switchOf(name: string, text = 'off'): boolean {
  if (!['', 'on', 'off'].includes(text)) throw invalid(name, '"on" or "off"')
  return text === 'on'
}

function section<T>(env: Environment, names: readonly string[], parse: () => T): T {
  const lacking = names.filter(name => !env[name])
  if (lacking.length > 0) throw missing(lacking)
  return parse()
}

function missing(names: readonly string[]): AppError {
  return new AppError('settings_missing', `Cannot work without the settings ${names.join(', ')}`, {
    hint: 'set them in the environment of the host, or locally in .env; .env.example says what each one is',
    details: { missing: names },
  })
}

function invalid(name: string, wanted: string): AppError {
  return new AppError('settings_invalid', `Cannot use the setting ${name}: wanted ${wanted}`, {
    hint: '.env.example shows its form',
  })
}

/** `2:<base64url>,1:<base64url>`, newest first, each secret at least 32 bytes. */
function ring(name: string, text: string): EpochSecret[] {
  const secrets = words(text).map(word => {
    const match = /^([0-9]{1,9}):([A-Za-z0-9_-]+)$/.exec(word)
    const secret = Buffer.from(match?.[2] ?? '', 'base64url')
    if (!match?.[1] || secret.length < 32)
      throw invalid(name, '"2:<base64url>,1:<base64url>", each at least 32 bytes')
    return { epoch: match[1], secret }
  })
  const epochs = secrets.map(({ epoch }) => epoch)
  if (secrets.length === 0 || new Set(epochs).size < epochs.length) throw invalid(name, 'each epoch once')
  return secrets
}

function authoritiesOf(env: Environment): string[] {
  const given = words(env['KURA_AUTHORITIES'] ?? '').map(authority => authority.toLowerCase())
  if (!given.every(isAuthority))
    throw invalid('KURA_AUTHORITIES', '"kura.example.com, …": host or host:port, no scheme')
  const own = given.length > 0 ? given : [new URL(urlOf('KURA_URL', env['KURA_URL'] ?? '')).host]
  // the names that the host itself gives to a deployment, a preview's among them
  const deployed = words(`${env['VERCEL_URL'] ?? ''},${env['VERCEL_BRANCH_URL'] ?? ''}`)
  return [...own, ...deployed]
}

/** `host` or `host:port` as a serialised address has it. */
function isAuthority(text: string): boolean {
  return [`https://${text}`, `http://${text}`].some(url => URL.canParse(url) && new URL(url).host === text)
}

function urlOf(name: string, text: string): string {
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw invalid(name, 'an address that starts with https://')
  return text.replace(/\/+$/, '')
}

function words(text: string): string[] {
  return text
    .split(',')
    .map(word => word.trim())
    .filter(word => word !== '')
}

function once<T>(parse: () => T): () => T {
  let value: { readonly parsed: T } | undefined
  return () => {
    value ??= { parsed: parse() }
    return value.parsed
  }
}
