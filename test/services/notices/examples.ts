import type { NOTICE_KINDS, NoticeKind } from '../../../lib/app/notice-kinds.ts'
import { CLAIM_REASONS } from '../../../lib/core/claims/words.ts'
import { phrase } from '../../../lib/core/language/catalogue.ts'
import type { FactsOf } from '../../../lib/core/language/open-item.ts'
import { PROOF_FAULTS } from '../../../lib/core/passkey/words.ts'
import { DEAL_FLAGS } from '../../../lib/services/accounting/taxes/words.ts'
import { TOKEN_REASONS } from '../../../lib/services/accounting/tokens/exchange/words.ts'
import { REGISTRAR_REASONS } from '../../../lib/services/registrar/words.ts'

export const NAME = "receipt 7 of Mei's `shop` $HOME"
export const AT = '2026-06-30T03:00:00Z'
const SINCE = Date.parse(AT)

const ENDED = phrase(CLAIM_REASONS.processEnded)

/**
 * Each kind of notice: the beginning of its keys, the page of the console to which it leads, and the facts of an open item
 * with names that a shell must not touch.
 */
export const EXAMPLES: {
  readonly [Kind in NoticeKind]: readonly [
    key: string,
    page: string,
    facts: FactsOf<(typeof NOTICE_KINDS)[Kind]>,
  ]
} = {
  passkey_recovers: ['console/passkey/0123', 'people', { name: NAME, by: ['山田', '佐藤'], at: AT }],
  passkey_broken: ['console/passkey/0123', 'people', { name: NAME, reason: phrase(PROOF_FAULTS.unvouched) }],
  person_refused: ['console/record/0123', 'people', { name: NAME }],
  passkey_waits: ['console/passkey/0123', 'people', { name: NAME, by: '山田', at: AT }],
  token_used_twice: ['admin/enrolment/mei-pc', 'devices', { name: 'laptop', used: AT, again: AT }],
  exposure_open: [
    'exposure/kura.example.com',
    'item notice',
    { url: 'https://kura.example', open: ['.env', 'a', 'b', 'c', 'd', 'e'], at: AT },
  ],
  purchase_unknown: [
    'registrar/purchase/a.example',
    'item purchase',
    { domain: 'example.com', reason: phrase(REGISTRAR_REASONS.noAnswer) },
  ],
  purchase_unpaid: ['registrar/purchase/a.example', 'item purchase', { domain: 'example.com' }],
  purchase_mispriced: ['registrar/purchase/a.example', 'item purchase', { domain: 'example.com' }],
  purchase_appeared: [
    'registrar/stray/a.example/op',
    'item notice',
    { key: 'registrar/stray/example.com/x', step: 'found o1', domain: 'example.com', orderId: 'o1' },
  ],
  purchase_second: [
    'registrar/stray/a.example/op',
    'item notice',
    { key: 'registrar/stray/example.com/x', step: 'found o1', domain: 'example.com', orderId: 'o1' },
  ],
  purchase_second_unknown: [
    'registrar/stray/a.example/op',
    'item notice',
    { key: 'registrar/stray/example.com/x', step: 'found o1', domain: 'example.com' },
  ],
  channel_unknown: ['chat/channel/a', 'item notice', { name: 'friday', delivery: 'Friday', reason: ENDED }],
  delivery_waiting: ['chat/delivery/a', 'messages', { name: NAME, waiting: 1, of: 2, since: SINCE }],
  message_unknown: [
    'chat/message/delivery/a/1',
    'item message',
    { name: 'delivery/friday/1', channel: '1', reason: ENDED },
  ],
  deal_unknown: ['accounting/deal/receipt 1', 'item deal', { case: NAME, reason: ENDED }],
  deal_unsettled: ['accounting/deal/receipt 1', 'item deal', { case: NAME }],
  deal_review: [
    'accounting/deal/receipt 1',
    'item deal',
    { case: NAME, flags: [phrase(DEAL_FLAGS.unreadable, { text: 'soon' })] },
  ],
  deal_proposed: [
    'accounting/deal/receipt 1',
    'item deal',
    { by: 'agent', amount: 12_100, day: '2026-06-15' },
  ],
  deal_incorrect: [
    'accounting/deal/receipt 1',
    'item deal',
    { case: NAME, flags: [phrase(DEAL_FLAGS.categoryMissing, { category: '課対仕入10%' })] },
  ],
  deal_gone: ['accounting/deal/receipt 1', 'item deal', { case: NAME, deal: 7 }],
  receipt_unknown: [
    'accounting/receipt/1 abc',
    'item receipt',
    { receipt: '7-0', file: NAME, reason: ENDED },
  ],
  receipt_gone: ['accounting/receipt/1 abc', 'item receipt', { receipt: '7-0', file: NAME, id: 7 }],
  receipt_twice: [
    'accounting/receipt-twice/1 abc',
    'item receipt',
    { receipt: '7-0', file: NAME, ids: [7, 8], uncertain: 1 },
  ],
  receipt_left: ['accounting/draft/0123', 'receipts/row', { file: NAME, by: '山田', at: AT }],
  deal_removing: ['accounting/deal/receipt 1', 'item deal', { case: NAME, deal: 7 }],
  deal_twice: ['accounting/deal-twice/receipt 1', 'item deal', { case: NAME, deals: [7, 8], uncertain: 1 }],
  learning_stopped: ['accounting/learning/1', 'item notice', { company: 1, deals: 2 }],
  learning_ended: ['accounting/learning/1', 'item notice', { company: 1, deals: 1 }],
  order_ended: [
    'registrar/order/a.example',
    'item purchase',
    { domain: 'example.com', state: 'failed', words: ['failed', 'payment-failed'] },
  ],
  order_unclear: [
    'registrar/order/a.example',
    'item purchase',
    { domain: 'example.com', state: 'unrecognised', words: ['held'] },
  ],
  order_delayed: [
    'registrar/order/a.example',
    'item purchase',
    { domain: 'example.com', what: 'unread', since: SINCE, reason: 'answered 500' },
  ],
  message_twice: [
    'chat/message-twice/delivery/a/1',
    'item notice',
    {
      key: `chat/message-twice/${NAME}`,
      step: 'strays 1',
      name: NAME,
      made: [{ channel: '1', message: '2' }],
      uncertain: 1,
    },
  ],
  channel_twice: [
    'chat/channel-twice/a',
    'item notice',
    {
      key: `chat/channel-twice/${NAME}`,
      step: 'strays 1',
      name: NAME,
      made: [{ channel: '1' }, { channel: '2' }],
      uncertain: 0,
    },
  ],
  authorization_ended: ['tokens/accounting', 'connections', { reason: 'invalid_grant' }],
  authorization_failing: [
    'tokens/accounting',
    'connections',
    { count: 2, reason: phrase(TOKEN_REASONS.status, { status: 503 }), since: AT },
  ],
  authorization_expiring: ['tokens/accounting', 'connections', { expiresAt: AT }],
  outlet_invalid: ['outlet/webhook', 'connections', { outlet: 'webhook' }],
  cron_silent: ['cron/refresh', 'item notice', { job: 'refresh', since: SINCE, ran: true }],
  email_unconfirmed: [
    'registrar/deadline/a.example',
    'item purchase',
    { domain: 'example.com', verifyBy: SINCE },
  ],
  email_overdue: [
    'registrar/deadline/a.example',
    'item purchase',
    { domain: 'example.com', verifyBy: SINCE, contradicted: 'Mei' },
  ],
  release_expiring: ['distribution/release', 'devices', { version: 5, expires: AT }],
  release_expired: ['distribution/release', 'devices', { version: 5, expires: AT }],
  root_expiring: ['distribution/root', 'devices', { version: 1, expires: AT }],
  root_expired: ['distribution/root', 'devices', { version: 1, expires: AT }],
  host_behind: ['distribution/host', 'devices', { version: 5, newest: 6, names: ['laptop', 'phone'] }],
  device_silent: ['distribution/device/mei-pc', 'devices', { name: 'laptop', at: AT }],
  device_behind: [
    'distribution/device/mei-pc',
    'devices',
    { name: 'laptop', version: 4, problems: ['disk full'] },
  ],
  store_older: ['activity/gap', 'item notice', { seq: 46, at: Date.parse(AT), since: Date.parse(AT) }],
  store_went_back: [
    'activity/gap',
    'item notice',
    { key: 'activity/gap', step: '46 to 44 on 2026-10-05', from: 46, to: 44, at: Date.parse(AT) },
  ],
  device_waiting: ['distribution/device/mei-pc/waiting', 'devices', { name: 'laptop', paths: ['要件.xlsx'] }],
  device_problems: [
    'distribution/device/mei-pc',
    'devices',
    { name: 'laptop', problems: ['index.md cannot be read'] },
  ],
}
