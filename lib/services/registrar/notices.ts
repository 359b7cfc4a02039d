/** The registrar's notices, which contain no contact data. Pure. */
import type { NoticeOf } from '../../core/language/open-item.ts'
import { english } from '../../core/language/text.ts'
import type { Reason } from '../../core/phrase.ts'
import { dueReminder } from './orders/deadline.ts'
import { contentPhrases } from './orders/error-text.ts'
import { hasDeadline, isOverdue, type PurchaseFacts } from './orders/facts.ts'
import type { emailItems, orderItems } from './orders/notice-words.ts'
import type { OrderProgress } from './orders/progress.ts'
import type { purchaseItems } from './purchase/notice-words.ts'
import { asksForPayment } from './purchase/purchase.ts'

type RegistrarNotice = NoticeOf<typeof emailItems & typeof orderItems & typeof purchaseItems>

const DAY = 86_400_000

/** `now` is in milliseconds since the epoch. */
export function registrarNotices(facts: readonly PurchaseFacts[], now: number): RegistrarNotice[] {
  return facts.flatMap(fact => [
    ...purchaseNotices(fact),
    ...appearedNotices(fact),
    ...orphanNotices(fact),
    ...orderNotices(fact, now),
    ...deadlineNotices(fact, now),
  ])
}

function purchaseNotices({ domain, claim }: PurchaseFacts): RegistrarNotice[] {
  const key = `registrar/purchase/${domain}`
  const { operation, reason } = claim
  if (claim.state === 'unknown')
    return [{ key, step: `unknown ${operation}`, kind: 'purchase_unknown', facts: { domain, reason } }]
  if (asksForPayment(claim))
    return [{ key, step: `payment_required ${operation}`, kind: 'purchase_unpaid', facts: { domain } }]
  if (claim.state !== 'done' || !claim.result?.incident) return []
  return [{ key, step: `incident ${operation}`, kind: 'purchase_mispriced', facts: { domain } }]
}

/** Notices that a released attempt has bought the domain nevertheless. */
function appearedNotices({ domain, released }: PurchaseFacts): RegistrarNotice[] {
  const appeared = released.filter(({ stray }) => stray)
  return appeared.map(({ operation, orderId }) => {
    const key = `registrar/stray/${domain}/${operation}`
    const step = `found ${orderId ?? ''}`.trim()
    return { key, step, kind: 'purchase_appeared', facts: { key, step, domain, orderId } }
  })
}

/** Notices of orphaned attempts (`lib/core/claims/once.ts`), which may have bought the domain too. */
function orphanNotices({ domain, claim, released }: PurchaseFacts): RegistrarNotice[] {
  const { strays = [], result: own } = claim
  const hasNotice = (attempt: string, isKnown: boolean) =>
    released.some(({ operation, stray }) => operation === attempt && (stray || !isKnown))
  const isOwn = (orderId: string | undefined) => orderId !== undefined && orderId === own?.orderId
  return strays
    .filter(({ operation, result }) => !hasNotice(operation, result !== undefined) && !isOwn(result?.orderId))
    .map(({ operation, result }) => {
      const key = `registrar/stray/${domain}/${operation}`
      const orderId = result?.orderId
      const step = `lost ${orderId ?? ''}`.trim()
      return {
        key,
        step,
        kind: result ? 'purchase_second' : 'purchase_second_unknown',
        facts: { key, step, domain, orderId },
      }
    })
}

function orderNotices({ domain, progress }: PurchaseFacts, now: number): RegistrarNotice[] {
  const notice = progress && (endOf(domain, progress) ?? delayOf(domain, { progress, now }))
  return notice ? [notice] : []
}

function endOf(domain: string, progress: OrderProgress): RegistrarNotice | undefined {
  const { operation, state } = progress
  const words = state === 'lapsed' ? [] : wordsOfOrder(progress)
  const item = {
    key: `registrar/order/${domain}`,
    step: `${operation} ${state} ${words.map(english).join(', ')}`.trim(),
  }
  switch (state) {
    case 'lapsed':
    case 'failed':
    case 'refunded':
      return { ...item, kind: 'order_ended', facts: { domain, state, words } }
    case 'refund-failed':
    case 'unrecognised':
      return { ...item, kind: 'order_unclear', facts: { domain, state, words } }
    default:
      return undefined
  }
}

function wordsOfOrder({ status, domainStatus, error, errorContent = {} }: OrderProgress): Reason[] {
  const words = [status, domainStatus, error].flatMap(word => word || [])
  return error ? [...words, ...contentPhrases(errorContent)] : words
}

/** The notice of a late order. Its step names the stage in days, so people are notified again at each stage. */
function delayOf(
  domain: string,
  { progress, now }: { progress: OrderProgress; now: number },
): RegistrarNotice | undefined {
  const { operation, state, trouble, claimedAt, checkedAt } = progress
  if (state !== 'purchasing' && state !== 'completed') return undefined
  const raise = (
    what: typeof state | 'missing' | 'unread',
    stage: number,
    since: number,
  ): RegistrarNotice => ({
    key: `registrar/order/${domain}`,
    step: `${operation} ${what} day ${stage}`,
    kind: 'order_delayed',
    facts: { domain, what, since, ...(what === 'unread' && { reason: trouble?.reason }) },
  })
  if (trouble?.kind === 'missing') return raise('missing', stageOf(trouble.since, now) ?? 0, trouble.since)
  const unread = trouble && stageOf(trouble.since, now)
  if (unread) return raise('unread', unread, trouble.since)
  const stage = stageOf(claimedAt, checkedAt ?? claimedAt)
  return stage === undefined ? undefined : raise(state, stage, claimedAt)
}

function stageOf(since: number, now: number): number | undefined {
  const days = Math.floor((now - since) / DAY)
  return [1, 3, 7].findLast(stage => stage <= days)
}

/** Notices of deadlines. After the date has passed, the step stays the same, because a further day is no news. */
function deadlineNotices(facts: PurchaseFacts, now: number): RegistrarNotice[] {
  const { domain, deadline } = facts
  if (deadline?.state !== 'open' || !hasDeadline(facts)) return []
  const due = dueReminder(deadline, now) ?? (deadline.contradicted ? { day: 0, overdue: false } : undefined)
  if (!due || (due.overdue && !isOverdue(facts, now))) return []
  const { operation, reopened, contradicted, verifyBy, verifiedBy } = deadline
  const stage = due.overdue ? 'overdue' : `day ${due.day}`
  const changes = `${reopened ? ' reopened' : ''}${contradicted ? ' contradicted' : ''}`
  return [
    {
      key: `registrar/deadline/${domain}`,
      step: `${operation} ${stage}${changes}`,
      kind: due.overdue ? 'email_overdue' : 'email_unconfirmed',
      facts: { domain, verifyBy, ...(contradicted && { contradicted: verifiedBy }) },
    },
  ]
}
