import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import type { Environment } from '../../../core/config/environment.ts'
import { isSetting, prefixOf, SERVICE_NAMES, SERVICE_SETTINGS } from '../../../core/config/services.ts'
import { ENV_FILE } from '../setup/progress.ts'

const OF_THE_PERSON = ['KURA_TIMEZONE', 'KURA_LANGUAGE']
/** In `.env` these settings have no effect on `npm start`, because `.env` is meant for the deployment. */
const OF_ONE_RUN = ['KURA_PAUSED']

export interface PracticeEnvironment {
  readonly env: Environment
  readonly unused: readonly string[]
  /** Whether the environment names a remote that would be used with live remotes. */
  readonly hasRemotes: boolean
}

/** Returns the part of `given` that the practice world uses. `given` also contains the settings of `.env` in `cwd`. */
export function practiceEnvironment(
  given: Environment,
  { cwd, live }: { cwd: string; live: boolean },
): PracticeEnvironment {
  const file = join(cwd, ENV_FILE)
  const stored = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
  const isUsed = (name: string) =>
    !isSetting(name) ||
    OF_THE_PERSON.includes(name) ||
    (OF_ONE_RUN.includes(name) && !(name in stored)) ||
    (live && SERVICE_NAMES.some(service => name.startsWith(prefixOf(service))))
  const set = Object.entries(given).filter(([, value]) => value)
  return {
    env: Object.fromEntries(set.filter(([name]) => isUsed(name))),
    unused: set.map(([name]) => name).filter(name => !isUsed(name)),
    hasRemotes: SERVICE_NAMES.some(service => given[SERVICE_SETTINGS[service].selectedBy]),
  }
}
