/**
 * The table "Store requests a call" of `lib/core/store/README.md` has the true number of requests to the deployed store,
 * counted at a Redis behind its REST protocol, of an instance that is warm.
 */
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routesOfAdmin } from '../../../lib/app/functions/admin.ts'
import { routesOfChat } from '../../../lib/app/functions/chat.ts'
import { handlerDepsOfCron, routesOfCron } from '../../../lib/app/functions/cron.ts'
import type { Scope } from '../../../lib/core/signatures/keys.ts'
import { openUpstashStore } from '../../../lib/core/store/upstash.ts'
import type { ActivityRecord } from '../../../lib/services/activity/record.ts'
import { serveFunction } from '../../helpers/functions.ts'
import { createTestPublisher, type TestPublisher } from '../../helpers/publishing/release.ts'
import { startBridge } from '../../helpers/redis/bridge.ts'
import type { RedisRestBridge } from '../../helpers/redis/rest-bridge.ts'
import { serveAccounting } from '../../helpers/remotes/accounting-function.ts'
import { startAccountingSandbox } from '../../helpers/remotes/accounting-sandbox.ts'
import { startChatSandbox } from '../../helpers/remotes/chat-sandbox.ts'
import { COMPANY } from '../../services/accounting/deals/world.ts'

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
  readonly env?: Readonly<Record<string, string>>
}

/** The settings of a chat platform that is never called. */
const CHAT = { CHAT_BOT_TOKENS: `MQ.test.${'test'.repeat(6)}`, CHAT_GUILD_ID: '1' }

const LINE = { account_item: '消耗品費', tax_code: 136, amount: 1100 }
const DEAL = { company_id: COMPANY, details: [LINE] }

const CALLS: Readonly<Record<string, Asked>> = {
  'GET /api/admin/today': { path: '/api/admin/today', scopes: ['admin'] },
  'GET /api/chat/status': { path: '/api/chat/status', scopes: ['chat.send'] },
  'GET /api/admin/activity?limit=20': { path: '/api/admin/activity?limit=20', scopes: ['admin'] },
  'GET /api/admin/devices': { path: '/api/admin/devices', scopes: ['admin'] },
  'GET /api/cron/notices, with nothing new': { path: '/api/cron/notices' },
  'GET /api/cron/notices, with nothing new, with chat': { path: '/api/cron/notices', env: CHAT },
}

/** Calls once for a warm instance, and counts the requests of the second call. */
async function countSecond({ received }: RedisRestBridge, call: () => Promise<number>): Promise<number> {
  expect(await call()).toBeLessThan(300)
  const before = received.length
  expect(await call()).toBeLessThan(300)
  // a WAIT is sent with its swap, in one request
  return received.slice(before).filter(([name]) => name !== 'WAIT').length
}

async function requestsOf({ path, scopes, env = {} }: Asked): Promise<number> {
  const bridge = await startBridge()
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
        ...(scopes && CHAT),
        ...env,
      },
      openStore: async () => openUpstashStore(bridge),
      ...(!scopes && { handlerDeps: handlerDepsOfCron }),
    },
  )
  await activity?.append(ACT)
  return countSecond(bridge, async () => {
    const { status } = await (scopes
      ? served.call(path, { scopes })
      : fetch(served.url + path, { headers: { authorization: `Bearer ${CRON_SECRET}` } }))
    return status
  })
}

/** A dry run of a deal that nothing looks like, and its registration. */
async function requestsOfDeals(): Promise<Record<string, number>> {
  const bridge = await startBridge()
  const service = await startAccountingSandbox({
    permissions: ['companies', 'users', 'account_items', 'taxes', 'deals'],
  })
  const { post } = await serveAccounting({}, service, { openStore: async () => openUpstashStore(bridge) })
  const first = { ...DEAL, issue_date: '2026-06-01', case: `first-deal-${COMPANY}` }
  const { body } = await post('/deals?mode=write', first)
  await post('/first-deal', { company_id: COMPANY, deal: body.deal, person: 'Mei' })
  let day = 10
  const call = (mode: string) => async () =>
    (await post(`/deals${mode}`, { ...DEAL, issue_date: `2026-06-${day++}`, case: `receipt ${day}` })).status
  return {
    'POST /api/accounting/deals, dry run': await countSecond(bridge, call('')),
    'POST /api/accounting/deals?mode=write': await countSecond(bridge, call('?mode=write')),
  }
}

async function requestsOfDeliveries(): Promise<Record<string, number>> {
  const bridge = await startBridge()
  const remote = await startChatSandbox({ now: Date.now })
  const { world } = remote.sandbox
  const guild = world.guild('company')
  world.person('kenji', { guild })
  const { token } = world.bot('kura', { guild })
  const served = await serveFunction(routesOfChat, {
    env: { CHAT_BOT_TOKENS: token, CHAT_GUILD_ID: guild.id, CHAT_BASE_URL: remote.url },
    openStore: async () => openUpstashStore(bridge),
  })
  let number = 0
  const call = async () => {
    const body = JSON.stringify({ name: `note ${++number}`, text: 'Coming?', people: ['kenji'] })
    const options = { method: 'POST', scopes: ['chat.send'], body } as const
    return (await served.call('/api/chat/deliveries?mode=write', options)).status
  }
  return { 'POST /api/chat/deliveries?mode=write, one person': await countSecond(bridge, call) }
}

/** The rows of the table. */
async function readTable(): Promise<Record<string, number>> {
  const [, section = ''] = (await readFile(README, 'utf8')).split('## Store requests a call')
  const [table = ''] = section.split('\n## ')
  const rows = [...table.matchAll(/^\| `?([^|`]+?)`? \| (\d+) \|/gm)]
  return Object.fromEntries(rows.map(([, name = '', requests]) => [name, Number(requests)]))
}

test('the table of store requests has a row for each call that is measured, and the acts cost what it says', async () => {
  const acts = { ...(await requestsOfDeals()), ...(await requestsOfDeliveries()) }
  const table = await readTable()
  expect(Object.keys(table)).toEqual([...Object.keys(CALLS), ...Object.keys(acts)])
  expect(table).toMatchObject(acts)
})

test.each(Object.entries(CALLS))('%s costs what the table says', async (name, asked) => {
  expect(await requestsOf(asked)).toBe((await readTable())[name])
})
