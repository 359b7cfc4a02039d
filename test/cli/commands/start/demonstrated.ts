/** The output of `npm start` about a service: its demonstration on a local host, with an operator's key. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import { provideDeps } from '../../../../lib/app/core.ts'
import type { CliContext } from '../../../../lib/cli/context.ts'
import { deriveKey } from '../../../../lib/cli/operator/key-file.ts'
import { createOutput } from '../../../../lib/cli/terminal/output.ts'
import { readConfig } from '../../../../lib/core/config/config.ts'
import type { Environment } from '../../../../lib/core/config/environment.ts'
import type { Scope } from '../../../../lib/core/signatures/keys.ts'
import { startHost } from '../../../../sandbox/host/host.ts'
import { TEST_SECRET } from '../../../helpers/functions.ts'
import { temporaryDirectory } from '../../../helpers/temporary-directory.ts'

const ROOT = resolve(import.meta.dirname, '../../../..')
const SECRET = `1:${TEST_SECRET.toString('base64url')}`

/** Runs `demonstrate` with the `settings` of a sandbox, and returns its output. */
export async function demonstrated(
  settings: Environment | undefined,
  scopes: readonly Scope[],
  demonstrate: (context: CliContext) => Promise<unknown>,
): Promise<string> {
  const cwd = await temporaryDirectory()
  const host = await startHost({ root: ROOT, port: 0, log: () => undefined })
  onTestFinished(() => host.close())
  const env = {
    ...settings,
    KURA_URL: host.url,
    KURA_SECRETS: SECRET,
    KURA_SEAL_KEYS: SECRET,
    KURA_STORE_FILE: join(cwd, 'store.db'),
  }
  provideDeps({ env, log: () => undefined })
  const { context, shown } = terminal(env, cwd)
  const key = deriveKey(context, { name: 'operator', scopes })
  await mkdir(join(cwd, '.kura'))
  await writeFile(join(cwd, '.kura/operator.json'), JSON.stringify(key))
  await demonstrate(context)
  return shown()
}

function terminal(env: Environment, cwd: string) {
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
