import { tokensOf } from '../../../../lib/app/accounting-access.ts'
import { type Core, createCore } from '../../../../lib/app/core.ts'
import { routesOfAuthorization } from '../../../../lib/app/functions/accounting.ts'
import type { Scope } from '../../../../lib/core/signatures/keys.ts'
import { createActivityLog } from '../../../../lib/services/activity/log.ts'
import { hosted, serveFunction, TEST_SECRET } from '../../../helpers/functions.ts'
import { startAccountingSandbox } from '../../../helpers/remotes/accounting-sandbox.ts'

/** The company that the sandbox's user chooses first, and another one. */
export const COMPANY = { id: 1_234_567, number: '8101234567', name: '開発用テスト事業所' }
export const OTHER = { id: 7_654_321, number: '0091234567', name: '株式会社ことなる番号' }

/** The keyid of the operator who authorizes. */
export const KEYID = 'hana:admin:1'

const SETTINGS = {
  KURA_SEAL_KEYS: `1:${Buffer.alloc(32, 9).toString('base64url')}`,
  KURA_SECRETS: `1:${TEST_SECRET.toString('base64url')}`,
  // on the host, where a function has no disk
  ...hosted('production'),
}

export type Host = Awaited<ReturnType<typeof startHost>>

export async function startHost(change: Readonly<Record<string, string>> = {}) {
  const time = { now: Date.UTC(2026, 3, 1) }
  const now = () => time.now
  const service = await startAccountingSandbox({ now })
  const env = { ...SETTINGS, ...service.settings, ...change }
  const served = await serveFunction(routesOfAuthorization, { env, now, clock: now })
  const core: Core = createCore({
    env: { ...env, KURA_URL: served.url },
    now,
    clock: now,
    fetch,
    log: line => void served.lines.push(JSON.parse(line)),
    openStore: async () => served.store,
  })
  const log = createActivityLog({ store: () => served.store, now })
  const call = (
    method: string,
    path: string,
    body?: unknown,
    { scopes = ['admin'] as readonly Scope[], name = 'hana' } = {},
  ) =>
    served.call(`/api/accounting/authorize${path}`, {
      method,
      scopes,
      name,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  return {
    ...served,
    time,
    service,
    call,
    tokens: () => tokensOf(core, { name: 'test' })(),
    entries: async () => (await log.page({ limit: 100 })).entries,
    /** The call's answer, parsed as JSON. */
    // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of the reply that it reads
    json: async (...given: Parameters<typeof call>): Promise<any> => (await call(...given)).json(),
  }
}
