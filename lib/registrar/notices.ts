/**
 * What a person must do about domains, decided from what is stored; nothing is sent here. A notice has a key and a step,
 * and is sent once for each step that it reaches. It holds no contact data.
 */
import { VERIFICATION_SUBJECT } from './mail/mail.ts'
import { type Deadline, dueReminder } from './orders/deadline.ts'
import { orderErrorText } from './orders/error-text.ts'
import { hasDeadline, isOverdue, type PurchaseFacts } from './orders/facts.ts'
import type { OrderProgress, OrderState } from './orders/progress.ts'
import { asksForPayment } from './purchase/purchase.ts'
import type { Calendar } from './spending/calendar.ts'

export interface RegistrarNotice {
  /** What it is about: `registrar/purchase/example.com`. */
  readonly key: string
  /** How far that has come; each new step is sent. */
  readonly step: string
  readonly text: string
}

/** When notices are decided, and how people see days. */
export interface NoticeTime {
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly calendar: Calendar
}

const DAY = 86_400_000

/** The notices that are open now. */
export function registrarNotices(facts: readonly PurchaseFacts[], time: NoticeTime): RegistrarNotice[] {
  return facts.flatMap(fact => [
    ...purchaseNotices(fact),
    ...strayNotices(fact),
    ...lostNotices(fact),
    ...orderNotices(fact, time),
    ...deadlineNotices(fact, time),
  ])
}

function purchaseNotices({ domain, claim }: PurchaseFacts): RegistrarNotice[] {
  const key = `registrar/purchase/${domain}`
  if (claim.state === 'unknown') {
    const text = `${domain}: it is unknown whether it was bought (${claim.reason}); run kura registrar resolve ${domain}`
    return [{ key, step: `unknown ${claim.operation}`, text }]
  }
  if (asksForPayment(claim)) {
    const text = `${domain}: it was not bought because the team has no payment method; register one with the registrar, then buy again`
    return [{ key, step: `payment_required ${claim.operation}`, text }]
  }
  if (claim.state !== 'done' || !claim.result?.incident) return []
  const text = `${domain}: the registrar sold it although the price was wrong; look at the registrar's own page`
  return [{ key, step: `incident ${claim.operation}`, text }]
}

/** Attempts that were released and have bought the domain after all. */
function strayNotices({ domain, released = [] }: PurchaseFacts): RegistrarNotice[] {
  const strays = released.filter(({ stray }) => stray)
  return strays.map(({ operation, orderId }) => ({
    key: `registrar/stray/${domain}/${operation}`,
    step: `found ${orderId ?? ''}`.trim(),
    text: `${domain}: an attempt that was released has bought it after all${orderId ? ` (${orderId})` : ''}, so it may have been charged twice; look at the registrar's own page`,
  }))
}

/**
 * What attempts did that had lost the claim, unless the order is the claim's own. A released attempt is told as one; while
 * it is watched, only that it has bought the domain is news.
 */
function lostNotices({ domain, claim, released = [] }: PurchaseFacts): RegistrarNotice[] {
  const { strays = [], result: own } = claim
  const isTold = (attempt: string, isKnown: boolean) =>
    released.some(({ operation, stray }) => operation === attempt && (stray || !isKnown))
  const isOwn = (orderId: string | undefined) => orderId !== undefined && orderId === own?.orderId
  return strays
    .filter(({ operation, result }) => !isTold(operation, result !== undefined) && !isOwn(result?.orderId))
    .map(({ operation, result }) => {
      const key = `registrar/stray/${domain}/${operation}`
      const order = result?.orderId ? ` (${result.orderId})` : ''
      const what = result
        ? `another attempt has bought it${order}, so it may have been charged twice`
        : 'another attempt may have bought it, and nobody knows whether it did'
      const text = `${domain}: ${what}; look at the registrar's own page, then kura notices --done ${key}`
      return { key, step: `lost ${result?.orderId ?? ''}`.trim(), text }
    })
}

const PROBLEMS: Readonly<Partial<Record<OrderState, string>>> = {
  lapsed: 'its registration is over',
  failed: 'its order failed',
  refunded: 'its order failed and was refunded',
  'refund-failed': 'its order failed and the refund failed too: write to the registrar',
  unrecognised: 'its order has a status that kura does not know',
}

const RELEASABLE: readonly OrderState[] = ['lapsed', 'failed', 'refunded']

