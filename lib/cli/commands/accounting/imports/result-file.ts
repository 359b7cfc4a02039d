import { writeFileAtomic } from '../../../../core/disk/atomic-file.ts'
import { catalogue, phrase } from '../../../../core/language/catalogue.ts'
import type { Locale } from '../../../../core/language/language.ts'
import { phraseError } from '../../../../core/language/phrase-error.ts'
import { sayIn, textOf } from '../../../../core/language/text.ts'
import type { Reason } from '../../../../core/phrase.ts'
import { IMPORT, placePhrase } from '../../../../services/accounting/imports/reading/words.ts'
import { csvText } from '../../../../services/accounting/journals/spreadsheet.ts'

export interface RowResult {
  readonly row: string
  readonly case: string
  readonly state: string
  readonly deal?: number | undefined
  /** The id of the row's file at the service. */
  readonly receipt?: number | undefined
  readonly why: string
}

const HEADS = catalogue('import.result', {
  row: { en: 'row', ja: '行' },
  case: { en: 'case', ja: '番号' },
  state: { en: 'state', ja: '状態' },
  deal: { en: 'deal', ja: '取引ID' },
  receipt: { en: 'receipt', ja: 'ファイルID' },
  why: { en: 'why', ja: '理由' },
})

const STATES = catalogue('import.states', {
  done: { en: 'done', ja: '登録済み' },
  'not sent': { en: 'not sent', ja: '未送信' },
  'left out': { en: 'left out', ja: '重複（除外）' },
  double: { en: 'double', ja: '重複の確認待ち' },
  'new partner': { en: 'new partner', ja: '新規取引先' },
  wrong: { en: 'wrong', ja: '要修正' },
  failed: { en: 'failed', ja: '失敗' },
  review: { en: 'review', ja: '承認待ち' },
  refused: { en: 'refused', ja: '会計サービスが拒否' },
  unknown: { en: 'unknown', ja: '結果不明' },
  open: { en: 'open', ja: '結果不明' },
  claimed: { en: 'claimed', ja: '別の処理が送信中' },
  removing: { en: 'removing', ja: '削除中' },
  gone: { en: 'gone', ja: '削除済み' },
})

export function stateOf(state: string): Reason {
  return Object.hasOwn(STATES, state) ? phrase(STATES[state as keyof typeof STATES]) : state
}

/**
 * Replaces the file atomically, so that the file is complete whenever the process ends.
 * @throws AppError `usage` if the file cannot be written
 */
export async function writeResultFile(
  path: string,
  results: readonly RowResult[],
  locale: Locale,
): Promise<void> {
  const rows = results.map(({ row, case: name, state, deal, receipt, why }) => [
    textOf(placePhrase(row), locale),
    name,
    textOf(stateOf(state), locale),
    String(deal ?? ''),
    String(receipt ?? ''),
    why,
  ])
  try {
    await writeFileAtomic(path, csvText([Object.values(HEADS).map(head => sayIn(locale)(head)), ...rows]))
  } catch (cause) {
    throw phraseError('usage', phrase(IMPORT.noResultFile, { path }), {
      hint: phrase(IMPORT.otherResultFile),
      cause,
    })
  }
}
