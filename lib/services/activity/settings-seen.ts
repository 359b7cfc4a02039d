/** Stores the beginnings of salted digests, because a value such as `on` could be found from its plain digest. */
import { randomBytes } from 'node:crypto'
import { isSetting } from '../../core/config/services.ts'
import { sha256 } from '../../core/release/envelope.ts'
import type { Store } from '../../core/store/store.ts'
import { jsonFormat, update } from '../../core/store/update.ts'
import type { StoredSettings } from './contract-schemas.ts'

const KEY = 'activity/settings'
/** The characters of a digest that are kept: enough to see a change, too few to recover a value. */
const KEPT = 4

type Environment = Readonly<Record<string, string | undefined>>

const format = jsonFormat({
  parse: async stored => (await import('./contract-schemas.ts')).storedSettings.parse(stored),
})

/** The names of changed settings, sorted. */
export interface SettingsChange {
  readonly added: readonly string[]
  readonly changed: readonly string[]
  readonly removed: readonly string[]
}

/** The changes since the settings were last recorded; `by` and `at` say by whom and when. */
export async function changedSettings(
  env: Environment,
  store: Store,
): Promise<SettingsChange & Partial<Pick<StoredSettings, 'by' | 'at'>>> {
  const { record } = await store.read(KEY)
  const seen = record && (await format.parse(record.value))
  return { ...changeOf(seen, env), ...(seen && { by: seen.by, at: seen.at }) }
}

/** Records the settings, and returns the changes since the last time. */
export function recordSettings(
  { env, by }: { env: Environment; by: string },
  store: Store,
): Promise<SettingsChange> {
  const fresh = randomBytes(16).toString('base64url')
  return update<StoredSettings, SettingsChange>(store, {
    key: KEY,
    format,
    transition(seen, now) {
      const salt = seen?.salt ?? fresh
      const next = { salt, settings: digestsOf(env, salt), by, at: new Date(now).toISOString() }
      return { write: next, result: changeOf(seen, env) }
    },
  })
}

function changeOf(
  seen: Pick<StoredSettings, 'salt' | 'settings'> | undefined,
  env: Environment,
): SettingsChange {
  const before = seen?.settings ?? {}
  const now = digestsOf(env, seen?.salt ?? '')
  return {
    added: Object.keys(now).filter(name => before[name] === undefined),
    changed: Object.keys(now).filter(name => before[name] !== undefined && before[name] !== now[name]),
    removed: Object.keys(before).filter(name => now[name] === undefined),
  }
}

function digestsOf(env: Environment, salt: string): Record<string, string> {
  const set = Object.entries(env).filter(([name, value]) => isSetting(name) && value)
  return Object.fromEntries(
    set
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, value]) => [name, sha256(`${salt}\n${name}\n${value}`).slice(0, KEPT)]),
  )
}
