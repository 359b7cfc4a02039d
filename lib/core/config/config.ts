/** The settings from the environment. One error names all settings that a section lacks, and quotes no value. */

import { dirname } from 'node:path'
import { phrase } from '../language/catalogue.ts'
import { defaultLanguage, isLanguage, type Locale } from '../language/language.ts'
import { USER_TOKENS } from './chat.ts'
import { checkHosting, type Deployment, deploymentOf } from './deployment.ts'
import {
  type Environment,
  invalid,
  missing,
  once,
  privateUrlOf,
  section,
  switchOf,
  urlOf,
  words,
} from './environment.ts'
import { FORMS } from './forms.ts'
import { type ProtectionHeaders, protectionOf } from './protection.ts'
import { type ServiceSections, serviceSections } from './services.ts'

export interface EpochSecret {
  readonly epoch: string
  readonly secret: Buffer
}

/** The secrets, each with its epoch, the newest first. */
export type EpochSecrets = readonly [EpochSecret, ...EpochSecret[]]

export interface SigningSettings {
  /** The names, as `host[:port]`, under which callers reach this host. */
  readonly authorities: readonly string[]
  readonly secrets: EpochSecrets
  /** The keyids of KURA_REVOKED, which are revoked even if there is no store. */
  readonly revoked: readonly string[]
}

export type StoreSettings =
  | { readonly kind: 'upstash'; readonly url: string; readonly token: string }
  | { readonly kind: 'embedded'; readonly file: string }

export interface CronSettings {
  /** The secret that the host's cron sends with its calls. */
  readonly secret: string
}

export interface RunningCode {
  readonly version: string
  readonly region?: string
}

export interface Config extends ServiceSections {
  readonly deployment: Deployment
  /** Throws if this runs at a host whose settings do not say whether this is production. */
  hosting(): void
  /** Whether KURA_PAUSED stops all acts. */
  paused(): boolean
  /** Whether KURA_APPROVALS demands passkeys. The scope `approve` of signed keys then has no effect. */
  approvesByPasskey(): boolean
  /** The amount of KURA_APPROVE_ABOVE, in yen. Two people approve a deal above this amount. */
  approveAbove(): number | undefined
  readonly running: RunningCode
  readonly timezone: string
  /** The language and the time zone, from KURA_LANGUAGE and KURA_TIMEZONE. */
  locale(): Locale
  /** Whether KURA_LANGUAGE is set. If it is not, the language follows from the time zone. */
  readonly hasLanguage: boolean
  readonly releaseDir: string | undefined
  /** The folder for local files, which is the folder of KURA_STORE_FILE even if another store is in use. */
  readonly stateDir: string
  /** The folder of the publisher's keys, from KURA_KEY_DIR. */
  readonly keyDir: string | undefined
  /** The passphrase of the publisher's keys, from KURA_PASSPHRASE. */
  readonly passphrase: string | undefined
  /** The folder of XDG_CONFIG_HOME. */
  readonly configHome: string | undefined
  /** The headers that contain KURA_PROTECTION_BYPASS. */
  protection(): ProtectionHeaders
  /** The address of KURA_URL. */
  url(): string
  signing(): SigningSettings
  secrets(): EpochSecrets
  sealKeys(): EpochSecrets
  store(): StoreSettings
  /** Variables that are set and may contain a person's chat token; kura does not read their values. */
  readonly userTokens: readonly string[]
  cron(): CronSettings
  noticesWebhook(): string | undefined
}

/** Reads the settings. A section is parsed when it is first used. */
export function readConfig(env: Environment): Config {
  const deployment = deploymentOf(env)
  return {
    deployment,
    hosting: () => checkHosting(env),
    paused: once(() => switchOf('KURA_PAUSED', env['KURA_PAUSED'])),
    approvesByPasskey: once(() => approvesByPasskey(env['KURA_APPROVALS'])),
    approveAbove: once(() => approveAboveOf(env['KURA_APPROVE_ABOVE'])),
    running: runningOf(env),
    timezone: timezoneOf(env),
    locale: once(() => localeOf(env)),
    hasLanguage: Boolean(env['KURA_LANGUAGE']),
    releaseDir: env['KURA_RELEASE_DIR'] || undefined,
    stateDir: dirname(storeFileOf(env)),
    keyDir: env['KURA_KEY_DIR'] || undefined,
    passphrase: env['KURA_PASSPHRASE'] || undefined,
    configHome: env['XDG_CONFIG_HOME'] || undefined,
    protection: once(() => protectionOf(env)),
    url: () => section(env, ['KURA_URL'], () => urlOf('KURA_URL', env['KURA_URL'] ?? '')),
    signing: once(() =>
      section(env, ['KURA_SECRETS', env['KURA_AUTHORITIES'] ? 'KURA_AUTHORITIES' : 'KURA_URL'], () => ({
        authorities: authoritiesOf(env),
        secrets: ring(env, 'KURA_SECRETS'),
        revoked: words(env['KURA_REVOKED'] ?? ''),
      })),
    ),
    secrets: once(() => section(env, ['KURA_SECRETS'], () => ring(env, 'KURA_SECRETS'))),
    sealKeys: once(() => section(env, ['KURA_SEAL_KEYS'], () => ring(env, 'KURA_SEAL_KEYS'))),
    store: once(() => storeOf(env, deployment)),
    ...serviceSections(env),
    userTokens: USER_TOKENS.filter(name => env[name]),
    noticesWebhook: once(() => webhookOf(env)),
    cron: once(() => section(env, ['CRON_SECRET'], () => cronOf(env))),
  }
}

