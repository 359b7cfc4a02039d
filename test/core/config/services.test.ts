import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Environment } from '../../../lib/core/config/environment.ts'
import {
  isSetting,
  prefixOf,
  SERVICE_NAMES,
  SERVICE_SETTINGS,
  type ServiceName,
} from '../../../lib/core/config/services.ts'

/** Returns the names of the settings that `service` reads if none is missing or invalid. */
function settingsRead(service: ServiceName): string[] {
  const names = new Set<string>()
  const { placeholders, read } = SERVICE_SETTINGS[service]
  const recorded: Environment = new Proxy(placeholders, {
    get(settings: Environment, name: string) {
      names.add(name)
      return settings[name]
    },
  })
  read(recorded)
  return [...names]
}

describe.each(SERVICE_NAMES)('the settings of %s', service => {
  const names = settingsRead(service)

  test('begin with its name, and are settings of kura', () => {
    expect(names.filter(name => !name.startsWith(prefixOf(service)))).toEqual([])
    expect(names.filter(name => !isSetting(name))).toEqual([])
  })

  test('are in .env.example', () => {
    const lines = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8').split('\n')
    expect(names.filter(name => !lines.some(line => line.replace(/^#/, '').startsWith(`${name}=`)))).toEqual(
      [],
    )
  })

  test('include the one that selects the own account', () => {
    expect(names).toContain(SERVICE_SETTINGS[service].selectedBy)
  })

  test('have no placeholder that is not read, and cannot be read without a value', () => {
    const { placeholders, read } = SERVICE_SETTINGS[service]
    expect(Object.keys(placeholders).filter(name => !names.includes(name))).toEqual([])
    expect(() => read({})).toThrow(expect.objectContaining({ code: 'settings_missing' }))
  })
})

test.each(['PATH', 'KURA', 'KURA_', 'kura_url', 'REGISTRARS_TOKEN', 'SETUP_PLAN'])(
  '%s is no setting',
  name => {
    expect(isSetting(name)).toBe(false)
  },
)
test.each(['KURA_URL', 'UPSTASH_REDIS_REST_URL', 'KV_REST_API_TOKEN', 'CRON_SECRET'])(
  '%s is a setting',
  name => {
    expect(isSetting(name)).toBe(true)
  },
)
