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

/** An open item of each kind, with names that a shell must not touch. */
export const EXAMPLES: { readonly [Kind in NoticeKind]: FactsOf<(typeof NOTICE_KINDS)[Kind]> } = {
  passkey_recovers: { name: NAME, by: ['山田', '佐藤'], at: AT },
  passkey_broken: { name: NAME, reason: phrase(PROOF_FAULTS.unvouched) },
  person_refused: { name: NAME },
  passkey_waits: { name: NAME, by: '山田', at: AT },
  token_used_twice: { name: 'laptop', used: AT, again: AT },
  exposure_open: { url: 'https://kura.example', open: ['.env', 'a', 'b', 'c', 'd', 'e'], at: AT },
  purchase_unknown: { domain: 'example.com', reason: phrase(REGISTRAR_REASONS.noAnswer) },
  purchase_unpaid: { domain: 'example.com' },
  purchase_mispriced: { domain: 'example.com' },
  purchase_appeared: {
    key: 'registrar/stray/example.com/x',
    step: 'found o1',
    domain: 'example.com',
    orderId: 'o1',
  },
  purchase_second: {
    key: 'registrar/stray/example.com/x',
    step: 'found o1',
    domain: 'example.com',
    orderId: 'o1',
  },
  purchase_second_unknown: { key: 'registrar/stray/example.com/x', step: 'found o1', domain: 'example.com' },
  channel_unknown: { name: 'friday', delivery: 'Friday', reason: ENDED },
  delivery_waiting: { name: NAME, waiting: 1, of: 2, since: SINCE },
  message_unknown: { name: 'delivery/friday/1', channel: '1', reason: ENDED },
  deal_unknown: { case: NAME, reason: ENDED },
  deal_unsettled: { case: NAME },
  deal_review: { case: NAME, flags: [phrase(DEAL_FLAGS.unreadable, { text: 'soon' })] },
  deal_proposed: { by: 'agent', amount: 12_100, day: '2026-06-15' },
  deal_incorrect: { case: NAME, flags: [phrase(DEAL_FLAGS.categoryMissing, { category: '課対仕入10%' })] },
  deal_gone: { case: NAME, deal: 7 },
  receipt_unknown: { receipt: '7-0', file: NAME, reason: ENDED },
  receipt_gone: { receipt: '7-0', file: NAME, id: 7 },
  receipt_twice: { receipt: '7-0', file: NAME, ids: [7, 8], uncertain: 1 },
  receipt_left: { file: NAME, by: '山田', at: AT },
  deal_removing: { case: NAME, deal: 7 },
  deal_twice: { case: NAME, deals: [7, 8], uncertain: 1 },
  learning_stopped: { company: 1, deals: 2 },
  learning_ended: { company: 1, deals: 1 },
  order_ended: { domain: 'example.com', state: 'failed', words: ['failed', 'payment-failed'] },
  order_unclear: { domain: 'example.com', state: 'unrecognised', words: ['held'] },
  order_delayed: { domain: 'example.com', what: 'unread', since: SINCE, reason: 'answered 500' },
  message_twice: {
    key: `chat/message-twice/${NAME}`,
    step: 'strays 1',
    name: NAME,
    made: [{ channel: '1', message: '2' }],
    uncertain: 1,
  },
  channel_twice: {
    key: `chat/channel-twice/${NAME}`,
    step: 'strays 1',
    name: NAME,
    made: [{ channel: '1' }, { channel: '2' }],
    uncertain: 0,
  },
  authorization_ended: { reason: 'invalid_grant' },
  authorization_failing: { count: 2, reason: phrase(TOKEN_REASONS.status, { status: 503 }), since: AT },
  authorization_expiring: { expiresAt: AT },
  outlet_invalid: { outlet: 'webhook' },
  cron_silent: { job: 'refresh', since: SINCE, ran: true },
  email_unconfirmed: { domain: 'example.com', verifyBy: SINCE },
  email_overdue: { domain: 'example.com', verifyBy: SINCE, contradicted: 'Mei' },
  release_expiring: { version: 5, expires: AT },
  release_expired: { version: 5, expires: AT },
  root_expiring: { version: 1, expires: AT },
  root_expired: { version: 1, expires: AT },
  host_behind: { version: 5, newest: 6, names: ['laptop', 'phone'] },
  device_silent: { name: 'laptop', at: AT },
  device_behind: { name: 'laptop', version: 4, problems: ['disk full'] },
  store_older: { seq: 46, at: Date.parse(AT), since: Date.parse(AT) },
  store_went_back: {
    key: 'activity/gap',
    step: '46 to 44 on 2026-10-05',
    from: 46,
    to: 44,
    at: Date.parse(AT),
  },
  device_waiting: { name: 'laptop', paths: ['要件.xlsx'] },
  device_problems: { name: 'laptop', problems: ['index.md cannot be read'] },
}
