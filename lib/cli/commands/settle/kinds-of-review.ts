/** The kinds of reasons for which a deal waits for a person. Deals of one kind can be released together. Pure. */
import { catalogue } from '../../../core/language/catalogue.ts'
import type { SaidReason } from '../../../core/language/text.ts'
import { DEAL_FLAGS } from '../../../services/accounting/taxes/words.ts'

export const REVIEW_TITLES = catalogue('settle.reviews', {
  refund: { en: 'deals with a negative amount, like refunds:', ja: '返金などマイナスの金額の取引：' },
  day: { en: 'deals with a doubtful day:', ja: '日付の確認が必要な取引：' },
  partner: { en: 'deals that contradict their partner:', ja: '取引先の登録内容と合わない取引：' },
  tax: { en: 'deals with a doubtful tax category:', ja: '税区分の確認が必要な取引：' },
  double: { en: 'deals that look like others:', ja: '重複の可能性がある取引：' },
  proposal: { en: 'deals that were proposed:', ja: '提案された取引：' },
})

export type KindOfReview = keyof typeof REVIEW_TITLES

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

/** The kind of the reasons; undefined if they are of several kinds, or of an unknown kind. */
export function kindOfReview(reasons: readonly SaidReason[]): KindOfReview | undefined {
  const [kind, ...others] = new Set(reasons.map(reason => KIND_BY_ID.get(idOf(reason))))
  return others.length === 0 ? kind : undefined
}

/** The id of the flag's message. A flag about one line of the deal has its message inside another one. */
function idOf({ id = '', values }: SaidReason): string {
  const inner = id === DEAL_FLAGS.inLine.id ? values?.['reason'] : undefined
  return typeof inner === 'object' && inner !== null && 'id' in inner ? String(inner.id) : id
}
