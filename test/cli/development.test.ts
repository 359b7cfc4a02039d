import { describe, expect, test } from 'vitest'
import { ensureDevelopmentSettings, withDevelopmentSettings } from '../../lib/cli/development.ts'
import { temporaryDirectory } from '../helpers/temporary-directory.ts'

describe('withDevelopmentSettings()', () => {
  test('finds the settings that npm start created, for what the environment does not set', async () => {
    const dir = await temporaryDirectory()
    await ensureDevelopmentSettings(dir)
    const { env, development } = withDevelopmentSettings({ KURA_TIMEZONE: 'UTC', CRON_SECRET: '' }, dir)
    expect({ development, timezone: env['KURA_TIMEZONE'] }).toEqual({ development: true, timezone: 'UTC' })
    expect(env['KURA_SECRETS']).toMatch(/^1:/)
    expect(env['CRON_SECRET']).toMatch(/^[\w-]{43}$/)
  })

  test('a command for a deployment never uses a part of them', async () => {
    const dir = await temporaryDirectory()
    await ensureDevelopmentSettings(dir)
    const given = { KURA_URL: 'https://kura.example' }
    expect(withDevelopmentSettings(given, dir)).toEqual({ env: given, development: false })
  })

  test('without them the environment is unchanged', async () => {
    expect(withDevelopmentSettings({}, await temporaryDirectory())).toEqual({ env: {}, development: false })
  })

  test('they are created once', async () => {
    const dir = await temporaryDirectory()
    expect(await ensureDevelopmentSettings(dir)).toEqual({ created: true })
    const { env } = withDevelopmentSettings({}, dir)
    expect(await ensureDevelopmentSettings(dir)).toEqual({ created: false })
    expect(withDevelopmentSettings({}, dir).env).toEqual(env)
  })
})
