/** These alerts are sent immediately, without the store. */
import { catalogue } from '../../../../core/language/catalogue.ts'

export interface AlertFacts {
  readonly generation: number
  /** The name of the process that got the token. */
  readonly by: string
}

export const ALERTS = catalogue('alerts', {
  token_unstored: {
    en: 'The store did not take the accounting token {generation} of {by}. If no message says that it was stored after all: keep the line token_unstored of the log of this hour, then run in the folder of kura `kura accounting recover --line LINE` (on a machine with a disk: `kura accounting recover`)',
    ja: '会計サービスのトークン（世代 {generation}、取得元 {by}）をデータベースに保存できませんでした。保存できたというお知らせが届かない場合は、この1時間のログから「token_unstored」の行を控え、kuraのフォルダーで `kura accounting recover --line LINE` を実行してください（ディスクのある環境では `kura accounting recover`）',
  },
  token_stored: {
    en: 'over: the accounting token {generation} was stored after all; there is nothing to do',
    ja: '解消しました：会計サービスのトークン（世代 {generation}）を保存できました。対応は不要です',
  },
})

export const RECOVERY = catalogue('tokens.recovery', {
  noAnswer: {
    en: 'Cannot recover a token: the line has no answer',
    ja: 'トークンを戻せません：この行には応答がありません',
  },
  wholeLine: {
    en: 'give the whole line of the log with the event token_unstored',
    ja: 'ログの「token_unstored」の行を、そのまま全部指定してください',
  },
})

export type AlertKind = keyof typeof ALERTS
