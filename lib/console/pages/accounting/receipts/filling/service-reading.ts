import type { ReplyOf } from '../../../../../core/http/contract.ts'
import type { Language } from '../../../../../core/language/language.ts'
import type { AccountingContract } from '../../../../../services/accounting/contract.ts'

type FileInBox = ReplyOf<AccountingContract, 'fileInBox'>['receipt']

/** The words for yes and no that the form offers. */
export const ANSWERS: Readonly<Record<Language, { readonly yes: string; readonly no: string }>> = {
  ja: { yes: 'はい', no: 'いいえ' },
  en: { yes: 'yes', no: 'no' },
}

/** The kinds of documents, in the words of a row's cells. */
export const DOCUMENTS = { receipt: '領収書', invoice: '請求書', other: 'その他' } as const

/** The cells of the service's reading. A fact that the service has not read, or not saved yet, is absent. */
export function cellsOfReading(file: FileInBox, language: Language): Record<string, string> {
  const { issue_date: date, partner_name: partner, amount } = file.receipt_metadatum ?? {}
  const { invoice_registration_number: number, qualified_invoice: qualified, document_type: kind } = file
  const { yes, no } = ANSWERS[language]
  const said = { qualified: yes, not_qualified: no }[qualified ?? ''] ?? ''
  const cells = {
    date: date ?? '',
    partner: partner ?? '',
    amount: amount === null || amount === undefined ? '' : String(amount),
    qualified: number || said,
    document: DOCUMENTS[kind as keyof typeof DOCUMENTS] ?? '',
  }
  return Object.fromEntries(Object.entries(cells).filter(([, text]) => text !== ''))
}
