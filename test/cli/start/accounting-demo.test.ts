import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { provideSurroundings } from '../../../lib/app/core.ts'
import type { CliContext } from '../../../lib/cli/context.ts'
import { deriveKey } from '../../../lib/cli/operator/key.ts'
import { demonstrateAccounting, startLocalBooks } from '../../../lib/cli/start/accounting-demo.ts'
import { createOutput } from '../../../lib/cli/terminal/output.ts'
import { readConfig } from '../../../lib/config.ts'
import { startHost } from '../../../lib/host/host.ts'
import { TEST_SECRET } from '../../helpers/functions.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const secret = `1:${TEST_SECRET.toString('base64url')}`

/** The surroundings of `npm start`, and what it writes. */
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

test('against the stand-in, the books show token, companies, a dry run and a journal', async () => {
  const cwd = await temporaryDirectory()
  const books = await startLocalBooks({}, {})
  onTestFinished(() => books?.close())
  const host = await startHost({ root: ROOT, port: 0, log: () => undefined })
  onTestFinished(() => host.close())
  const env = {
    ...books?.settings,
    KURA_URL: host.url,
    KURA_SECRETS: secret,
    KURA_SEAL_KEYS: secret,
    KURA_STORE_FILE: join(cwd, 'store.db'),
  }
  provideSurroundings({ env, log: () => undefined })
  const { context, shown } = terminal(env, cwd)
  const key = deriveKey(context, { name: 'operator', scopes: ['accounting.read', 'accounting.write'] })
  await mkdir(join(cwd, '.kura'))
  await writeFile(join(cwd, '.kura/operator.json'), JSON.stringify(key))
  await demonstrateAccounting(context, books)
  expect(shown()).toContain(`stand-in at ${books?.url}`)
  expect(shown()).toMatch(/token +state +current\n/)
  expect(shown()).toMatch(/companies +1234567, office number 8101234567, admin\n/)
  expect(shown()).toMatch(/deal +dry run, .*: 189 課対仕入（控80）10%\n/)
  expect(shown()).toMatch(/journal +2026-04-10 +消耗品費 +課対仕入8%（軽） +540/)
})

describe('startLocalBooks()', () => {
  test('leaves an application of its own alone', async () => {
    expect(await startLocalBooks({ ACCOUNTING_CLIENT_ID: 'own' }, {})).toBeUndefined()
  })

  test('starts again where an earlier start has left its settings', async () => {
    const before = { ACCOUNTING_CLIENT_ID: 'sandbox-client', ACCOUNTING_BASE_URL: 'http://127.0.0.1:1' }
    const books = await startLocalBooks({ ...before, ACCOUNTING_WRITES: 'off' }, before)
    onTestFinished(() => books?.close())
    expect(books?.settings).toMatchObject({ ACCOUNTING_BASE_URL: books?.url, ACCOUNTING_WRITES: 'off' })
  })
})
