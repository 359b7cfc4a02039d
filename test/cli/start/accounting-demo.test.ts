import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { provideDeps } from '../../../lib/app/core.ts'
import type { CliContext } from '../../../lib/cli/context.ts'
import { deriveKey } from '../../../lib/cli/operator/key.ts'
import { demonstrateAccounting, startAccountingSandbox } from '../../../lib/cli/start/accounting-demo.ts'
import { createOutput } from '../../../lib/cli/terminal/output.ts'
import { readConfig } from '../../../lib/config.ts'
import { startHost } from '../../../lib/host/host.ts'
import { TEST_SECRET } from '../../helpers/functions.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const secret = `1:${TEST_SECRET.toString('base64url')}`

/** The context of `npm start`, and what it writes. */
function terminal(env: Record<string, string | undefined>, cwd: string) {
  let text = ''
  const sink = {
    write(line: string) {
      text += line
    },
  }
  const context: CliContext = {
    env,
    config: readConfig(env),
    cwd,
    now: Date.now,
    signal: new AbortController().signal,
    output: () => createOutput({ out: sink, err: sink, json: false }),
    ask: () => Promise.reject(new Error('nothing is asked')),
    exit: () => undefined,
  }
  return { context, shown: () => text }
}

test('npm start shows the token, companies, a dry run and a journal of the accounting sandbox', async () => {
  const cwd = await temporaryDirectory()
  const sandbox = await startAccountingSandbox({}, {})
  onTestFinished(() => sandbox?.close())
  const host = await startHost({ root: ROOT, port: 0, log: () => undefined })
  onTestFinished(() => host.close())
  const env = {
    ...sandbox?.settings,
    KURA_URL: host.url,
    KURA_SECRETS: secret,
    KURA_SEAL_KEYS: secret,
    KURA_STORE_FILE: join(cwd, 'store.db'),
  }
  provideDeps({ env, log: () => undefined })
  const { context, shown } = terminal(env, cwd)
  const key = deriveKey(context, { name: 'operator', scopes: ['accounting.read', 'accounting.write'] })
  await mkdir(join(cwd, '.kura'))
  await writeFile(join(cwd, '.kura/operator.json'), JSON.stringify(key))
  await demonstrateAccounting(sandbox, context)
  expect(shown()).toContain(`sandbox of the accounting service at ${sandbox?.url}`)
  expect(shown()).toMatch(/token +state +current\n/)
  expect(shown()).toMatch(/companies +1234567, office number 8101234567, admin\n/)
  expect(shown()).toMatch(/deal +dry run, .*: 189 課対仕入（控80）10%\n/)
  expect(shown()).toMatch(/journal +2026-04-10 +消耗品費 +課対仕入8%（軽） +540/)
})

describe('startAccountingSandbox()', () => {
  test('starts nothing if an application is set', async () => {
    expect(await startAccountingSandbox({ ACCOUNTING_CLIENT_ID: 'own' }, {})).toBeUndefined()
  })

  test('starts again with the settings that an earlier start wrote', async () => {
    const before = { ACCOUNTING_CLIENT_ID: 'sandbox-client', ACCOUNTING_BASE_URL: 'http://127.0.0.1:1' }
    const sandbox = await startAccountingSandbox({ ...before, ACCOUNTING_WRITES: 'off' }, before)
    onTestFinished(() => sandbox?.close())
    expect(sandbox?.settings).toMatchObject({ ACCOUNTING_BASE_URL: sandbox?.url, ACCOUNTING_WRITES: 'off' })
  })
})
