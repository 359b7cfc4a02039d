import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { provideDeps } from '../../../lib/app/core.ts'
import { deriveKey } from '../../../lib/cli/operator/key.ts'
import { REGISTRAR_SCOPES } from '../../../lib/cli/registrar/client.ts'
import { demonstrateRegistrar, startRegistrarSandbox } from '../../../lib/cli/start/registrar-demo.ts'
import { createOutput } from '../../../lib/cli/terminal/output.ts'
import { readConfig } from '../../../lib/config.ts'
import { startHost } from '../../../lib/host/host.ts'
import { TEST_SECRET } from '../../helpers/functions.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

test('npm start shows a quote and a dry run of the registrar sandbox, and nothing is bought', async () => {
  const cwd = await temporaryDirectory()
  const registrar = await startRegistrarSandbox({}, {})
  onTestFinished(() => registrar?.close())
  const host = await startHost({ root: ROOT, port: 0, log: () => undefined })
  onTestFinished(() => host.close())
  const env = {
    ...registrar?.settings,
    KURA_URL: host.url,
    KURA_SECRETS: `1:${TEST_SECRET.toString('base64url')}`,
    KURA_STORE_FILE: join(cwd, 'store.db'),
  }
  provideDeps({ env, log: () => undefined })
  let shown = ''
  const sink = {
    write(text: string) {
      shown += text
    },
  }
  const context = {
    env,
    config: readConfig(env),
    cwd,
    now: Date.now,
    signal: new AbortController().signal,
    output: () => createOutput({ out: sink, err: sink, json: false }),
    ask: () => Promise.reject(new Error('nothing is asked')),
    exit: () => undefined,
  }
  const key = deriveKey(context, { name: 'operator', scopes: REGISTRAR_SCOPES })
  await mkdir(join(cwd, '.kura'))
  await writeFile(join(cwd, '.kura/operator.json'), JSON.stringify(key))
  await demonstrateRegistrar(registrar, context)
  expect(shown).toContain(`sandbox of the registrar at ${registrar?.url}`)
  expect(shown).toContain('each start uses a new team without domains')
  expect(shown).toMatch(/quote +price +US\$11\.25 for 1 year\n/)
  expect(shown).toMatch(/quote +contact +complete\n/)
  expect(shown).toMatch(/purchase +would buy +kura-demo\.com for 1 year, US\$11\.25, auto-renew off\n/)
  expect(shown).toMatch(/purchase +dry run: nothing was bought\n$/)
})

describe('startRegistrarSandbox()', () => {
  test('starts nothing if a registrar is set', async () => {
    expect(await startRegistrarSandbox({ REGISTRAR_TOKEN: 'own' }, {})).toBeUndefined()
  })

  test('uses a new team at each start, which owns none of the domains that were forgotten', async () => {
    const starts = [await startRegistrarSandbox({}, {}), await startRegistrarSandbox({}, {})]
    onTestFinished(async () => void (await Promise.all(starts.map(start => start?.close()))))
    const teams = starts.map(start => start?.settings['REGISTRAR_TEAM_ID'])
    expect(new Set(teams).size).toBe(2)
    for (const team of teams) expect(team).toMatch(/^team_sandbox_[0-9a-f]{8}$/)
  })

  test('starts again with the settings that an earlier start wrote', async () => {
    const before = { REGISTRAR_TOKEN: 'sandbox-registrar-token', REGISTRAR_BASE_URL: 'http://127.0.0.1:1' }
    const registrar = await startRegistrarSandbox({ ...before, REGISTRAR_PURCHASES: 'off' }, before)
    onTestFinished(() => registrar?.close())
    expect(registrar?.settings).toMatchObject({
      REGISTRAR_BASE_URL: registrar?.url,
      REGISTRAR_PURCHASES: 'off',
    })
  })
})
