/** Serves the accounting functions on a loopback socket, with an authorized credential at the accounting sandbox. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { optionsOf } from '../../../lib/app/accounting-access.ts'
import { type Core, type CoreDeps, createCore } from '../../../lib/app/core.ts'
import { routesOfAccounting } from '../../../lib/app/functions/accounting.ts'
import { routesOfJournals } from '../../../lib/app/functions/journals.ts'
import type { Route } from '../../../lib/core/http/router.ts'
import type { Scope } from '../../../lib/core/signatures/keys.ts'
import { authorizeHere } from '../../../lib/services/accounting/tokens/authorize/here.ts'
import { authorize } from '../../services/accounting/tokens/world.ts'
import { keyText, serveFunction } from '../functions.ts'
import { temporaryDirectory } from '../temporary-directory.ts'
import { type RunningSandbox, startAccountingSandbox } from './accounting-sandbox.ts'

const SEAL_KEYS = `1:${Buffer.alloc(32, 9).toString('base64url')}`
const OPERATOR: readonly Scope[] = ['accounting.read', 'accounting.write', 'approve']

interface Asked {
  readonly method?: string
  readonly json?: unknown
  readonly scopes?: readonly Scope[]
}

/** Serves both functions on one socket, with the routes of `more`, and with an authorized credential. */
export async function serveAccounting(
  env: Record<string, string> = {},
  running?: RunningSandbox,
  { more = () => [], ...deps }: Partial<CoreDeps> & { more?: (core: Core) => readonly Route[] } = {},
) {
  const service = running ?? (await startAccountingSandbox())
  const folder = await temporaryDirectory()
  const settings = {
    KURA_SEAL_KEYS: SEAL_KEYS,
    KURA_STORE_FILE: join(folder, 'store.db'),
    ...service.settings,
    ACCOUNTING_WRITES: 'on',
    ...env,
  }
  const both = (core: Core) => [...routesOfAccounting(core), ...routesOfJournals(core), ...more(core)]
  const served = await serveFunction(both, { env: settings, ...deps })
  const core = createCore({
    env: { ...settings, VERCEL: undefined, VERCEL_ENV: undefined },
    now: deps.now ?? Date.now,
    clock: () => performance.now(),
    fetch,
    log: () => undefined,
    openStore: deps.openStore ?? (async () => served.store),
  })
  await authorize(authorizeHere(optionsOf(core, { name: 'test' })))
  const ask = async (path: string, { method = 'GET', json, scopes = OPERATOR }: Asked = {}) => {
    const body = json === undefined ? {} : { body: JSON.stringify(json) }
    const response = await served.call(`/api/accounting${path}`, { method, scopes, name: 'hana', ...body })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
  }
  const post = (path: string, json?: unknown, scopes?: readonly Scope[]) =>
    ask(path, { method: 'POST', json, ...(scopes && { scopes }) })
  /** Writes the file of an operator's key, for the command line. */
  const keyFile = async (scopes: readonly Scope[] = OPERATOR) => {
    const keyid = `hana:${scopes.join('+')}:1`
    const path = join(folder, 'operator.json')
    await writeFile(path, keyText(served.url, keyid))
    return path
  }
  return { ...served, service, ask, post, keyFile }
}
