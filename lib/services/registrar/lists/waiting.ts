import {
  type Decision,
  decision,
  inquiry,
  type Rows,
  type Settled,
  type Stated,
  type Waiting,
  type WaitingSource,
} from '../../../core/claims/waiting.ts'
import { hasCode } from '../../../core/errors.ts'
import type { Client } from '../../../core/http/client.ts'
import { isPhraseOf, phrase } from '../../../core/language/catalogue.ts'
import { reasonIn } from '../../../core/language/text.ts'
import type { Phrase } from '../../../core/phrase.ts'
import { type RegistrarContract, type RegistrarReply, registrarContract } from '../contract.ts'
import { readDomain } from '../domains/name.ts'
import { moneyText } from '../spending/money.ts'
import { purchaseRows } from './rows.ts'
import { RESOLUTIONS, STATES, WHYS, WAITING as WORDS } from './waiting-words.ts'
import { LABELS } from './words.ts'

type Purchase = RegistrarReply<'purchase'>

/** The states after which a person may allow another purchase. */
export const ENDED: readonly Purchase['state'][] = ['failed', 'refunded', 'lapsed']

export interface PurchaseSource extends WaitingSource {
  of(report: Purchase): Waiting
}

export function purchaseSource({ client }: { readonly client: Client<RegistrarContract> }): PurchaseSource {
  return {
    of: itemOf,
    async open() {
      const { orders } = await client.purchases({ query: {} })
      return orders.filter(needsPerson).map(itemOf)
    },
    async find(name) {
      const domain = domainOf(name)
      return domain === undefined ? undefined : itemOf(await client.purchase({ params: { domain } }))
    },
  }
}

function needsPerson({ state, verification }: Purchase): boolean {
  return state === 'unknown' || ENDED.includes(state) || verification?.state === 'open'
}

function domainOf(name: string): string | undefined {
  try {
    return readDomain(name)
  } catch (error) {
    if (hasCode(error, 'bad_request')) return undefined
    throw error
  }
}

function itemOf(purchase: Purchase): Waiting {
  const { domain, state, operation, seenAt, steps, cents } = purchase
  const reason = reasonIn(purchase.reason)
  return {
    kind: 'purchase',
    name: domain,
    state: stateOf(state === 'registered' && needsPerson(purchase) ? 'unconfirmed' : state),
    tone: state === 'unknown' || ENDED.includes(state) ? 'bad' : 'warn',
    operation,
    since: steps.at(-1)?.at ?? seenAt,
    seenAt,
    reason,
    report: purchase,
    ...(state === 'unknown' && { look: lookingFor(purchase) }),
    describe: async () => ({
      title: domain,
      why: whyOf(purchase),
      unusual: reason === '' ? [] : [[phrase(LABELS.state), reason]],
      ...rowsOf(purchase),
      decisions: decisionsOf(purchase),
      ...(cents !== undefined && { money: moneyText(cents) }),
    }),
  }
}

function rowsOf(purchase: Purchase): { readonly facts: Rows; readonly details: Rows } {
  const rows = purchaseRows(purchase).filter(([name]) => !isPhraseOf(LABELS.operation, name)) as Rows
  const isFolded = ([name]: Rows[number]) =>
    isPhraseOf(LABELS.order, name) || (isPhraseOf(LABELS.registrar, name) && !purchase.order?.error)
  return { facts: rows.filter(row => !isFolded(row)), details: rows.filter(isFolded) }
}

function stateOf(state: string): Phrase | string {
  return Object.hasOwn(STATES, state) ? phrase(STATES[state as keyof typeof STATES]) : state
}

function whyOf({ state, verification }: Purchase): Phrase {
  if (state === 'unknown') return phrase(WHYS.unknown)
  if (ENDED.includes(state)) return phrase(WHYS.ended)
  return phrase(verification?.state === 'open' ? WHYS.email : WHYS.settled)
}

function lookingFor({ domain, operation }: Purchase) {
  return inquiry(registrarContract, 'resolve', {
    given: { params: { domain }, body: { operation } },
    settled: reply => resolved(domain, reply),
  })
}

function resolved(domain: string, reply: RegistrarReply<'resolve'>): Settled {
  const isOpen = reply.state === 'unknown'
  const found = phrase(RESOLUTIONS[reply.resolution])
  return {
    lines: [
      phrase(WORDS.found, { domain, state: stateOf(reply.state), found }),
      ...(isOpen ? [phrase(WORDS.later)] : []),
    ],
    isOpen,
  }
}

function decisionsOf({ domain, state, verification }: Purchase): readonly Decision[] {
  const params = { domain }
  const released = (): Settled => ({ lines: [phrase(WORDS.released, { domain })], isOpen: false })
  return [
    decision(registrarContract, 'nameOrder', {
      name: 'order',
      label: phrase(WORDS.order),
      effect: phrase(WORDS.orderEffect),
      question: phrase(WORDS.orderQuestion),
      isOffered: state === 'unknown',
      asks: ['value', phrase(WORDS.orderNumber)],
      given: ({ person, operation, value: orderId = '' }) => ({
        params,
        body: { person, operation, orderId },
      }),
      settled: reply => resolved(domain, reply),
    }),
    decision(registrarContract, 'release', {
      name: 'noOrder',
      label: phrase(WORDS.noOrder),
      effect: phrase(WORDS.noOrderEffect),
      question: phrase(WORDS.noOrderQuestion),
      isOffered: state === 'unknown',
      isAbsence: true,
      given: ({ person, operation, seen: seenAt }) => ({
        params,
        body: { person, operation, noOrder: true as const, seenAt },
      }),
      settled: released,
    }),
    decision(registrarContract, 'release', {
      name: 'release',
      label: phrase(WORDS.release),
      effect: phrase(WORDS.releaseEffect),
      question: phrase(WORDS.releaseQuestion),
      isOffered: ENDED.includes(state),
      given: stated => ({ params, body: releaseOf(stated) }),
      settled: released,
    }),
    decision(registrarContract, 'closeDeadline', {
      name: 'verified',
      label: phrase(WORDS.verified),
      effect: phrase(WORDS.verifiedEffect),
      question: phrase(WORDS.verifiedQuestion),
      isOffered: verification?.state === 'open',
      given: ({ person, operation }) => ({ params, body: { person, operation } }),
      settled: confirmed,
    }),
  ]
}

function releaseOf({ person, operation, value }: Stated) {
  return { person, operation, ...(value && { orderId: value }) }
}

function confirmed({ domain, failure, verification }: Purchase): Settled {
  const { verifiedBy: person = '', contradicted, state } = verification ?? {}
  return {
    lines: [
      ...(failure ? [phrase(WORDS.stale, { domain, reason: reasonIn(failure) })] : []),
      phrase(WORDS.noted, { domain, person }),
      ...(contradicted ? [phrase(WORDS.contradicted)] : []),
      ...(state === 'ended' ? [phrase(WORDS.unregistered)] : []),
    ],
    isOpen: Boolean(contradicted),
  }
}
