/** Files, purchases, messages and other open items, as their pages show them. Pure. */

import type { ReplyOf } from '../../../core/http/contract.ts'
import { html } from '../../../core/http/html.ts'
import { formatOf } from '../../../core/language/format.ts'
import { type ReasonMembers, reasonIn, type Say, sayIn, textOf } from '../../../core/language/text.ts'
import type { AccountingContract } from '../../../services/accounting/contract.ts'
import { stateOfCase } from '../../../services/accounting/deals/cases/words.ts'
import type { adminContract } from '../../../services/admin/contract.ts'
import type { MessageReport } from '../../../services/chat/contract.ts'
import type { RegistrarReply } from '../../../services/registrar/contract.ts'
import { purchaseRows } from '../../../services/registrar/lists/rows.ts'
import { buyPage } from '../../frame/addresses.ts'
import { factsIn } from '../../frame/lists.ts'
import type { View } from '../../page.ts'
import { actRequest, type ItemAct, type ItemView } from './item.ts'
import { ITEM } from './words.ts'

type Receipt = ReplyOf<AccountingContract, 'receipt'>
type Purchase = RegistrarReply<'purchase'>
type Notice = ReplyOf<typeof adminContract, 'notices'>['notices'][number]

export function receiptView(report: Receipt, view: View): ItemView {
  const say = sayIn(view.locale)
  const { receipt, name = receipt, state, since, operation, id, strays = [] } = report
  const isOpen = state === 'unknown' || state === 'gone'
  const free: ItemAct = {
    name: 'free',
    label: say(ITEM.freeFile),
    effect: say(ITEM.freeEffect),
    asks: ['reason', say(ITEM.reason)],
    request: ({ person, reason }) =>
      actRequest(`/api/accounting/receipts/${encodeURIComponent(receipt)}/free`, {
        person,
        reason,
        operation,
      }),
  }
  const twice = strays.length > 0 ? [say(ITEM.twice, { ids: strays.flatMap(stray => stray.id ?? []) })] : []
  return {
    kind: 'receipt',
    name: receipt,
    title: name,
    state: [isOpen ? 'bad' : 'warn', textOf(stateOfCase(state), view.locale)],
    since,
    unusual: [...twice, ...whyOf(report, view)],
    facts: [
      [say(ITEM.name), name],
      [say(ITEM.fileId), id === undefined ? '' : String(id)],
    ],
    acts: isOpen ? [free] : [],
    looks: isOpen || strays.length > 0,
  }
}

/** The states in which a purchase has ended without the domain. */
export const ENDED: readonly Purchase['state'][] = ['failed', 'refunded', 'lapsed']
/** The states after which a domain may be bought again. */
const BUYABLE: readonly Purchase['state'][] = ['refused', 'gone']

export function purchaseView(report: Purchase, view: View): ItemView {
  const say = sayIn(view.locale)
  const { domain, state, seenAt, steps, cents } = report
  const price = cents === undefined ? '' : say(ITEM.dollars, { amount: (cents / 100).toFixed(2) })
  return {
    kind: 'purchase',
    name: domain,
    title: domain,
    state: purchaseState(report, say),
    since: steps.at(-1)?.at ?? seenAt,
    unusual: whyOf(report, view),
    ...(price !== '' && { money: price }),
    facts: factsIn(purchaseRows(report), view.locale),
    ...(BUYABLE.includes(state) && {
      details: html`<p><a class="button" href="${buyPage(domain)}">${say(ITEM.buy)}</a></p>`,
    }),
    acts: purchaseActs(report, say),
    looks: state === 'unknown',
  }
}

function purchaseState({ state, verification }: Purchase, say: Say): ItemView['state'] {
  if (state === 'unknown') return ['bad', say(ITEM.unknown)]
  if (ENDED.includes(state)) return ['bad', say(ITEM.ended)]
  return ['warn', say(verification?.state === 'open' ? ITEM.email : ITEM.settled)]
}

function purchaseActs({ domain, state, operation, verification }: Purchase, say: Say): ItemAct[] {
  const path = `/api/registrar/domains/${encodeURIComponent(domain)}`
  const acts: (ItemAct & { readonly offered: boolean })[] = [
    {
      name: 'order',
      offered: state === 'unknown',
      label: say(ITEM.named),
      effect: say(ITEM.namedEffect),
      asks: ['value', say(ITEM.order)],
      request: ({ person, value }) => actRequest(`${path}/order`, { person, operation, orderId: value }),
    },
    {
      name: 'noOrder',
      offered: state === 'unknown',
      label: say(ITEM.noOrder),
      effect: say(ITEM.noOrderEffect),
      request: ({ person, seen }) =>
        actRequest(`${path}/release`, { person, operation, noOrder: true, seenAt: seen }),
    },
    {
      name: 'release',
      offered: ENDED.includes(state),
      label: say(ITEM.again),
      effect: say(ITEM.againEffect),
      request: ({ person }) => actRequest(`${path}/release`, { person, operation }),
    },
    {
      name: 'verified',
      offered: verification?.state === 'open',
      label: say(ITEM.verified),
      effect: say(ITEM.verifiedEffect),
      request: ({ person }) => actRequest(`${path}/verified`, { person, operation }),
    },
  ]
  return acts.filter(({ offered }) => offered)
}

export function messageView(report: MessageReport, view: View): ItemView {
  const say = sayIn(view.locale)
  const { case: name, operation, since, channel } = report
  const decide = (more: object) =>
    actRequest('/api/chat/messages/resolve', { case: name, operation, ...more })
  return {
    kind: 'message',
    name,
    title: name,
    state: ['bad', say(ITEM.unknown)],
    since,
    unusual: whyOf(report, view),
    facts: [[say(ITEM.channel), channel]],
    acts: [
      {
        name: 'sent',
        label: say(ITEM.wasSent),
        effect: say(ITEM.wasSentEffect),
        asks: ['value', say(ITEM.message)],
        request: ({ person, value }) => decide({ person, message: value }),
      },
      {
        name: 'notSent',
        label: say(ITEM.notSent),
        effect: say(ITEM.notSentEffect),
        request: ({ person, seen }) => decide({ person, not_sent: true, seenAt: seen }),
      },
    ],
    looks: false,
  }
}

/** The page of an open item without a page of its own kind: its meaning, what to do, and the button that closes it. */
export function noticeView({ key, step, text, meaning, act, by, since }: Notice, view: View): ItemView {
  const say = sayIn(view.locale)
  const close: ItemAct = {
    name: 'close',
    label: say(ITEM.close),
    effect: say(ITEM.closeEffect),
    request: ({ person }) => actRequest('/api/admin/notices/done', { key, step, person }),
  }
  return {
    kind: 'notice',
    name: key,
    title: text,
    state: ['warn', say(ITEM.open)],
    since,
    unusual: [meaning],
    facts: [
      [say(ITEM.toDo), act],
      [say(ITEM.by), by === undefined ? '' : formatOf(view.locale).time(Date.parse(by))],
    ],
    acts: [close],
    looks: false,
  }
}

function whyOf(report: ReasonMembers, { locale }: View): string[] {
  const reason = reasonIn(report)
  return reason === undefined ? [] : [textOf(reason, locale)]
}
