/** Each kind of open item has its page on the console, to which its notice links. */
import { expect, test } from 'vitest'
import { NOTICE_KINDS, type NoticeKind } from '../../../lib/app/notice-kinds.ts'
import { consoleAddress, ITEM_KINDS, pageOfNotice } from '../../../lib/console/frame/addresses.ts'
import { consoleContract } from '../../../lib/console/pages/contract.ts'

/** For each kind of notice, the beginning of its keys, and its page. */
const PAGES: Readonly<Record<NoticeKind, readonly [key: string, page: string]>> = {
  exposure_open: ['exposure/kura.example.com', 'item notice'],
  token_used_twice: ['admin/enrolment/mei-pc', 'devices'],
  passkey_waits: ['console/passkey/0123', 'people'],
  passkey_recovers: ['console/passkey/0123', 'people'],
  passkey_broken: ['console/passkey/0123', 'people'],
  person_refused: ['console/record/0123', 'people'],
  purchase_unknown: ['registrar/purchase/a.example', 'item purchase'],
  purchase_unpaid: ['registrar/purchase/a.example', 'item purchase'],
  purchase_mispriced: ['registrar/purchase/a.example', 'item purchase'],
  purchase_appeared: ['registrar/stray/a.example/op', 'item notice'],
  purchase_second: ['registrar/stray/a.example/op', 'item notice'],
  purchase_second_unknown: ['registrar/stray/a.example/op', 'item notice'],
  deal_unknown: ['accounting/deal/receipt 1', 'item deal'],
  deal_unsettled: ['accounting/deal/receipt 1', 'item deal'],
  deal_review: ['accounting/deal/receipt 1', 'item deal'],
  deal_proposed: ['accounting/deal/receipt 1', 'item deal'],
  deal_incorrect: ['accounting/deal/receipt 1', 'item deal'],
  deal_gone: ['accounting/deal/receipt 1', 'item deal'],
  deal_removing: ['accounting/deal/receipt 1', 'item deal'],
  deal_twice: ['accounting/deal-twice/receipt 1', 'item deal'],
  learning_stopped: ['accounting/learning/1', 'item notice'],
  learning_ended: ['accounting/learning/1', 'item notice'],
  receipt_unknown: ['accounting/receipt/1 abc', 'item receipt'],
  receipt_gone: ['accounting/receipt/1 abc', 'item receipt'],
  receipt_left: ['accounting/draft/0123', 'receipts/row'],
  receipt_twice: ['accounting/receipt-twice/1 abc', 'item receipt'],
  order_ended: ['registrar/order/a.example', 'item purchase'],
  order_unclear: ['registrar/order/a.example', 'item purchase'],
  order_delayed: ['registrar/order/a.example', 'item purchase'],
  message_unknown: ['chat/message/delivery/a/1', 'item message'],
  delivery_waiting: ['chat/delivery/a', 'messages'],
  channel_unknown: ['chat/channel/a', 'item notice'],
  message_twice: ['chat/message-twice/delivery/a/1', 'item notice'],
  channel_twice: ['chat/channel-twice/a', 'item notice'],
  authorization_ended: ['tokens/accounting', 'connections'],
  authorization_failing: ['tokens/accounting', 'connections'],
  authorization_expiring: ['tokens/accounting', 'connections'],
  cron_silent: ['cron/refresh', 'item notice'],
  outlet_invalid: ['outlet/webhook', 'connections'],
  email_unconfirmed: ['registrar/deadline/a.example', 'item purchase'],
  email_overdue: ['registrar/deadline/a.example', 'item purchase'],
  release_expiring: ['distribution/release', 'devices'],
  release_expired: ['distribution/release', 'devices'],
  root_expiring: ['distribution/root', 'devices'],
  root_expired: ['distribution/root', 'devices'],
  host_behind: ['distribution/host', 'devices'],
  device_silent: ['distribution/device/mei-pc', 'devices'],
  device_behind: ['distribution/device/mei-pc', 'devices'],
  device_problems: ['distribution/device/mei-pc', 'devices'],
  device_waiting: ['distribution/device/mei-pc/waiting', 'devices'],
  store_older: ['activity/gap', 'item notice'],
  store_went_back: ['activity/gap', 'item notice'],
}

test('every kind of open item has its page', () => {
  expect(Object.keys(PAGES).sort()).toEqual(Object.keys(NOTICE_KINDS).sort())
  const paths: readonly string[] = Object.values(consoleContract.endpoints).map(({ path }) => path)
  for (const [kind, [key, page]] of Object.entries(PAGES)) {
    const { pathname, searchParams } = new URL(pageOfNotice(key), 'https://kura.example.com')
    const [name, item] = page.split(' ')
    expect([kind, pathname]).toEqual([kind, `/console/${name}`])
    expect(paths).toContain(pathname)
    expect(searchParams.get('kind') ?? undefined).toBe(item)
    if (item !== undefined) expect(ITEM_KINDS).toContain(item)
  }
})

test('the page of an item has its name, whatever that contains', () => {
  const name = 'a&kind=b #\u202e<'
  const { searchParams } = new URL(pageOfNotice(`accounting/deal/${name}`), 'https://kura.example.com')
  expect(searchParams.getAll('name')).toEqual([name])
})

test('a deployment without a valid address has no page', () => {
  const url = () => {
    throw new Error('KURA_URL')
  }
  expect(consoleAddress('/console', { url })).toBeUndefined()
})
