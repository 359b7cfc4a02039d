/**
 * `kura settle` for purchases of domains: queries the registrar, releases the purchase, takes its order from a person,
 * or records that the registrant's e-mail is confirmed.
 */
import { hasCode } from '../../core/errors.ts'
import type { Client } from '../../core/http/client.ts'
import type { RegistrarContract, RegistrarReply } from '../../services/registrar/contract.ts'
import { readDomain } from '../../services/registrar/domains/name.ts'
import { purchaseRows } from '../registrar/purchase-rows.ts'
import type { Decision, ItemSource, OpenItem, Settled } from './open-item.ts'

type Purchase = RegistrarReply<'purchase'>

interface Deps {
  readonly client: Client<RegistrarContract>
  readonly timezone: string
}

/** The states in which a person may allow another purchase of the domain. */
const ENDED: readonly Purchase['state'][] = ['failed', 'refunded', 'lapsed']

export function purchaseSource(deps: Deps): ItemSource {
  return {
    kind: 'purchase',
    async open() {
      const { orders } = await deps.client.purchases({ query: {} })
      return orders.filter(needsPerson).map(purchase => purchaseItem(purchase, deps))
    },
    async find(name) {
      const domain = domainOf(name)
      return domain === undefined ? undefined : purchaseItem(await purchaseOf(domain, deps), deps)
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

function purchaseOf(domain: string, { client }: Deps): Promise<Purchase> {
  return client.purchase({ params: { domain } })
}

function purchaseItem(purchase: Purchase, deps: Deps): OpenItem {
  const { domain, state, operation, reason = '', seenAt, steps } = purchase
  return {
    kind: 'purchase',
    name: domain,
    state: state === 'registered' && needsPerson(purchase) ? 'registered, e-mail to be confirmed' : state,
    operation,
    since: steps.at(-1)?.at ?? seenAt,
    seenAt,
    reason,
    report: purchase,
    rows: async () => purchaseRows(purchase, deps.timezone).filter(([name]) => name !== 'operation'),
    ...(state === 'unknown' && { query: () => query(purchase, deps) }),
    decisions: [
      naming(purchase, deps),
      releasing(purchase, deps),
      releasingWithoutOrder(purchase, deps),
      verifying(purchase, deps),
    ],
  }
}

const RESOLUTIONS: Readonly<Record<RegistrarReply<'resolve'>['resolution'], string>> = {
  bought: 'it was bought by the attempt whose reply was lost',
  'nothing-charged': 'nothing was charged: it can be bought',
  'not-found': 'nothing was found, but it may still appear: try again later',
  'bought-before': "the team has it, but not from this attempt: look at the registrar's own page",
  'earlier-attempt':
    'the order is of an attempt that was released before: its money counts as spent, and the domain may have been charged twice',
  known: 'there was nothing to find out',
}

async function query({ domain, operation }: Purchase, deps: Deps): Promise<Settled & { item: OpenItem }> {
  const reply = await deps.client.resolve({ params: { domain }, body: { operation } })
  const item = purchaseItem(await purchaseOf(domain, deps), deps)
  return { ...resolved(domain, reply), item }
}

function resolved(domain: string, reply: RegistrarReply<'resolve'>): Settled {
  const isOpen = reply.state === 'unknown'
  const later = "after a day, a person who has looked at the registrar's own page may release it"
  return {
    reply,
    lines: [`${domain} is ${reply.state}: ${RESOLUTIONS[reply.resolution]}`, ...(isOpen ? [later] : [])],
    isOpen,
  }
}

function naming({ domain, state }: Purchase, { client }: Deps): Decision {
  return {
    name: 'order',
    question: "its order, as the registrar's own page shows it, or nothing: ",
    isOffered: state === 'unknown',
    named: true,
    async act({ person, operation, value = '' }) {
      const body = { operation, orderId: value, person }
      return resolved(domain, await client.nameOrder({ params: { domain }, body }))
    },
  }
}

function releasing({ domain, state }: Purchase, { client }: Deps): Decision {
  return {
    name: 'release',
    question: 'may the domain be bought again?',
    isOffered: ENDED.includes(state),
    async act({ person, operation, value }) {
      const body = { person, operation, ...(value !== undefined && { orderId: value }) }
      return released(domain, await client.release({ params: { domain }, body }))
    },
  }
}

function releasingWithoutOrder({ domain, state }: Purchase, { client }: Deps): Decision {
  return {
    name: 'noOrder',
    question: "does the registrar's own page, looked at now, show no order of it?",
    isOffered: state === 'unknown',
    isAbsence: true,
    async act({ person, operation, seenAt }) {
      const body = { person, operation, noOrder: true, seenAt } as const
      return released(domain, await client.release({ params: { domain }, body }))
    },
  }
}

function released(domain: string, reply: RegistrarReply<'release'>): Settled {
  return { reply, lines: [`released ${domain}: it can be bought again`], isOpen: false }
}

function verifying({ domain, verification }: Purchase, { client }: Deps): Decision {
  return {
    name: 'verified',
    question: "was the link in the registrar's message opened?",
    isOffered: verification?.state === 'open',
    async act({ person, operation }) {
      const reply = await client.closeDeadline({ params: { domain }, body: { person, operation } })
      const { verifiedBy = person, contradicted, state } = reply.verification ?? {}
      const lines = [
        ...(reply.failure ? [`${domain} is shown as it was last known: ${reply.failure}`] : []),
        `noted: the e-mail of ${domain} is confirmed, says ${verifiedBy}`,
        ...(contradicted
          ? ['the registrar says that it is not: the deadline is open until it says so too']
          : []),
        ...(state === 'ended' ? ['the registrar says that the domain is not registered'] : []),
      ]
      return { reply, lines, isOpen: Boolean(contradicted) }
    },
  }
}