function orderNotices({ domain, progress }: PurchaseFacts, { now, calendar }: NoticeTime): RegistrarNotice[] {
  if (!progress) return []
  const problem = problemOf(domain, progress) ?? delayOf(progress, { now, calendar })
  if (!problem) return []
  const { stage, text } = problem
  const step = `${progress.operation} ${stage}`
  return [{ key: `registrar/order/${domain}`, step, text: `${domain}: ${text}` }]
}

interface OrderProblem {
  readonly stage: string
  readonly text: string
}

function problemOf(
  domain: string,
  { state, status, domainStatus, error, errorContent }: OrderProgress,
): OrderProblem | undefined {
  const what = PROBLEMS[state]
  if (what === undefined) return undefined
  const why = error && orderErrorText({ code: error, ...errorContent })
  const words = state === 'lapsed' ? '' : [status, domainStatus, why].filter(Boolean).join(', ')
  const act = RELEASABLE.includes(state) ? `; to buy it again run kura registrar release ${domain}` : ''
  return { stage: `${state} ${words}`.trim(), text: `${what}${words && ` (${words})`}${act}` }
}

/** An order that went on for days when it was last looked at, or cannot be read: each stage is a new reason to look. */
function delayOf(
  { state, trouble, claimedAt, checkedAt }: OrderProgress,
  { now, calendar }: NoticeTime,
): OrderProblem | undefined {
  if (state !== 'purchasing' && state !== 'completed') return undefined
  const look = "look at the registrar's own page"
  if (trouble?.kind === 'missing') {
    const text = `the registrar has not known its order since ${calendar(trouble.since)}; ${look}`
    return { stage: `missing day ${stageOf(trouble.since, now) ?? 0}`, text }
  }
  const unread = trouble && stageOf(trouble.since, now)
  if (unread) {
    const text = `its order has not been readable since ${calendar(trouble.since)} (${trouble.reason}); ${look}`
    return { stage: `unread day ${unread}`, text }
  }
  const days = stageOf(claimedAt, checkedAt ?? claimedAt)
  if (!days) return undefined
  const what =
    state === 'purchasing' ? 'its order is not completed' : 'its order is completed, but there is no domain'
  return { stage: `${state} day ${days}`, text: `${what} since ${calendar(claimedAt)}; ${look}` }
}

/** The days since `since`, in stages: 1, 3, 7, then each week; undefined before the first. */
function stageOf(since: number, now: number): number | undefined {
  const days = Math.floor((now - since) / DAY)
  return days >= 7 ? days - (days % 7) : [1, 3].findLast(stage => stage <= days)
}

function deadlineNotices(facts: PurchaseFacts, time: NoticeTime): RegistrarNotice[] {
  const { domain, deadline } = facts
  if (!deadline || !hasDeadline(facts)) return []
  const due =
    dueReminder(deadline, time.now) ?? (deadline.contradicted ? { day: 0, overdue: false } : undefined)
  if (!due || (due.overdue && !isOverdue(facts, time.now))) return []
  const changes = [deadline.reopened && ' reopened', deadline.contradicted && ' contradicted']
  const step = `${deadline.operation} day ${due.day}${changes.filter(Boolean).join('')}`
  const text = `${domain}: ${deadlineText(deadline, { ...due, ...time })}; ${remedyFor(domain)}`
  return [{ key: `registrar/deadline/${domain}`, step, text }]
}

function deadlineText(
  { verifyBy, source, verifiedBy, contradicted }: Deadline,
  { day, overdue, now, calendar }: NoticeTime & { day: number; overdue: boolean },
): string {
  const said = contradicted
    ? `${verifiedBy} said that it is confirmed, the registrar says that it is not: `
    : ''
  const by = calendar(verifyBy)
  if (overdue) return `${said}overdue, may be suspended: the registrant's e-mail had to be confirmed by ${by}`
  const left = source === 'rule' ? `day ${day} of 15` : `the registrar's date, ${leftText(verifyBy - now)}`
  return `${said}the registrant's e-mail must be confirmed by ${by} (${left})`
}

/** `5 days left` */
function leftText(milliseconds: number): string {
  const days = Math.floor(milliseconds / DAY)
  if (days < 1) return 'less than a day left'
  return days === 1 ? '1 day left' : `${days} days left`
}

function remedyFor(domain: string): string {
  return `look for the registrar's message with ${VERIFICATION_SUBJECT} in its subject, open its link, then run kura registrar verified ${domain}`
}
