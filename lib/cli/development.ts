import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import type { Environment } from '../core/config/environment.ts'
import { prefixOf, SERVICE_NAMES, SERVICE_SETTINGS } from '../core/config/services.ts'
import { writeFileAtomic } from '../core/disk/atomic-file.ts'

export const DEVELOPMENT = {
  folder: '.kura',
  settings: '.kura/env',
  keys: '.kura/keys',
  release: '.kura/release',
  store: '.kura/store.db',
  operator: '.kura/operator.json',
  agent: '.kura/agent.json',
  mcp: '.kura/mcp.json',
  devices: '.kura/devices',
  demo: '.kura/devices/demo',
  log: '.kura/host.log',
  setup: '.kura/setup.json',
  lock: '.kura/start',
  sandboxes: '.kura/sandboxes',
  example: '.kura/example',
} as const

const PRIVATE_FOLDER = 0o700
const PRIVATE_FILE = 0o600

/**
 * Adds the development settings. If `env` sets secrets or an address, `env` is returned unchanged, because a command
 * for a real deployment must not use any development setting.
 */
export function withDevelopmentSettings(
  env: Environment,
  cwd: string,
): { env: Environment; development: boolean } {
  const own = Boolean(env['KURA_SECRETS'] || env['KURA_URL'])
  if (own || !existsSync(join(cwd, DEVELOPMENT.settings))) return { env, development: false }
  return { env: overDevelopmentSettings(env, cwd), development: true }
}

/** `env` overrides the development settings. If `env` sets a service, the settings of its sandbox are left out. */
export function overDevelopmentSettings(env: Environment, cwd: string): Environment {
  const own = SERVICE_NAMES.filter(name => env[SERVICE_SETTINGS[name].selectedBy]).map(prefixOf)
  const remembered = Object.entries(readDevelopmentSettings(cwd)).filter(
    ([name]) => !own.some(prefix => name.startsWith(prefix)),
  )
  const set = Object.entries(env).filter(([, value]) => value !== '')
  return { ...Object.fromEntries(remembered), ...Object.fromEntries(set) }
}

export function readDevelopmentSettings(cwd: string): Environment {
  const path = join(cwd, DEVELOPMENT.settings)
  return existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {}
}

export async function ensureDevelopmentSettings(cwd: string): Promise<{ created: boolean }> {
  await mkdir(join(cwd, DEVELOPMENT.folder), { recursive: true })
  await chmod(join(cwd, DEVELOPMENT.folder), PRIVATE_FOLDER)
  const path = join(cwd, DEVELOPMENT.settings)
  if (existsSync(path)) return { created: false }
  await writeFileAtomic(path, developmentSettings(), { mode: PRIVATE_FILE })
  return { created: true }
}

/** Stores settings that may change with each start. */
export async function rememberSettings(
  cwd: string,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const path = join(cwd, DEVELOPMENT.settings)
  const before = readFileSync(path, 'utf8')
  const kept = before
    .split('\n')
    .filter(line => !Object.keys(settings).some(name => line.startsWith(`${name}=`)))
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  const changed = [...kept.filter(line => line !== ''), ...lines, ''].join('\n')
  if (changed !== before) await writeFileAtomic(path, changed, { mode: PRIVATE_FILE })
}

function developmentSettings(): string {
  const secret = () => randomBytes(32).toString('base64url')
  return [
    '# Development settings of this machine, created by npm start; delete the folder .kura to create new ones.',
    'KURA_URL=http://localhost:3000',
    `KURA_SECRETS=1:${secret()}`,
    `KURA_SEAL_KEYS=1:${secret()}`,
    `CRON_SECRET=${secret()}`,
    `KURA_RELEASE_DIR=${DEVELOPMENT.release}`,
    `KURA_KEY_DIR=${DEVELOPMENT.keys}`,
    `KURA_STORE_FILE=${DEVELOPMENT.store}`,
    '',
  ].join('\n')
}
