import { phrase } from '../../../core/language/catalogue.ts'
import { dayOf, timeOf } from '../../../core/language/moments.ts'
import { reasonIn } from '../../../core/language/text.ts'
import type { Phrase, Reason } from '../../../core/phrase.ts'
import type { RegistrarReply } from '../contract.ts'
import { orderErrorText } from '../orders/error-text.ts'
import type { DryRun } from '../purchase/buy.ts'
import { moneyText } from '../spending/money.ts'
import { LABELS, PURCHASE_STATES, WORDS } from './words.ts'
// loads the messages of stored reasons
import '../../../core/claims/words.ts'
import '../../../core/remote/words.ts'
import '../words.ts'

type Purchase = RegistrarReply<'purchase'>
type Quote = RegistrarReply<'quote'>
type Spending = RegistrarReply<'spending'>
type Verification = NonNullable<Purchase['verification']>

export type Row = readonly [name: Reason, text: Reason]

const { domain, state, order, price, expires, email } = LABELS
export const PURCHASE_HEADS = [domain, state, order, price, expires, email].map(label => phrase(label))

export function purchaseCells(purchase: Purchase): Reason[] {
  const { orderId = '', cents, expiresAt, verification } = purchase
  return [
    purchase.domain,
    stateOf(purchase),
    orderId,
    cents === undefined ? '' : moneyText(cents),
    expiresAt === undefined ? '' : dayOf(expiresAt),
    verification === undefined ? '' : emailOf(verification),
  ]
}

function stateOf({ state, reason: said }: Purchase): Phrase {
  const word = phrase(PURCHASE_STATES[state])
  return said ? phrase(WORDS.why, { state: word, reason: reasonIn(said) }) : word
}

/** Says why the shown state is an old one, and from when; undefined if it is new. */
export function staleness({ order, failure }: Purchase): Phrase | undefined {
  if (!failure) return undefined
  const reason = reasonIn(failure)
  const at = order?.checkedAt
  return at === undefined
    ? phrase(WORDS.stale, { reason })
    : phrase(WORDS.staleAt, { at: Date.parse(at), reason })
}

/** The rows of a purchase; a row without a text is left out. */
export function purchaseRows(purchase: Purchase): Row[] {
  const { order, verification, cents, years, boughtAt, expiresAt, incident, operation } = purchase
  const rows: Row[] = [
    [phrase(LABELS.domain), purchase.domain],
    [phrase(LABELS.state), stateOf(purchase)],
    [phrase(LABELS.order), purchase.orderId ?? ''],
    [phrase(LABELS.registrar), order ? orderText(order) : ''],
    [phrase(LABELS.unread), order?.trouble ? troubleOf(order.trouble) : ''],
    [phrase(LABELS.price), cents === undefined ? '' : moneyText(cents)],
    [phrase(LABELS.term), years === undefined ? '' : phrase(WORDS.years, { years })],
    [phrase(LABELS.bought), boughtAt === undefined ? '' : timeOf(boughtAt)],
    [phrase(LABELS.expires), expiresAt === undefined ? '' : dayOf(expiresAt)],
    [phrase(LABELS.email), verification === undefined ? '' : emailBy(verification)],
    [phrase(LABELS.incident), incident ? phrase(WORDS.incident) : ''],
    [phrase(LABELS.operation), operation],
  ]
  return rows.filter(([, text]) => text !== '')
}

function orderText({ status, domainStatus, error, errorContent }: NonNullable<Purchase['order']>): Reason {
  const why = error && orderErrorText({ code: error, ...errorContent })
  const texts = [status, domainStatus, why].flatMap(text => text || [])
  return texts.length === 0 ? '' : phrase(WORDS.texts, { texts })
}

function troubleOf({ since, reason }: NonNullable<NonNullable<Purchase['order']>['trouble']>): Phrase {
  return phrase(WORDS.unread, { at: Date.parse(since), reason: reasonIn(reason) })
}

function emailOf({ state, verifiedBy: person = '', reopened, contradicted }: Verification): Phrase {
  const word = phrase(state === 'overdue, may be suspended' ? WORDS.overdue : WORDS[state])
  if (contradicted) return phrase(WORDS.contradicted, { state: word, person })
  const named = person === '' ? word : phrase(WORDS.by, { state: word, person })
  return reopened ? phrase(WORDS.reopened, { state: named }) : named
}

