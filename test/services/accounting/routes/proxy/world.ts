/** The proxy over a sandbox whose calls are compared with the service's description, and its answers with kura's. */
import { expect } from 'vitest'
import { createHandler } from '../../../../../lib/core/http/handler.ts'
import { routeSource } from '../../../../../lib/core/http/router.ts'
import { serveContract } from '../../../../../lib/core/http/serve.ts'
import type { Trace } from '../../../../../lib/core/http/trace.ts'
import { accountingContract } from '../../../../../lib/services/accounting/contract.ts'
import { createAccountingClient } from '../../../../../lib/services/accounting/remote/client.ts'
import { createCompanyDirectory } from '../../../../../lib/services/accounting/remote/companies.ts'
import { accountingHandlers } from '../../../../../lib/services/accounting/routes/handlers.ts'
import { answerProblems } from '../../../../helpers/http/described-answers.ts'
import { createMemoryStore } from '../../../../helpers/memory-store.ts'
import { clientDeps, createTestTokens } from '../../../../helpers/remotes/accounting-client.ts'
import type { RunningSandbox } from '../../../../helpers/remotes/accounting-sandbox.ts'
import { createDealDeps, storeConfirmation } from '../../deals/world.ts'

export const NUMBER = '8101234567'
const BASE = 'https://kura.example/api/accounting'

export const DEAL = {
  case: 'receipt 1',
  company_id: NUMBER,
  issue_date: '令和8年6月1日',
  details: [{ account_item: '消耗品費', rate: 10, qualified: true, amount: 1100 }],
}

/** Serves the proxy over the sandbox; its caller is an operator with `scopes`. */
export function createProxy(
  running: RunningSandbox,
  { writes = true, scopes = ['accounting.read', 'accounting.write'], confirmed = true } = {},
) {
  const token = running.sandbox.oauth.grant().access_token
  const remote = clientDeps(running, { tokens: createTestTokens(token) })
  const lines: string[] = []
  const nonces: string[] = []
  const now = () => running.clock.now
  const store = createMemoryStore({ now })
  const arranged = confirmed ? storeConfirmation(store) : undefined
  const deps = {
    ...createDealDeps({ store, now }),
    writes,
    client: (trace: Trace) => createAccountingClient({ ...remote, observe: trace.remote }),
    companies: createCompanyDirectory(remote),
  }
  const routes = serveContract(
    accountingContract,
    accountingHandlers(() => deps),
  )
  const handler = createHandler(routeSource(routes), {
    authenticator: () => ({
      authenticate: async ({ method }) => ({
        caller: { keyid: 'hana:x:1', name: 'hana', scopes },
        checkBody: () => undefined,
        spendNonce: async () => void nonces.push(method),
      }),
    }),
    clock: remote.clock,
    requestId: () => 'id-1',
    log: line => void lines.push(line),
    mayWrite: () => undefined,
  })
  const call = async (method: string, path: string, json?: unknown) => {
    const body = json === undefined ? {} : { body: JSON.stringify(json) }
    await arranged
    const request = new Request(`${BASE}${path}`, { method, ...body })
    const asked = request.clone()
    const response = await handler(request)
    expect(await answerProblems(asked, response)).toEqual([])
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json;')
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
  }
  running.requests.length = 0
  return { call, lines, nonces, token, store }
}

/** The path with `mode=write`. */
export function writing(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}mode=write`
}
