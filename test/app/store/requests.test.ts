/**
 * The table "Store requests a call" of `lib/core/store/README.md` has the true number of requests to the deployed store,
 * counted at a Redis behind its REST protocol, of an instance that is warm.
 */
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { routesOfAdmin } from '../../../lib/app/functions/admin.ts'
import { routesOfChat } from '../../../lib/app/functions/chat.ts'
import { handlerDepsOfCron, routesOfCron } from '../../../lib/app/functions/cron.ts'
import type { Scope } from '../../../lib/core/signatures/keys.ts'
import { openUpstashStore } from '../../../lib/core/store/upstash.ts'
import type { ActivityRecord } from '../../../lib/services/activity/record.ts'
import { serveFunction } from '../../helpers/functions.ts'
import { createTestPublisher, type TestPublisher } from '../../helpers/publishing/release.ts'
import { startRedisRestBridge } from '../../helpers/redis/rest-bridge.ts'
import { startJsRedis } from '../../helpers/redis/servers.ts'

const README = new URL('../../../lib/core/store/README.md', import.meta.url)
const CRON_SECRET = 'what-the-host-sends-along'

/** An entry of the log, which is never empty in use. */
const ACT = { by: 'hana:admin:1', act: 'x', endpoint: 'POST /api/x', what: {}, status: 200, request: 'r' }

let publisher: TestPublisher
beforeAll(async () => {
  publisher = await createTestPublisher({ now: Date.now() })
  await publisher.publish({ 'a.json': '{}' })
})
afterAll(() => publisher.remove())

interface Asked {
  readonly path: string
  /** The scopes of the key that signs; absent for the host's cron, which sends its secret. */
  readonly scopes?: readonly Scope[]
}

const CALLS: Readonly<Record<string, Asked>> = {
  'GET /api/admin/today': { path: '/api/admin/today', scopes: ['admin'] },
  'GET /api/chat/status': { path: '/api/chat/status', scopes: ['chat.send'] },
  'GET /api/admin/activity?limit=20': { path: '/api/admin/activity?limit=20', scopes: ['admin'] },
  'GET /api/admin/devices': { path: '/api/admin/devices', scopes: ['admin'] },
  'GET /api/cron/notices, with nothing new': { path: '/api/cron/notices' },
}

async function requestsOf({ path, scopes }: Asked): Promise<number> {
  const bridge = await startRedisRestBridge(await startJsRedis())
  onTestFinished(() => bridge.close())
  const secret = `1:${Buffer.alloc(32, 7).toString('base64url')}`
  let activity: ActivityRecord | undefined
  const served = await serveFunction(
    core => {
      activity = core.activity()
      return scopes ? [...routesOfAdmin(core), ...routesOfChat(core)] : routesOfCron(core)
    },
    {
      env: {
        KURA_RELEASE_DIR: publisher.releaseDir,
        KURA_SEAL_KEYS: secret,
        ACCOUNTING_CLIENT_ID: 'test',
        ACCOUNTING_CLIENT_SECRET: 'test',
        REGISTRAR_TOKEN: 'test',
        REGISTRAR_TEAM_ID: 'test',
        CRON_SECRET,
        ...(scopes && { CHAT_BOT_TOKENS: `MQ.test.${'test'.repeat(6)}`, CHAT_GUILD_ID: '1' }),
      },
      openStore: async () => openUpstashStore(bridge),
      ...(!scopes && { handlerDeps: handlerDepsOfCron }),
    },
  )
  const call = async () => {
    const { status } = await (scopes
      ? served.call(path, { scopes })
      : fetch(served.url + path, { headers: { authorization: `Bearer ${CRON_SECRET}` } }))
    expect(status).toBe(200)
  }
  await activity?.append(ACT)
  await call()
  const before = bridge.received.length
  await call()
  // a WAIT is sent with its swap, in one request
  return bridge.received.slice(before).filter(([name]) => name !== 'WAIT').length
}

/** The rows of the table. */
async function readTable(): Promise<Record<string, number>> {
  const [, section = ''] = (await readFile(README, 'utf8')).split('## Store requests a call')
  const [table = ''] = section.split('\n## ')
  const rows = [...table.matchAll(/^\| `?([^|`]+?)`? \| (\d+) \|/gm)]
  return Object.fromEntries(rows.map(([, name = '', requests]) => [name, Number(requests)]))
}

test('the table of store requests has a row for each call that is measured', async () => {
  expect(Object.keys(await readTable())).toEqual(Object.keys(CALLS))
})

test.each(Object.entries(CALLS))('%s costs what the table says', async (name, asked) => {
  expect(await requestsOf(asked)).toBe((await readTable())[name])
})
