import { describe, expect, onTestFinished, test } from 'vitest'
import { REGISTRAR_SCOPES } from '../../../../lib/cli/commands/registrar/client.ts'
import {
  demonstrateRegistrar,
  startRegistrarSandbox,
} from '../../../../lib/cli/commands/start/registrar-demo.ts'
import { demonstrated } from './demonstrated.ts'

test('npm start shows a quote and a dry run of the registrar sandbox, and nothing is bought', async () => {
  const registrar = await startRegistrarSandbox({})
  onTestFinished(() => registrar?.close())
  const shown = await demonstrated(registrar?.settings, REGISTRAR_SCOPES, context =>
    demonstrateRegistrar(registrar, context),
  )
  expect(shown).toContain(`sandbox of the registrar at ${registrar?.url}`)
  expect(shown).toMatch(/quote +price +US\$11\.25\n/)
  expect(shown).toMatch(/quote +contact +complete\n/)
  expect(shown).toMatch(/purchase +would buy +kura-demo\.com for one year, US\$11\.25, auto-renew off\n/)
  expect(shown).toMatch(/purchase +dry run: nothing was bought\n$/)
})

describe('startRegistrarSandbox()', () => {
  test('starts nothing if a registrar is set', async () => {
    expect(await startRegistrarSandbox({ REGISTRAR_TOKEN: 'own' })).toBeUndefined()
  })

  test('uses a new team at each start that keeps no state, which owns none of the domains that were forgotten', async () => {
    const starts = [await startRegistrarSandbox({}), await startRegistrarSandbox({})]
    onTestFinished(async () => void (await Promise.all(starts.map(start => start?.close()))))
    const teams = starts.map(start => start?.settings['REGISTRAR_TEAM_ID'])
    expect(new Set(teams).size).toBe(2)
    for (const team of teams) expect(team).toMatch(/^team_sandbox_[0-9a-f]{8}$/)
  })
})
