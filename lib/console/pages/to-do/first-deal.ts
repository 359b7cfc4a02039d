/** The page of a company's first deal: a test deal that a person compares with the books, and confirms. Pure. */
import type { ReplyOf } from '../../../core/http/contract.ts'
import { html } from '../../../core/http/html.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { sayIn, textOf } from '../../../core/language/text.ts'
import type { AccountingContract } from '../../../services/accounting/contract.ts'
import { LABELS } from '../../../services/accounting/lists/words.ts'
import { dealAtService } from '../../frame/at-service.ts'
import type { View } from '../../page.ts'
import { actRequest, type ItemAct, type ItemView } from './item.ts'
import { ITEM } from './words.ts'

type First = ReplyOf<AccountingContract, 'firstDeal'>

/** The facts about the case of the first deal. */
interface Known {
  /** Now, ISO 8601. */
  readonly at: string
  /** The case as its own page shows it; undefined if there is no case yet. */
  readonly deal?: ItemView
  /** The id of the deal at the service; undefined until the deal is there. */
  readonly id?: number | undefined
}

/**
 * Returns the view of the first deal. If its case waits or has an unknown outcome, this is the view of the case's own
 * page.
 */
export function firstView(
  { company, case: name, confirmed }: First,
  { at, deal, id }: Known,
  view: View,
): ItemView {
  const say = sayIn(view.locale)
  const own = { kind: 'first', name, title: say(ITEM.first), looks: false } as const
  const none = { ...own, since: at, unusual: [], facts: [], acts: [] }
  if (confirmed) {
    const facts = [
      [say(ITEM.confirmedBy), confirmed.confirmedBy],
      [
        textOf(phrase(LABELS.deal), view.locale),
        html`${confirmed.deal} ${dealAtService(confirmed.deal, view)}`,
      ],
    ] as const
    return { ...none, since: confirmed.at, state: ['warn', say(ITEM.settled)], facts }
  }
  if (!deal) {
    const unusual = [say(ITEM.firstMissing)]
    return { ...none, state: ['warn', say(ITEM.open)], unusual, correct: true }
  }
  if (id === undefined) return deal
  const confirm: ItemAct = {
    name: 'confirm',
    label: say(ITEM.confirmFirst),
    effect: say(ITEM.confirmFirstEffect),
    request: ({ person }) =>
      actRequest('/api/accounting/first-deal', { company_id: company, deal: id, person }),
  }
  return { ...deal, ...own, state: ['warn', say(ITEM.open)], unusual: [say(ITEM.firstText)], acts: [confirm] }
}
