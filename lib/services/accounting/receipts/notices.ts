/** What a person must do about the files of receipts. Pure. */
import type { Notice } from '../../../core/language/catalogue/notices/matters.ts'
import { SETTLING } from '../cases.ts'
import type { ReceiptReport } from './schema.ts'

/** The notices that are due at `now`, in milliseconds since the epoch. */
export function receiptNotices(reports: readonly ReceiptReport[], now: number): Notice[] {
  return reports.flatMap(report => [...stateNotices(report, now), ...strayNotices(report)])
}

function stateNotices(report: ReceiptReport, now: number): Notice[] {
  const { receipt, name: file = receipt, state, operation, since, reason, id } = report
  const key = `accounting/receipt/${receipt}`
  switch (state) {
    case 'gone':
      return [{ key, step: `gone ${operation}`, kind: 'receipt_gone', facts: { receipt, file, id } }]
    case 'unknown': {
      const settled = now >= Date.parse(since) + SETTLING
      const step = `unknown ${operation}${settled ? ' settled' : ''}`
      return [{ key, step, kind: 'receipt_unknown', facts: { receipt, file, reason } }]
    }
    default:
      return []
  }
}

/** What an attempt did that had lost its case: the file box may have the file twice. */
function strayNotices({ receipt, name: file = receipt, id: own, strays = [] }: ReceiptReport): Notice[] {
  if (strays.length === 0) return []
  const ids = [own, ...strays.map(stray => stray.id)].filter(id => id !== undefined)
  const uncertain = strays.filter(stray => stray.id === undefined).length
  return [
    {
      key: `accounting/receipt-twice/${receipt}`,
      step: `strays ${strays.map(({ since }) => since).join(' ')}`,
      kind: 'receipt_twice',
      facts: { receipt, file, ids, uncertain },
    },
  ]
}
