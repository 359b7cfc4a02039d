/** The table of open items of each kind, with one approval for many items. No remote answers in these tests. */
import { expect, test } from 'vitest'
import type { Claims } from '../../../../lib/core/claims/claims.ts'
import { storeFinding } from '../../../../lib/exposure/stored-finding.ts'
import { accountingClaims } from '../../../../lib/services/accounting/claims.ts'
import { chatClaims } from '../../../../lib/services/chat/acts/claims.ts'
import { registrarRecords } from '../../../../lib/services/registrar/deps.ts'
import { UNREACHABLE } from '../../../helpers/http/unreachable.ts'
import { servedConsole } from './world.ts'

const OUTSIDE = '\u202e<b>'
const REMOTES = {
  REGISTRAR_TOKEN: 'token',
  REGISTRAR_TEAM_ID: 'team_1',
  REGISTRAR_BASE_URL: UNREACHABLE,
  CHAT_BOT_TOKENS: `MQ.A.${'A'.repeat(20)}`,
  CHAT_GUILD_ID: '1',
  CHAT_BASE_URL: UNREACHABLE,
}

type World = Awaited<ReturnType<typeof servedConsole>>

/** Makes a case whose outcome has been unknown for an hour. */
async function makeUnknown<T>(claims: Claims<T>, name: string, body: object): Promise<void> {
  const act = { digest: 'd', body: JSON.stringify(body), operation: `op ${name}`, by: 'hana', lease: 1 }
  await claims.request(name, { ...act, flags: [] } as never)
  const outcome = { state: 'unknown', reason: 'no answer' } as never
  await claims.settle(name, { operation: `op ${name}`, outcome, by: 'hana' })
}

interface Kind {
  readonly show: string
  readonly kind: string
  readonly names: readonly string[]
  readonly act: string
  /** The reason that the person gives. */
  readonly reason?: string
  /** The addresses of the items of the statement. */
  readonly addresses: readonly string[]
  plant(world: World): Promise<unknown>
}

const FILES = ['1', '2'].map(end => `1234567-${end.repeat(64)}`)
const MESSAGES = [`delivery/news ${OUTSIDE}/1`, 'delivery/news/2']
const HOSTS = ['https://a.example', 'https://b.example']

const KINDS: readonly Kind[] = [
  {
    show: 'receipt_unknown',
    kind: 'receipt',
    names: FILES,
    act: 'free',
    reason: 'not in the box',
    addresses: FILES.map(name => `/api/accounting/receipts/${name}/free`),
    async plant({ store }) {
      const { receipts } = accountingClaims({ store })
      for (const name of FILES) await makeUnknown(receipts, name, { name: `lunch${OUTSIDE}.pdf`, size: 1 })
    },
  },
  {
    show: 'purchase_unknown',
    kind: 'purchase',
    names: ['a.example', 'b.example'],
    act: 'noOrder',
    addresses: ['a.example', 'b.example'].map(name => `/api/registrar/domains/${name}/release`),
    async plant({ store }) {
      const { purchases } = registrarRecords({ store, team: 'team_1' })
      for (const domain of ['a.example', 'b.example'])
        await makeUnknown(purchases.claims, purchases.nameOf(domain), { domain })
    },
  },
  {
    show: 'message_unknown',
    kind: 'message',
    names: MESSAGES,
    act: 'notSent',
    addresses: MESSAGES.map(() => '/api/chat/messages/resolve'),
    async plant({ store }) {
      const { messages } = chatClaims({ store })
      for (const name of MESSAGES) await makeUnknown(messages, name, { channel: '7', text: OUTSIDE })
      await makeUnknown(messages, 'notice/1', { channel: '7', text: 'is sent again by itself' })
    },
  },
  {
    show: 'exposure_open',
    kind: 'notice',
    names: HOSTS.map(host => `exposure/${new URL(host).host}`),
    act: 'close',
    addresses: HOSTS.map(() => '/api/admin/notices/done'),
    async plant({ store }) {
      const at = '2026-06-15T03:00:00Z'
      for (const url of HOSTS)
        await storeFinding({ url, at, conclusion: 'open', open: [`/${OUTSIDE}`] }, store)
    },
  },
]

test.each(KINDS)('$show', async ({ show, kind, names, act, reason, addresses, plant }) => {
  const world = await servedConsole({ env: REMOTES })
  await plant(world)
  const { status, text } = await world.open(`/console?show=${show}`)
  expect([status, text.match(/type="checkbox"/g)?.length]).toEqual([200, 2])
  expect(text).not.toMatch(/\u202e|<b>/)
  const picks = names.map((name, at) => [`pick-${at}`, encodeURIComponent(name)] as const)
  for (const [, value] of picks) expect(text).toContain(`value="${value}"`)
  expect(text).toContain(`name="act" value="${act}"`)
  const fields = { kind, act, ...(reason && { reason }), ...Object.fromEntries(picks) }
  const asked = await world.send('/console/item', fields)
  const [, block = '{}'] = /id="passkey">(.*?)<\/script>/s.exec(asked.text) ?? []
  const statement = JSON.parse((JSON.parse(block) as { text: string }).text) as {
    items: { address: string }[]
  }
  expect(statement.items.map(({ address }) => address).sort()).toEqual([...addresses].sort())
  expect(asked.text).not.toMatch(/\u202e|<b>/)
})

test('an identifier is typed for one item alone, and a kind that there is not has no table', async () => {
  const world = await servedConsole({ env: REMOTES })
  await KINDS[2]?.plant(world)
  const picks = Object.fromEntries(MESSAGES.map((name, at) => [`pick-${at}`, encodeURIComponent(name)]))
  const { status } = await world.send('/console/item', { kind: 'message', act: 'sent', ...picks })
  expect(status).toBe(409)
  expect((await world.open('/console?show=message_unknown')).text).not.toContain('value="sent"')
  for (const show of ['constructor', 'x'])
    expect((await world.open(`/console?show=${show}`)).text).toContain('None is open any more')
})
