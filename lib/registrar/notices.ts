/**
 * What a person must do about domains, decided from what is stored; nothing is sent here. A notice has a key and a step,
 * and is sent once for each step that it reaches. It holds no contact data.
 */
import { dueReminder } from './orders/deadline.ts'
import { hasDeadline, type PurchaseFacts } from './orders/facts.ts'

export interface RegistrarNotice {
  /** What it is about: `registrar/purchase/example.com`. */
  readonly key: string
  /** How far that has come; each new step is sent. */
  readonly step: string
  readonly text: string
}

/** The notices that are open at `now`, milliseconds since the epoch. */
export function registrarNotices(facts: readonly PurchaseFacts[], now: number): RegistrarNotice[] {
  return facts.flatMap(fact => [
    ...purchaseNotices(fact),
    ...orderNotices(fact),
    ...deadlineNotices(fact, now),
  ])
}

function purchaseNotices({ domain, claim }: PurchaseFacts): RegistrarNotice[] {
  const key = `registrar/purchase/${domain}`
  if (claim.state === 'unknown') {
    const text = `${domain}: it is unknown whether it was bought (${claim.reason}); run kura registrar resolve ${domain}`
    return [{ key, step: `unknown ${claim.operation}`, text }]
  }
  if (claim.state === 'refused' && claim.reason === 'payment_required') {
    const text = `${domain}: it was not bought because the team has no payment method; register one with the registrar, then buy again`
    return [{ key, step: `payment_required ${claim.operation}`, text }]
  }
  if (claim.state !== 'done' || !claim.result?.incident) return []
  const text = `${domain}: the registrar sold it although the price was wrong; look at the registrar's own page`
  return [{ key, step: `incident ${claim.operation}`, text }]
}

const PROBLEMS = {
  failed: 'its order failed',
  refunded: 'its order failed and was refunded',
  'refund-failed': 'its order failed and the refund failed too: write to the registrar',
  unrecognised: 'its order has a status that kura does not know',
} as const

function orderNotices({ domain, progress }: PurchaseFacts): RegistrarNotice[] {
  if (!progress || !(progress.state in PROBLEMS)) return []
  const { state, status, domainStatus, error } = progress
  const words = [status, domainStatus, error].filter(Boolean).join(', ')
  const what = PROBLEMS[state as keyof typeof PROBLEMS]
  const act = state === 'failed' || state === 'refunded' ? `; run kura registrar release ${domain}` : ''
  return [
    {
      key: `registrar/order/${domain}`,
      step: `${progress.operation} ${state} ${words}`,
      text: `${domain}: ${what}${words && ` (${words})`}${act}`,
    },
  ]
}

function deadlineNotices(facts: PurchaseFacts, now: number): RegistrarNotice[] {
  const { domain, deadline } = facts
  const due = deadline && hasDeadline(facts) ? dueReminder(deadline, now) : undefined
  if (!deadline || !due) return []
  const by = new Date(deadline.verifyBy).toISOString().slice(0, 10)
  const text = due.overdue
    ? `${domain}: overdue, may be suspended: the registrant's e-mail had to be confirmed by ${by}`
    : `${domain}: the registrant's e-mail must be confirmed by ${by} (day ${due.day} of 15), by the link in the registrar's message`
  const step = `${deadline.operation} day ${due.day}${deadline.reopened ? ' reopened' : ''}`
  return [{ key: `registrar/deadline/${domain}`, step, text }]
}
