import {
  type Described,
  decision,
  filled,
  type Waiting,
  type WaitingSource,
} from '../../../core/claims/waiting.ts'
import { hasCode } from '../../../core/errors.ts'
import type { Client } from '../../../core/http/client.ts'
import type { ReplyOf } from '../../../core/http/contract.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { type AccountingContract, accountingContract } from '../contract.ts'
import type { DealSource, DescribedDeal, WaitingDeal } from './waiting-deals.ts'
import { WHYS, WAITING as WORDS } from './waiting-words.ts'
import { LABELS } from './words.ts'

type First = ReplyOf<AccountingContract, 'firstDeal'>

interface Deps {
  readonly api: Client<AccountingContract>
  readonly deals: DealSource
  readonly now: () => number
}

/** `find` gets the name of the first deal's case. If the case has no deal yet, the item is that of the waiting case. */
export function firstSource({ api, deals, now }: Deps): Pick<WaitingSource, 'find'> {
  return {
    async find(name) {
      const [, company] = /^first-deal-([1-9][0-9]{0,15})$/.exec(name) ?? []
      if (company === undefined) return undefined
      const first = await api.firstDeal({ query: { company_id: company } })
      const at = new Date(now()).toISOString()
      if (first.confirmed) return confirmedItem(first, first.confirmed, at)
      const deal = await deals.find(first.case).catch(missing)
      if (!deal) return emptyItem(first, at)
      return deal.report.deal === undefined ? deal : itemToConfirm(first, deal, deal.report.deal)
    },
  }
}

function missing(error: unknown): undefined {
  if (!hasCode(error, 'not_found')) throw error
}

const TITLE = phrase(WORDS.first)
const NOTHING = { unusual: [], facts: [], details: [], decisions: [] } as const

function itemOf({ case: name }: First, at: string, described: Described): Waiting {
  return {
    kind: 'first',
    name,
    state: phrase(WORDS.open),
    tone: 'warn',
    operation: '',
    since: at,
    seenAt: at,
    reason: '',
    report: {},
    describe: async () => described,
  }
}

function emptyItem(first: First, at: string): Waiting {
  return itemOf(first, at, { ...NOTHING, title: TITLE, why: phrase(WHYS.firstMissing) })
}

function confirmedItem(
  first: First,
  { confirmedBy, deal, at }: NonNullable<First['confirmed']>,
  seenAt: string,
) {
  const item = itemOf(first, seenAt, {
    ...NOTHING,
    title: TITLE,
    why: phrase(WHYS.settled),
    facts: filled([[phrase(WORDS.confirmedBy), confirmedBy]]),
    details: [[phrase(LABELS.deal), String(deal)]],
  })
  return { ...item, state: phrase(WORDS.settled), since: at, report: { deal } }
}

function itemToConfirm({ company }: First, deal: WaitingDeal, id: number): WaitingDeal {
  const { look: _, ...item } = deal
  const confirm = decision(accountingContract, 'confirmFirstDeal', {
    name: 'confirm',
    label: phrase(WORDS.confirm),
    effect: phrase(WORDS.confirmEffect),
    question: phrase(WORDS.confirmQuestion),
    isOffered: true,
    given: ({ person }) => ({ body: { company_id: company, deal: id, person } }),
    settled: () => ({ lines: [], isOpen: false }),
  })
  return {
    ...item,
    kind: 'first',
    tone: 'warn',
    async describe(): Promise<DescribedDeal> {
      const described = await deal.describe({ compares: false })
      const own = { title: TITLE, tag: phrase(WORDS.open), why: phrase(WHYS.first), unusual: [] }
      return { ...described, ...own, decisions: [confirm] }
    },
  }
}
