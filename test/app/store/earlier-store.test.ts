/**
 * Records of an earlier version keep their meaning: the functions give the same replies as that version, or more
 * complete ones.
 */
import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { routesOfAccounting } from '../../../lib/app/functions/accounting.ts'
import { routesOfAdmin } from '../../../lib/app/functions/admin.ts'
import { routesOfChat } from '../../../lib/app/functions/chat.ts'
import { routesOfRegistrar } from '../../../lib/app/functions/registrar.ts'
import { openEmbeddedStore } from '../../../lib/core/store/embedded.ts'
import type { Store } from '../../../lib/core/store/store.ts'
import { EARLIER } from '../../helpers/device/earlier.ts'
import { serveFunction } from '../../helpers/functions.ts'
import { UNREACHABLE } from '../../helpers/http/unreachable.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

/** The settings with which the store was written. There is no remote at their addresses. */
const ENV = {
  KURA_RELEASE_DIR: EARLIER.release,
  KURA_SEAL_KEYS: `1:${Buffer.alloc(32, 9).toString('base64url')}`,
  ACCOUNTING_CLIENT_ID: 'sandbox-client',
  ACCOUNTING_CLIENT_SECRET: 'sandbox-secret',
  ACCOUNTING_BASE_URL: UNREACHABLE,
  ACCOUNTING_TOKEN_URL: `${UNREACHABLE}/token`,
  REGISTRAR_TOKEN: 'sandbox-registrar-token',
  REGISTRAR_TEAM_ID: 'team_sandbox_909e11c9',
  REGISTRAR_BASE_URL: UNREACHABLE,
  REGISTRAR_PURCHASES: 'on',
  REGISTRAR_CAP_ORDER: '2000',
  REGISTRAR_CAP_DAY: '4000',
  REGISTRAR_CAP_MONTH: '10000',
  CHAT_BOT_TOKENS: `${Buffer.from('1573859097055330305').toString('base64url')}.sandbo.${'x'.repeat(27)}`,
  CHAT_GUILD_ID: '1573859097055330304',
  CHAT_NOTICES_CHANNEL_ID: '1573859097055330307',
  CHAT_BASE_URL: UNREACHABLE,
}

const FUNCTIONS = [
  { name: 'admin', routes: routesOfAdmin, scope: 'admin' },
  { name: 'accounting', routes: routesOfAccounting, scope: 'accounting.read' },
  { name: 'registrar', routes: routesOfRegistrar, scope: 'registrar.read' },
  { name: 'chat', routes: routesOfChat, scope: 'chat.send' },
] as const

/** The endpoints that listed all records in the earlier version, because it had no index of open records. */
const LISTS_OPEN = ['/api/accounting/cases', '/api/registrar/orders', '/api/registrar/deadlines']

/**
 * Returns a reply without its prose, which later versions may word better, and with its lists in one order. A reason was
 * its text then, and is an object now. Lists now come in pages, in another order: closed cases by name, the keys of devices last, and notices of one moment by their
 * keys.
 */
function withoutProse(value: unknown): object {
  return JSON.parse(JSON.stringify(value), (name, member) => {
    if (LISTS.includes(name))
      return member.toSorted((one: Listed, other: Listed) => placeOf(one).localeCompare(placeOf(other)))
    // a text with spaces is prose; Japanese prose has none, so it is recognized by the member's name
    const isProse = typeof member === 'string' && (name === 'text' || member.includes(' '))
    return isProse || isReason(member) ? 'a text' : member
  })
}

function isReason(member: unknown): boolean {
  if (typeof member !== 'object' || member === null || !('text' in member)) return false
  return Object.keys(member).every(name => ['id', 'values', 'text'].includes(name))
}

const LISTS = ['cases', 'messages', 'notices', 'keys']

interface Listed {
  readonly since?: string
  readonly key?: string
  readonly keyid?: string
}

function placeOf({ since = '', key = '', keyid = '' }: Listed): string {
  return `${since} ${key}${keyid}`
}

/** Adds the open records to the index of open records, from which notices are made; that version had no such index. */
async function enterAsOpen(key: string, store: Store): Promise<void> {
  const { record } = await store.read(key)
  const next = { value: record?.value ?? '', version: 'open', open: true }
  expect(await store.swap(key, record?.version, next)).toMatchObject({ done: true })
}

test.each(FUNCTIONS)('/api/$name replies as the earlier version did', async ({ name, routes, scope }) => {
  const file = join(await temporaryDirectory(), 'store.db')
  await copyFile(EARLIER.store, file)
  const store = openEmbeddedStore(file, { now: () => EARLIER.now })
  await enterAsOpen('claim/deal/receipt-1', store)
  const { call } = await serveFunction(routes, {
    env: ENV,
    now: () => EARLIER.now,
    openStore: async () => store,
  })
  const replies = JSON.parse(await readFile(EARLIER.replies, 'utf8')) as Record<string, unknown>
  const paths = Object.keys(replies).filter(path => path.startsWith(`/api/${name}/`))
  expect(paths.length).toBeGreaterThan(0)
  for (const path of paths) {
    const asked = LISTS_OPEN.includes(path) ? `${path}?state=all` : path
    const reply = await call(asked, { scopes: [scope], name: 'operator' })
    expect(withoutProse(await reply.json()), path).toMatchObject(withoutProse(replies[path]))
  }
  await store.close()
})
