import { describe, expect, test } from 'vitest'
import {
  ensureDevelopmentSettings,
  overDevelopmentSettings,
  readDevelopmentSettings,
  rememberSettings,
  withDevelopmentSettings,
} from '../../lib/cli/development.ts'
import { temporaryDirectory } from '../helpers/temporary-directory.ts'

const STAND_IN = { ACCOUNTING_CLIENT_ID: 'stand-in', ACCOUNTING_BASE_URL: 'http://127.0.0.1:4000' }

async function remembered(settings: Record<string, string>): Promise<string> {
  const cwd = await temporaryDirectory()
  await ensureDevelopmentSettings(cwd)
  await rememberSettings(cwd, settings)
  return cwd
}

describe('rememberSettings()', () => {
  test('replaces what was remembered and keeps the rest', async () => {
    const cwd = await remembered({ KURA_URL: 'http://127.0.0.1:4001', ...STAND_IN })
    const before = readDevelopmentSettings(cwd)
    await rememberSettings(cwd, { ACCOUNTING_BASE_URL: 'http://127.0.0.1:4002' })
    expect(readDevelopmentSettings(cwd)).toEqual({ ...before, ACCOUNTING_BASE_URL: 'http://127.0.0.1:4002' })
    expect(before['KURA_URL']).toBe('http://127.0.0.1:4001')
    expect(before['KURA_SECRETS']).toMatch(/^1:/)
  })
})

describe('development settings', () => {
  test('stand beneath the environment', async () => {
    const cwd = await remembered(STAND_IN)
    const env = withDevelopmentSettings({ KURA_TIMEZONE: 'UTC' }, cwd)
    expect(env).toMatchObject({ ...STAND_IN, KURA_TIMEZONE: 'UTC', CRON_SECRET: expect.any(String) })
  })

  test('do not count beside secrets or an address of its own', async () => {
    const cwd = await remembered(STAND_IN)
    expect(withDevelopmentSettings({ KURA_URL: 'https://kura.example' }, cwd)).toEqual({
      KURA_URL: 'https://kura.example',
    })
  })

  test('of a stand-in are left out where the service is set: its secret never goes to another address', async () => {
    const cwd = await remembered(STAND_IN)
    const env = overDevelopmentSettings({ ACCOUNTING_CLIENT_ID: 'own' }, cwd)
    expect(env['ACCOUNTING_CLIENT_ID']).toBe('own')
    expect(env).not.toHaveProperty('ACCOUNTING_BASE_URL')
  })
})
