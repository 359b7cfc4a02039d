/** A preview deployment does not change the records that it reads. */
import { expect, test } from 'vitest'
import { routesOfAccounting } from '../../../lib/app/functions/accounting.ts'
import { routesOfAdmin } from '../../../lib/app/functions/admin.ts'
import { routesOfChat } from '../../../lib/app/functions/chat.ts'
import { storeDelivery } from '../../../lib/services/chat/delivery/stored-delivery.ts'
import type { StoredDelivery } from '../../../lib/services/chat/schema.ts'
import { hosted, serveFunction } from '../../helpers/functions.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const PREVIEW = hosted('preview')
const ACCOUNTING = {
  ACCOUNTING_CLIENT_ID: 'client',
  ACCOUNTING_CLIENT_SECRET: 'secret',
  KURA_SEAL_KEYS: `1:${Buffer.alloc(32, 1).toString('base64url')}`,
}
const CHAT = {
  CHAT_BOT_TOKENS: `${Buffer.from('1573859097055330305').toString('base64url')}.sandbo.${'x'.repeat(27)}`,
  CHAT_GUILD_ID: '1573859097055330304',
}

/** A delivery that a deployment would remove from the index of open records, if it could write. */
const COMPLETE = {
  name: 'Friday',
  text: 'Coming?',
  digest: 'd',
  named: [],
  bot: '2',
  way: 'direct_messages',
  targets: [],
  by: 'hana',
  at: '2026-06-15T03:00:00Z',
} as const satisfies StoredDelivery

const listings = [
  { path: '/api/accounting/cases', routes: routesOfAccounting, scope: 'accounting.read' },
  { path: '/api/admin/notices', routes: routesOfAdmin, scope: 'admin' },
  { path: '/api/chat/messages', routes: routesOfChat, scope: 'chat.send' },
] as const
test.each(listings)(
  '$path writes nothing, also if a delivery is complete',
  async ({ path, routes, scope }) => {
    const env = { ...PREVIEW, ...ACCOUNTING, ...CHAT, KURA_RELEASE_DIR: await temporaryDirectory() }
    const { call, store } = await serveFunction(routes, { env })
    await storeDelivery(COMPLETE, store)
    const { swap } = store.calls
    const response = await call(path, { scopes: [scope] })
    expect([response.status, await response.text()]).toEqual([200, expect.any(String)])
    expect(store.calls.swap).toBe(swap)
  },
)
