import { type Html, html } from '../../../../core/http/html.ts'
import { phrase } from '../../../../core/language/catalogue.ts'
import { sayIn, textOf } from '../../../../core/language/text.ts'
import type { CaseReport } from '../../../../services/accounting/deals/cases/report.ts'
import { amountText } from '../../../../services/accounting/lists/deal-rows.ts'
import { sentBy } from '../../../../services/accounting/lists/month-sheet.ts'
import { LABELS } from '../../../../services/accounting/lists/words.ts'
import { listTable, namesIn } from '../../../frame/lists.ts'
import { box } from '../../../frame/parts.ts'
import type { View } from '../../../page.ts'
import type { SentCases } from './books.ts'
import { dealAddressOf } from './list.ts'
import { type AskedMonth, approversOf, monthLinks } from './month.ts'
import { searchAddress } from './search.ts'
import { DEALS, MONTH } from './words.ts'

export interface StoredMonth extends AskedMonth, SentCases {
  /** The reason why a file could not be made. */
  readonly fault?: string | undefined
}

export function storedMonth({ company, month, cases, read, fault }: StoredMonth, view: View): Html {
  const say = sayIn(view.locale)
  return html`${fault === undefined ? '' : box('bad', fault)}
<p><a href="${searchAddress({ company })}">${say(MONTH.back)}</a></p>
${monthLinks({ company, month }, view)}
${box('warn', say(DEALS.down), say(MONTH.downText))}
<h2>${say(MONTH.sent, { count: cases.length })}</h2>
${read === undefined ? '' : box('warn', say(MONTH.someSent, { count: read }))}
${cases.length === 0 ? html`<p>${say(MONTH.noneSent)}</p>` : sentTable(cases, view)}`
}

function sentTable(cases: readonly CaseReport[], view: View): Html {
  const { locale } = view
  const dayOf = ({ body }: CaseReport) => body?.issue_date ?? ''
  const rows = cases
    .toSorted((one, other) => dayOf(one).localeCompare(dayOf(other)))
    .map(report => [
      dayOf(report),
      html`<a href="${dealAddressOf(report)}">${report.case}</a>`,
      String(report.deal ?? ''),
      sentBy({ report }),
      approversOf({ report }, view),
      textOf(amountText(report), locale),
    ])
  const { issueDate, case: name, deal, amount } = LABELS
  const heads = [issueDate, name, deal, MONTH.registeredBy, MONTH.approvedBy, amount]
  const labels = heads.map(head => phrase(head))
  return listTable(namesIn(labels, locale), rows, { amountAt: 5 })
}
