/** Each release names the operation that the table of the deals showed. */
import type { Waiting } from '../../../core/claims/waiting.ts'
import { catalogue, phrase } from '../../../core/language/catalogue.ts'
import { joined } from '../../../core/language/outside.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import { type SaidReason, sayIn } from '../../../core/language/text.ts'
import { readYesNo } from '../../../core/language/typed-text.ts'
import type { Reason } from '../../../core/phrase.ts'
import type { CaseReport } from '../../../services/accounting/deals/cases/report.ts'
import { looksLike, mayBeDeal } from '../../../services/accounting/lists/alike.ts'
import { attachedText } from '../../../services/accounting/lists/deal-rows.ts'
import type { DescribedDeal, WaitingDeal } from '../../../services/accounting/lists/waiting-deals.ts'
import { LABELS } from '../../../services/accounting/lists/words.ts'
import { DEAL_FLAGS } from '../../../services/accounting/taxes/words.ts'
import type { CliContext } from '../../context.ts'
import { showToPerson } from '../../operator/decision.ts'
import { reasonText } from '../../terminal/moment.ts'
import type { Output } from '../../terminal/output.ts'
import { localeToShow } from '../../terminal/wording.ts'
import { carryOut, localeOf, type Outcome, type Person } from './one-item.ts'
import { decisionOf, type OpenItem } from './open-item.ts'

const WORDS = catalogue('settle.together', {
  which: {
    en: 'send these {count} as they are? (yes, no, or the numbers of those to send) ',
    ja: 'この{count}件をこのまま登録しますか?（はい、いいえ、または登録する番号） ',
  },
  undecided: {
    en: 'nothing was decided about {count} of them; kura settle CASE asks about one',
    ja: '{count}件は何も決めていません（1件ずつの確認：kura settle 番号）',
  },
  notAnswer: { en: 'Cannot use the answer "{text}"', ja: '回答「{text}」を読み取れません' },
  answerWith: {
    en: 'expected yes, no, or numbers from 1 to {count}',
    ja: 'はい、いいえ、または1から{count}までの番号で答えてください',
  },
})

interface Releasing {
  readonly output: Output
  readonly person: Person
  /** Returns the outcome of the release, also if the release fails. */
  readonly tried: (item: OpenItem, release: () => Promise<Outcome>) => Promise<Outcome>
}

/**
 * Asks about the deals that wait for the same reason, if there are several.
 * @throws AppError `usage` if an answer cannot be read
 */
export async function releaseTogether(
  items: readonly OpenItem[],
  releasing: Releasing,
  context: CliContext,
): Promise<{ readonly outcomes: readonly Outcome[]; readonly left: readonly OpenItem[] }> {
  const joint = items.flatMap(open => {
    const group = groupOf(open.item)
    return group ? [{ ...open, item: open.item as WaitingDeal, group }] : []
  })
  const groups = [...Map.groupBy(joint, ({ group }) => group).values()].filter(({ length }) => length > 1)
  const outcomes: Outcome[] = []
  for (const group of groups) outcomes.push(...(await releaseGroup(group, releasing, context)))
  const asked = new Set<unknown>(groups.flat().map(({ item }) => item))
  return { outcomes, left: items.filter(({ item }) => !asked.has(item)) }
}

/** Returns the kind by which the deal is grouped; undefined if a person has to decide about this deal separately. */
export function groupOf({ kind, report }: Waiting): KindOfReview | undefined {
  if (kind !== 'deal') return undefined
  const { state, body, proposal, flags } = report as CaseReport
  if (state !== 'review' || !body) return undefined
  return proposal ? 'proposal' : kindOfReview(flags)
}

interface Joint extends OpenItem {
  readonly item: WaitingDeal
  readonly group: KindOfReview
}

async function releaseGroup(
  group: readonly Joint[],
  { output, person, tried }: Releasing,
  context: CliContext,
): Promise<Outcome[]> {
  const deals: Shown[] = []
  for (const open of group) deals.push({ ...open, deal: await open.item.describe() })
  showGroup(deals, output, context)
  const count = group.length
  const question = sayIn(localeToShow(context.config))(WORDS.which, { count })
  const chosen = readChoice(await context.ask(question), count)
  const beside = group.filter((_, index) => chosen.has(index + 1)).map(({ item }) => item.name)
  const release = async (open: Shown) => {
    const { operation, seenAt: seen } = open.item
    const stated = { person: await person(), operation, seen, reason: '', beside }
    return carryOut(open, { decision: decisionOf(open.deal, 'release'), stated, output }, context)
  }
  const outcomes: Outcome[] = []
  for (const [index, open] of deals.entries()) {
    const { kind, item } = open
    const kept = { kind, case: item.name, reply: item.report, isOpen: true }
    outcomes.push(chosen.has(index + 1) ? await tried(open, () => release(open)) : kept)
  }
  if (chosen.size < count) output.line(phrase(WORDS.undecided, { count: count - chosen.size }))
  return outcomes
}

