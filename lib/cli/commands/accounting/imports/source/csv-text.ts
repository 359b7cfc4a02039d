/** Writes CSV for spreadsheets: UTF-8 with a byte order mark, and no cell that a spreadsheet would run as a formula. */
import { inertRecord } from '../../../../../services/accounting/journals/spreadsheet.ts'

const BYTE_ORDER_MARK = '\ufeff'

export function csvText(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + rows.map(inertRecord).join('')
}
