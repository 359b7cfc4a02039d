import { describe, expect, onTestFinished, test } from 'vitest'
import {
  demonstrateAccounting,
  startAccountingSandbox,
} from '../../../../lib/cli/commands/start/accounting-demo.ts'
import { demonstrated } from './demonstrated.ts'

test('npm start shows the token, companies, a dry run and a journal of the accounting sandbox', async () => {
  const sandbox = await startAccountingSandbox({})
  onTestFinished(() => sandbox?.close())
  const shown = await demonstrated(sandbox?.settings, ['accounting.read', 'accounting.write'], context =>
    demonstrateAccounting(sandbox, context),
  )
  expect(shown).toContain(`sandbox of the accounting service at ${sandbox?.url}`)
  expect(shown).toMatch(/token +state +current\n/)
  expect(shown).toMatch(/companies +1234567, office number 8101234567, admin\n/)
  expect(shown).toMatch(/deal +dry run, .*: 189 課対仕入（控80）10%\n/)
  expect(shown).toMatch(/journal +2026-04-10 +消耗品費 +課対仕入8%（軽） +540/)
})

describe('startAccountingSandbox()', () => {
  test('starts nothing if an application is set', async () => {
    expect(await startAccountingSandbox({ ACCOUNTING_CLIENT_ID: 'own' })).toBeUndefined()
  })
})