interface Shown extends Joint {
  readonly deal: DescribedDeal
}

const HEADS = ['case', 'issueDate', 'amount', 'partner', 'booked', 'file', 'why'] as const

function showGroup(group: readonly Shown[], output: Output, context: CliContext): void {
  const locale = localeOf(output, context)
  const rows = group.map(({ item, deal }, index) => [
    `[${index + 1}]`,
    ...cellsOf(item, deal).map(cell => reasonText(cell, locale)),
  ])
  const title = phrase(REVIEW_TITLES[group[0]?.group ?? 'proposal'])
  showToPerson(title, rows, output, ['', ...HEADS.map(head => phrase(LABELS[head]))])
}

function cellsOf(
  { name, report: { body } }: WaitingDeal,
  { day = '', money = '', partner = '', booked = '', unusual, alike, names }: DescribedDeal,
): Reason[] {
  const others = alike.filter(mayBeDeal).map(other => looksLike(other, names))
  const why = joined([...unusual.map(([, text]) => text), ...others])
  return [name, day, money, partner, booked, body ? attachedText(body) : '', why]
}

/** @throws AppError `usage` */
function readChoice(text: string, count: number): ReadonlySet<number> {
  const plain = text.normalize('NFKC').trim()
  const all = Array.from({ length: count }, (_, index) => index + 1)
  const yes = plain === '' ? false : readYesNo(plain)
  if (yes !== undefined) return new Set(yes ? all : [])
  const numbers = plain.split(/[\s,、]+/).map(word => (/^\d{1,6}$/.test(word) ? Number(word) : 0))
  if (numbers.every(number => all.includes(number))) return new Set(numbers)
  throw phraseError('usage', phrase(WORDS.notAnswer, { text }), { hint: phrase(WORDS.answerWith, { count }) })
}

/** The titles of the kinds of review. Deals of one kind can be released together. */
const REVIEW_TITLES = catalogue('settle.reviews', {
  refund: { en: 'deals with a negative amount, like refunds:', ja: '返金などマイナスの金額の取引：' },
  day: { en: 'deals with a doubtful day:', ja: '日付の確認が必要な取引：' },
  partner: { en: 'deals that contradict their partner:', ja: '取引先の登録内容と合わない取引：' },
  tax: { en: 'deals with a doubtful tax category:', ja: '税区分の確認が必要な取引：' },
  double: { en: 'deals that look like others:', ja: '重複の可能性がある取引：' },
  proposal: { en: 'deals that were proposed:', ja: '提案された取引：' },
})

type KindOfReview = keyof typeof REVIEW_TITLES

const FLAGS = {
  refund: ['refund'],
  day: ['future', 'futureDay', 'beforeInvoices', 'beforeInvoicesDay', 'longAgo', 'longAgoDay', 'ambiguous'],
  partner: ['otherNumber', 'isIssuer', 'isNoIssuer', 'hasNumber'],
  tax: ['contradicts', 'contradictsNone', 'schedulesDisagree'],
  double: ['looksDouble'],
} as const satisfies Record<Exclude<KindOfReview, 'proposal'>, readonly (keyof typeof DEAL_FLAGS)[]>

const KIND_BY_ID = new Map(
  (Object.keys(FLAGS) as (keyof typeof FLAGS)[]).flatMap(kind =>
    FLAGS[kind].map(name => [DEAL_FLAGS[name].id, kind] as const),
  ),
)

/** Returns the kind that all reasons have; undefined if the kinds differ, or if a kind is unknown. */
function kindOfReview(reasons: readonly SaidReason[]): KindOfReview | undefined {
  const [kind, ...others] = new Set(reasons.map(reason => KIND_BY_ID.get(idOf(reason))))
  return others.length === 0 ? kind : undefined
}

/** Returns the id of the message. A flag about one line of the deal has its message inside another message. */
function idOf({ id = '', values }: SaidReason): string {
  const inner = id === DEAL_FLAGS.inLine.id ? values?.['reason'] : undefined
  return typeof inner === 'object' && inner !== null && 'id' in inner ? String(inner.id) : id
}
