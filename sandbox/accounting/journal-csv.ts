/**
 * A journal as the service writes it: Windows-31J (called Shift_JIS), CRLF, a header, one row for each line of a deal.
 */
import iconv from 'iconv-lite'
import { encodeWindows31j } from '../../lib/core/language/windows-31j.ts'
import type { Company, Deal, DealDetail, JournalSettings } from './state.ts'

interface Row {
  readonly number: number
  readonly company: Company
  readonly deal: Deal
  readonly detail: DealDetail
}

/** The functions that return the value of a cell, by header; a header without one has an empty field. */
const CELLS: Readonly<Record<string, (row: Row) => string | number>> = {
  No: ({ number }) => number,
  取引日: ({ deal }) => deal.issue_date,
  管理番号: ({ deal }) => deal.ref_number ?? '',
  借方勘定科目: row => accountItemName(row),
  借方金額: ({ detail }) => detail.amount,
  借方税区分: row => taxOf(row)?.name_ja ?? '',
  借方税金額: ({ detail }) => detail.vat,
  '借方内税・外税': () => '内税',
  借方税率: row => (taxOf(row)?.rate ? `${taxOf(row)?.rate}%` : ''),
  借方軽減税率有無: row => (taxOf(row)?.name_ja.includes('軽') ? '有' : '無'),
  借方取引先名: row => partnerName(row),
  借方品目: ({ company, detail }) => company.items.get(detail.item_id ?? 0)?.name ?? '',
  借方備考: ({ detail }) => detail.description,
  貸方勘定科目: () => '未払金',
  貸方金額: ({ detail }) => detail.amount,
  貸方税区分: () => '対象外',
  貸方税金額: () => 0,
  貸方取引先名: row => partnerName(row),
  貸方備考: ({ detail }) => detail.description,
  決算整理仕訳: () => '',
  発行元: () => '取引',
  作成日時: ({ deal }) => `${deal.issue_date} 12:00:00`,
  更新日時: ({ deal }) => `${deal.issue_date} 12:00:00`,
  取引ID: ({ deal }) => deal.id,
  仕訳番号: ({ number }) => number,
  仕訳行番号: ({ deal, detail }) => deal.details.indexOf(detail) + 1,
  仕訳行数: ({ deal }) => deal.details.length,
  レコード番号: ({ number }) => number,
  取引内容: ({ detail }) => detail.description,
}

const DATE_COLUMNS = ['取引日', '作成日時', '更新日時']

function taxOf({ company, detail }: Row) {
  return company.taxCodes.find(({ code }) => code === detail.tax_code)
}

function accountItemName({ company, detail }: Row): string {
  return company.accountItems.find(({ id }) => id === detail.account_item_id)?.name ?? ''
}

function partnerName({ company, deal }: Row): string {
  return company.partners.get(deal.partner_id ?? 0)?.name ?? ''
}

export function* journalCsv(
  { company, deals }: { company: Company; deals: readonly Deal[] },
  { settings, encoding }: { settings: JournalSettings; encoding: 'sjis' | 'utf-8' },
): Generator<Uint8Array> {
  const encode = (fields: readonly string[]) => encodeLine(csvLine(fields, settings), encoding)
  yield encode(settings.columns)
  let number = 0
  for (const deal of deals) {
    for (const detail of deal.details) {
      number += 1
      const row = { number, company, deal, detail }
      yield encode(settings.columns.map(column => cell(column, row, settings)))
    }
  }
}

function cell(column: string, row: Row, { dates }: JournalSettings): string {
  const text = String(CELLS[column]?.(row) ?? '')
  return dates === 'YYYY/MM/DD' && DATE_COLUMNS.includes(column) ? text.replaceAll('-', '/') : text
}

function csvLine(fields: readonly string[], { quotes }: JournalSettings): string {
  const quoted = fields.map(field =>
    quotes === 'all' || /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field,
  )
  return `${quoted.join(',')}\r\n`
}

function encodeLine(line: string, encoding: 'sjis' | 'utf-8'): Uint8Array {
  if (encoding === 'utf-8') return Buffer.from(line)
  const encoded = encodeWindows31j(line, iconv)
  return 'bytes' in encoded ? encoded.bytes : iconv.encode(line, 'cp932')
}
