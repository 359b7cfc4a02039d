/** The words for acts. A key is the service and the name of the endpoint. */

import type { Message } from '../../../core/language/catalogue.ts'
import { catalogue } from '../../../core/language/catalogue.ts'
import type { Entry } from '../contract-schemas.ts'
import { serviceOf } from './choice.ts'

const ACTS = catalogue('activity.acts', {
  'accounting.deleteDeal': { en: 'Deleted a deal', ja: '取引を削除' },
  'accounting.createPartner': { en: 'Created a partner', ja: '取引先を登録' },
  'accounting.updatePartner': { en: 'Changed a partner', ja: '取引先を変更' },
  'accounting.deletePartner': { en: 'Deleted a partner', ja: '取引先を削除' },
  'accounting.stopAndDeletePartner': { en: 'Stopped and deleted a partner', ja: '取引先を停止して削除' },
  'accounting.updateFile': { en: 'Changed the facts of a file', ja: '証憑ファイルの情報を変更' },
  'accounting.createItem': { en: 'Created an item', ja: '品目を登録' },
  'accounting.deleteItem': { en: 'Deleted an item', ja: '品目を削除' },
  'accounting.registerDeal': { en: 'Registered a deal', ja: '取引を登録' },
  'accounting.importDeals': { en: 'Imported deals', ja: '取引をまとめて登録' },
  'accounting.leaveOut': { en: 'Left out a double receipt', ja: '重複した領収書を除外' },
  'accounting.uploadReceipt': { en: 'Filed a receipt', ja: '領収書を保存' },
  'accounting.resolveReceipt': { en: 'Looked for a receipt', ja: '領収書の結果を照会' },
  'accounting.freeReceipt': { en: 'Freed a receipt', ja: '領収書の再送信を許可' },
  'accounting.resolveCase': { en: 'Looked for a deal', ja: '取引の結果を照会' },
  'accounting.releaseCase': { en: 'Released a deal', ja: '取引を承認' },
  'accounting.freeCase': { en: 'Freed a deal', ja: '取引の再登録を許可' },
  'accounting.confirmFirstDeal': { en: 'Confirmed the first deal', ja: '最初の取引を確認' },
  'accounting.learnTaxCodes': { en: 'Learned the tax codes', ja: '税区分を学習' },
  'accounting.beginAuthorization': { en: 'Began to authorize the books', ja: '会計サービスとの連携を開始' },
  'accounting.receiveCode': { en: 'Access to the books was granted', ja: '会計サービスで許可' },
  'accounting.keepAuthorization': { en: 'Authorized the books', ja: '会計サービスと連携' },
  'registrar.release': { en: 'Freed a purchase', ja: 'ドメインの再購入を許可' },
  'registrar.resolve': { en: 'Looked for a purchase', ja: '購入の結果を照会' },
  'registrar.nameOrder': { en: 'Named the order of a purchase', ja: '購入の注文番号を指定' },
  'registrar.closeDeadline': { en: 'Confirmed the e-mail of a domain', ja: 'ドメインのメール確認を記録' },
  'registrar.reportMail': { en: 'Reported an e-mail about a domain', ja: 'ドメインのメールを報告' },
  'registrar.attach': { en: 'Attached a domain to a project', ja: 'ドメインをプロジェクトに設定' },
  'registrar.requiredFields': { en: 'Asked what a domain needs', ja: 'ドメインに必要な項目を照会' },
  'registrar.buy': { en: 'Bought a domain', ja: 'ドメインを購入' },
  'chat.deliver': { en: 'Sent a message', ja: '連絡を送信' },
  'chat.resolve': { en: 'Settled a message', ja: '連絡の結果を記録' },
  'chat.postStatus': { en: 'Posted the status message', ja: '状況メッセージを投稿' },
  'admin.forgetDevice': { en: 'Took a device off the list', ja: '端末を一覧から削除' },
  'admin.enrol': { en: 'Enrolled a device', ja: '端末を登録' },
  'admin.exchangeToken': { en: 'A device got its key', ja: '端末が鍵を取得' },
  'admin.changeRevocation': { en: 'Revoked a key, or restored it', ja: '鍵を失効または復活' },
  'admin.recordSettings': { en: 'Recorded changed settings', ja: '設定の変更を記録' },
  'admin.confirmStore': { en: 'Confirmed the restored records', ja: '復元した記録を確認' },
  'admin.sendNotices': { en: 'Sent the notices that were due', ja: '期限の通知を送信' },
  'admin.finishNotice': { en: 'Closed a notice', ja: '通知を対応済みに変更' },
  'admin.reportExposure': { en: 'Reported what a check of addresses found', ja: '公開範囲の検査結果を報告' },
  'admin.beginRemoval': { en: 'Removed exported entries', ja: '書き出した履歴を削除' },
  'admin.removeActivity': { en: 'Asked to remove exported entries', ja: '書き出した履歴の削除を依頼' },
  'admin.recordRelease': { en: 'Published a release', ja: '配布内容を公開' },
  'distribution.serveRelease': { en: 'Began to hand out a release', ja: '配布内容の配信を開始' },
  'console.confirmProposals': { en: 'Confirmed proposed values', ja: '提案された値を確認' },
  'console.signIn': { en: 'Signed in', ja: 'ログイン' },
  'console.signOut': { en: 'Signed out', ja: 'ログアウト' },
  'console.enrol': { en: 'Added a passkey', ja: 'パスキーを登録' },
  'console.setLanguage': { en: 'Changed the language', ja: '言語を変更' },
  'console.invite': { en: 'Invited a person', ja: '利用者を招待' },
  'console.vouch': { en: 'Confirmed a passkey', ja: 'パスキーを確認' },
  'console.revoke': {
    en: 'Removed a person, a passkey or a session',
    ja: '利用者・パスキー・ログインを削除',
  },
  'cron.refresh': { en: 'Renewed the connection to the books', ja: '会計サービスの連携を更新' },
  'cron.orders': { en: 'Looked at open orders', ja: '注文の状況を照会' },
  'cron.notices': { en: 'Did the daily work', ja: '毎日の処理を実行' },
  store_went_back: { en: 'The records went back', ja: '記録が過去の状態に戻った' },
  authorize: { en: 'Authorized the books in a terminal', ja: '会計サービスと連携（ターミナル）' },
})

const NAMED: Readonly<Record<string, Message<Record<never, never>>>> = ACTS

/** The words for the act; undefined if this version of kura has none. */
export function wordsOf(entry: Pick<Entry, 'act' | 'endpoint'>): Message<Record<never, never>> | undefined {
  const service = serviceOf(entry)
  return NAMED[service === undefined ? entry.act : `${service}.${entry.act}`]
}