function runningOf(env: Environment): RunningCode {
  const region = env['VERCEL_REGION']
  const version = env['VERCEL_DEPLOYMENT_ID'] || env['VERCEL_GIT_COMMIT_SHA'] || 'local'
  return { version, ...(region && { region }) }
}

function approvesByPasskey(text: string | undefined): boolean {
  if (!text || text === 'key') return false
  if (text === 'passkey') return true
  throw invalid('KURA_APPROVALS', phrase(FORMS.approvals))
}

function approveAboveOf(text: string | undefined): number | undefined {
  if (!text) return undefined
  if (/^[0-9]{1,12}$/.test(text)) return Number(text)
  throw invalid('KURA_APPROVE_ABOVE', phrase(FORMS.yen))
}

function storeFileOf(env: Environment): string {
  return env['KURA_STORE_FILE'] || '.kura/store.db'
}

function storeOf(env: Environment, deployment: Deployment): StoreSettings {
  const url = env['UPSTASH_REDIS_REST_URL'] || env['KV_REST_API_URL']
  const token = env['UPSTASH_REDIS_REST_TOKEN'] || env['KV_REST_API_TOKEN']
  if (url && token) return { kind: 'upstash', url: privateUrlOf('UPSTASH_REDIS_REST_URL', url), token }
  const halfSet = Boolean(url) !== Boolean(token)
  if (deployment === 'local' && !halfSet) return { kind: 'embedded', file: storeFileOf(env) }
  const lacking = [...(url ? [] : ['UPSTASH_REDIS_REST_URL']), ...(token ? [] : ['UPSTASH_REDIS_REST_TOKEN'])]
  throw missing(lacking)
}

const SHORTEST_CRON_SECRET = 16

function cronOf(env: Environment): CronSettings {
  const secret = env['CRON_SECRET'] ?? ''
  const fits = secret.length >= SHORTEST_CRON_SECRET && /^[!-~]+$/.test(secret)
  if (!fits) throw invalid('CRON_SECRET', phrase(FORMS.cron, { least: SHORTEST_CRON_SECRET }))
  return { secret }
}

/** Parses `2:<base64url>,1:<base64url>`: secrets by epoch, the newest first, each at least 32 bytes. */
function ring(env: Environment, name: string): EpochSecrets {
  const secrets = words(env[name] ?? '').map(word => {
    const match = /^([0-9]{1,9}):([A-Za-z0-9_-]+)$/.exec(word)
    const secret = Buffer.from(match?.[2] ?? '', 'base64url')
    if (!match?.[1] || secret.length < 32) throw invalid(name, phrase(FORMS.secrets))
    return { epoch: match[1], secret }
  })
  const [newest, ...older] = secrets
  const epochs = new Set(secrets.map(({ epoch }) => epoch))
  if (!newest || epochs.size < secrets.length) throw invalid(name, phrase(FORMS.epochs))
  return [newest, ...older]
}

function authoritiesOf(env: Environment): string[] {
  const given = words(env['KURA_AUTHORITIES'] ?? '').map(authority => authority.toLowerCase())
  if (!given.every(isAuthority)) throw invalid('KURA_AUTHORITIES', phrase(FORMS.authorities))
  const own = given.length > 0 ? given : [new URL(urlOf('KURA_URL', env['KURA_URL'] ?? '')).host]
  // the host gives every deployment these names, even a preview
  const deployed = words(`${env['VERCEL_URL'] ?? ''},${env['VERCEL_BRANCH_URL'] ?? ''}`)
  return [...own, ...deployed]
}

/** Whether the text is `host` or `host:port`, as in a serialised address. */
function isAuthority(text: string): boolean {
  return [`https://${text}`, `http://${text}`].some(url => URL.canParse(url) && new URL(url).host === text)
}

const DEFAULT_TIMEZONE = 'Asia/Tokyo'

function timezoneOf(env: Environment): string {
  return env['KURA_TIMEZONE'] || DEFAULT_TIMEZONE
}

/** @throws AppError `settings_invalid` if kura does not speak the language, or does not know the time zone */
function localeOf(env: Environment): Locale {
  const timezone = timezoneOf(env)
  const language = env['KURA_LANGUAGE'] || defaultLanguage(timezone)
  if (!isLanguage(language)) throw invalid('KURA_LANGUAGE', phrase(FORMS.language))
  if (!isTimezone(timezone)) throw invalid('KURA_TIMEZONE', phrase(FORMS.timezone))
  return { language, timezone }
}

function isTimezone(name: string): boolean {
  // the default needs no check, because the first object of `Intl` takes some 10 ms at every cold start
  if (name === DEFAULT_TIMEZONE) return true
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** @throws AppError `settings_invalid` unless the address is https, or http on this machine */
function webhookOf(env: Environment): string | undefined {
  const text = env['KURA_NOTICES_WEBHOOK']
  return text ? privateUrlOf('KURA_NOTICES_WEBHOOK', text) : undefined
}
