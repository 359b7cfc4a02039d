/**
 * `kura settle` for purchases of domains: queries the registrar, releases the purchase, takes its order from a person,
 * or records that the registrant's e-mail is confirmed.
 */
import { hasCode } from '../../../core/errors.ts'
import type { Client } from '../../../core/http/client.ts'
import { catalogue, isPhraseOf, phrase } from '../../../core/language/catalogue.ts'
import { reasonIn } from '../../../core/language/text.ts'
import type { Phrase } from '../../../core/phrase.ts'
import type { RegistrarContract, RegistrarReply } from '../../../services/registrar/contract.ts'
import { readDomain } from '../../../services/registrar/domains/name.ts'
import { purchaseRows } from '../../../services/registrar/lists/rows.ts'
import { LABELS } from '../../../services/registrar/lists/words.ts'
import type { Decision, ItemSource, OpenItem, Settled } from './open-item.ts'

const STATES = catalogue('settle.purchases.states', {
  unknown: { en: 'unknown', ja: '結果不明' },
  unconfirmed: { en: 'registered, e-mail to be confirmed', ja: '登録済み（メールの確認待ち）' },
  failed: { en: 'failed', ja: '失敗' },
  refunded: { en: 'refunded', ja: '返金済み' },
  lapsed: { en: 'lapsed', ja: '失効' },
  registered: { en: 'registered', ja: '登録済み' },
})

const RESOLUTIONS = catalogue('settle.purchases.found', {
  bought: {
    en: 'it was bought by the attempt whose reply was lost',
    ja: '応答が届かなかった処理で購入されていました',
  },
  'nothing-charged': {
    en: 'nothing was charged: it can be bought',
    ja: '請求されていません。購入できます',
  },
  'not-found': {
    en: 'nothing was found, but it may still appear: try again later',
    ja: '見つかりませんが、遅れて現れる可能性があります。時間をおいて照会してください',
  },
  'bought-before': {
    en: "the team has it, but not from this attempt: look at the registrar's own page",
    ja: 'この処理以外で購入済みです。レジストラの画面で確認してください',
  },
  'earlier-attempt': {
    en: 'the order is of an attempt that was released before: its money counts as spent, and the domain may have been charged twice',
    ja: '以前に解除した処理の注文です。代金は支払済みとして扱います。二重に請求された可能性があります',
  },
  known: { en: 'there was nothing to find out', ja: '照会することはありません' },
})

const WORDS = catalogue('settle.purchases', {
  found: { en: '{domain} is {state}: {found}', ja: '{domain}（{state}）：{found}' },
  later: {
    en: "after a day, a person who has looked at the registrar's own page may release it",
    ja: '1日たってから、レジストラの画面を確認した人が解除できます',
  },
  order: {
    en: "its order, as the registrar's own page shows it, or nothing: ",
    ja: 'レジストラの画面にある注文ID（なければ空欄）：',
  },
  release: { en: 'may the domain be bought again?', ja: 'このドメインをもう一度購入できるようにしますか?' },
  noOrder: {
    en: "does the registrar's own page, looked at now, show no order of it?",
    ja: '今レジストラの画面を見て、この注文は確かにありませんか?',
  },
  released: {
    en: 'released {domain}: it can be bought again',
    ja: '{domain}を解除しました。もう一度購入できます',
  },
  verified: {
    en: "was the link in the registrar's message opened?",
    ja: 'レジストラのメールのリンクを開きましたか?',
  },
  stale: {
    en: '{domain} is shown as it was last known: {reason}',
    ja: '{domain}は前回の内容を表示しています：{reason}',
  },
  noted: {
    en: 'noted: the e-mail of {domain} is confirmed, says {person}',
    ja: '記録しました：{domain}のメールは確認済み（{person}）',
  },
  contradicted: {
    en: 'the registrar says that it is not: the deadline is open until it says so too',
    ja: 'レジストラでは未確認のままです。レジストラでも確認されるまで期限は残ります',
  },
  unregistered: {
    en: 'the registrar says that the domain is not registered',
    ja: 'レジストラには、このドメインの登録がありません',
  },
})

type Purchase = RegistrarReply<'purchase'>

interface Deps {
  readonly client: Client<RegistrarContract>
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
  const { domain, state, operation, seenAt, steps } = purchase
  const rawState = state === 'registered' && needsPerson(purchase) ? 'unconfirmed' : state
  return {
    kind: 'purchase',
    name: domain,
    state: stateOf(rawState),
    operation,
    since: steps.at(-1)?.at ?? seenAt,
    seenAt,
    reason: reasonIn(purchase) ?? '',
    report: purchase,
    rows: async () => purchaseRows(purchase).filter(([name]) => !isPhraseOf(LABELS.operation, name)),
    ...(state === 'unknown' && { query: () => query(purchase, deps) }),
    decisions: [
      naming(purchase, deps),
      releasing(purchase, deps),
      releasingWithoutOrder(purchase, deps),
      verifying(purchase, deps),
    ],
  }
}

function stateOf(state: string): Phrase | string {
  return Object.hasOwn(STATES, state) ? phrase(STATES[state as keyof typeof STATES]) : state
}

async function query({ domain, operation }: Purchase, deps: Deps): Promise<Settled & { item: OpenItem }> {
  const reply = await deps.client.resolve({ params: { domain }, body: { operation } })
  const item = purchaseItem(await purchaseOf(domain, deps), deps)
  return { ...resolved(domain, reply), item }
}

function resolved(domain: string, reply: RegistrarReply<'resolve'>): Settled {
  const isOpen = reply.state === 'unknown'
  const found = phrase(RESOLUTIONS[reply.resolution])
  return {
    reply,
    lines: [
      phrase(WORDS.found, { domain, state: stateOf(reply.state), found }),
      ...(isOpen ? [phrase(WORDS.later)] : []),
    ],
    isOpen,
  }
}

function naming({ domain, state }: Purchase, { client }: Deps): Decision {
  return {
    name: 'order',
    question: phrase(WORDS.order),
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
    question: phrase(WORDS.release),
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
    question: phrase(WORDS.noOrder),
    isOffered: state === 'unknown',
    isAbsence: true,
    async act({ person, operation, seenAt }) {
      const body = { person, operation, noOrder: true, seenAt } as const
      return released(domain, await client.release({ params: { domain }, body }))
    },
  }
}

function released(domain: string, reply: RegistrarReply<'release'>): Settled {
  return { reply, lines: [phrase(WORDS.released, { domain })], isOpen: false }
}

function verifying({ domain, verification }: Purchase, { client }: Deps): Decision {
  return {
    name: 'verified',
    question: phrase(WORDS.verified),
    isOffered: verification?.state === 'open',
    async act({ person, operation }) {
      const reply = await client.closeDeadline({ params: { domain }, body: { person, operation } })
      const { verifiedBy = person, contradicted, state } = reply.verification ?? {}
      const lines = [
        ...(reply.failure ? [phrase(WORDS.stale, { domain, reason: reply.failure })] : []),
        phrase(WORDS.noted, { domain, person: verifiedBy }),
        ...(contradicted ? [phrase(WORDS.contradicted)] : []),
        ...(state === 'ended' ? [phrase(WORDS.unregistered)] : []),
      ]
      return { reply, lines, isOpen: Boolean(contradicted) }
    },
  }
}