function emailBy(verification: Verification): Phrase {
  return phrase(WORDS.emailBy, { state: emailOf(verification), at: Date.parse(verification.verifyBy) })
}

export const DEADLINE_HEADS = [LABELS.domain, LABELS.confirmBy, LABELS.state, LABELS.source].map(label =>
  phrase(label),
)

export function deadlineCells(deadline: RegistrarReply<'deadlines'>['deadlines'][number]): Reason[] {
  const source = phrase(deadline.source === 'rule' ? WORDS.rule : WORDS.byRegistrar)
  return [deadline.domain, dayOf(deadline.verifyBy), emailOf(deadline), source]
}

export function termRows(
  terms: Pick<Quote, 'purchaseCents' | 'renewalCents' | 'years' | 'autoRenew'>,
): Row[] {
  const { purchaseCents, renewalCents, years, autoRenew } = terms
  return [
    [phrase(LABELS.price), moneyText(purchaseCents)],
    [phrase(LABELS.renewal), renewalCents === null ? phrase(WORDS.notRenewable) : moneyText(renewalCents)],
    [phrase(LABELS.term), phrase(WORDS.years, { years })],
    [phrase(LABELS.autoRenew), renewText(autoRenew)],
  ]
}

function renewText(autoRenew: boolean | undefined): Phrase {
  return phrase(autoRenew === undefined ? WORDS.unstated : autoRenew ? WORDS.on : WORDS.off_)
}

export function quoteRows(quote: Quote): Row[] {
  const { missing, invalid, unknown, complete } = quote.contact
  const counts = { missing: missing.length, invalid: invalid.length, unknown: unknown.length }
  return [
    [phrase(LABELS.domain), quote.domain],
    ...termRows(quote),
    [phrase(LABELS.contact), complete ? phrase(WORDS.complete) : phrase(WORDS.incomplete, counts)],
    ...(quote.quote && quote.until
      ? [[phrase(LABELS.quote), quote.quote] as const, [phrase(LABELS.until), timeOf(quote.until)] as const]
      : []),
  ]
}

export function dryRunRows(run: DryRun): Row[] {
  return [
    [phrase(LABELS.wouldBuy), boughtText(run)],
    [phrase(LABELS.spentDay), moneyText(run.spent.day)],
    [phrase(LABELS.spentMonth), moneyText(run.spent.month)],
  ]
}

export function boughtText({ domain, years, cents, autoRenew }: DryRun): Phrase {
  const term = { years: phrase(WORDS.years, { years }), price: moneyText(cents) }
  return phrase(WORDS.terms, { domain, ...term, renew: renewText(autoRenew) })
}

export const CAP_HEADS = ['', phrase(LABELS.spent), phrase(LABELS.cap)]

export function capCells({ caps, spent }: Pick<Spending, 'caps' | 'spent'>): Reason[][] {
  const cap = (cents: number | undefined) => (cents === undefined ? phrase(WORDS.noCap) : moneyText(cents))
  return [
    [phrase(WORDS.capOrder), '', cap(caps?.order)],
    [phrase(WORDS.capDay), moneyText(spent.day), cap(caps?.day)],
    [phrase(WORDS.capMonth), moneyText(spent.month), cap(caps?.month)],
  ]
}

export const RESERVE_HEADS = [LABELS.domain, LABELS.amount, LABELS.state, LABELS.when].map(label =>
  phrase(label),
)

export function reserveCells({ domain, cents, state, stray, at }: Spending['reserves'][number]): Reason[] {
  const word = phrase(WORDS[state])
  const shown = stray ? phrase(WORDS.afterRelease, { state: word }) : word
  return [domain, moneyText(cents), shown, timeOf(new Date(at).toISOString())]
}

export function stateOfStep(state: Purchase['steps'][number]['state']): Phrase {
  const shown = state === 'claimed' ? 'buying' : state === 'done' ? 'purchasing' : state
  return phrase(PURCHASE_STATES[shown])
}
