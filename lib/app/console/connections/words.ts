/** The words of the pages 接続 / Connections and 利用者 / People. */
import { catalogue } from '../../../core/language/catalogue.ts'

export const CONNECTIONS = catalogue('console.connections', {
  title: { en: 'Connections', ja: '接続' },
  people: { en: 'People and passkeys', ja: '利用者とパスキー' },
  books: { en: 'The books', ja: '会計サービス' },
  current: { en: 'connected', ja: '連携中' },
  daysLeft: {
    en: '{days, plural, one {one more day} other {# more days}} without use',
    ja: '使わない場合はあと{days}日',
  },
  notCurrent: { en: 'not connected: {reason}', ja: '連携が切れています：{reason}' },
  unset: { en: 'not set up', ja: '未設定' },
  authorize: { en: 'Authorize the books', ja: '会計サービスと連携する' },
  authorizeText: {
    en: 'After your passkey, a link to the accounting service follows. kura asks you before it keeps another company.',
    ja: 'パスキーで確認した後に、会計サービスへのリンクを表示します。別の会社になるときは、保存する前に確認します。',
  },
  store: { en: 'Records', ja: '記録' },
  storeAnswers: { en: 'they answer in {milliseconds} ms', ja: '応答：{milliseconds}ミリ秒' },
  settings: { en: 'Settings', ja: '設定' },
  complete: { en: 'complete', ja: '不足なし' },
  lacking: { en: '{names} missing', ja: '不足：{names}' },
  wrong: { en: '{names} not valid', ja: '誤り：{names}' },
  version: { en: 'Version', ja: 'バージョン' },
  seen: { en: 'as of {at, date, time}', ja: '{at, date, time}現在' },
})

export const PEOPLE = catalogue('console.people', {
  title: { en: 'People', ja: '利用者' },
  invite: { en: 'Invite a person', ja: '利用者を招待する' },
  inviteText: {
    en: 'The link works once, for 15 minutes.',
    ja: '招待のリンクは15分間、1回だけ使えます。',
  },
  name: { en: 'Name', ja: '名前' },
  nameFault: { en: 'Enter a name of up to 60 letters', ja: '名前を60文字以内で入力してください' },
  role: { en: 'Role', ja: '役割' },
  accounting: { en: 'Accounting', ja: '経理' },
  admin: { en: 'Administration', ja: '管理' },
  viewer: { en: 'Viewer', ja: '閲覧' },
  may: { en: 'May', ja: '権限' },
  nothingYet: { en: 'nothing yet', ja: 'まだありません' },
  passkey: { en: 'Passkey', ja: 'パスキー' },
  counts: { en: 'confirmed', ja: '確認済み' },
  waits: { en: 'waits for a confirmation', ja: '確認待ち' },
  added: { en: 'added on {at, date, time}, invited by {by}', ja: '{at, date, time}に登録（招待：{by}）' },
  vouchedBy: { en: 'Confirmed by', ja: '確認した人' },
  sessions: {
    en: '{count, plural, =0 {not signed in} one {signed in once} other {signed in # times}}',
    ja: 'ログイン中：{count}件',
  },
  session: {
    en: 'Signed in on {since, date, time}, until {until, date, time}',
    ja: '{since, date, time}にログイン（{until, date, time}まで）',
  },
  thisSession: { en: 'this one', ja: '今のログイン' },
  endSession: { en: 'End this session', ja: 'このログインを終了する' },
  endSessionText: {
    en: 'It ends at once. The passkey stays: with it, the person can sign in again.',
    ja: 'すぐに使えなくなります。パスキーは残るため、本人はもう一度ログインできます。',
  },
  number: { en: 'Confirmation number', ja: '確認番号' },
  numberHint: {
    en: 'Ask {name}, face to face or by phone, and enter what they read to you.',
    ja: '{name}さんに直接または電話で聞き、その番号を入力してください。',
  },
  numberFault: {
    en: 'This is not the number of the passkey. Ask again; if it stays different, remove the passkey: it is not theirs.',
    ja: '番号が一致しません。もう一度聞いてください。それでも違うときは、本人のパスキーではないため、削除してください。',
  },
  vouch: { en: 'Confirm the passkey', ja: 'パスキーを確認する' },
  vouchTitle: { en: 'Confirm the passkey of {name}', ja: '{name}さんのパスキーを確認する' },
  vouchText: {
    en: 'After this, {name} can sign in and do what the role says.',
    ja: 'この操作の後、{name}さんはログインして、役割の範囲で操作できます。',
  },
  end: { en: 'Remove the passkey', ja: 'パスキーを削除する' },
  remove: { en: 'Remove {name}', ja: '{name}さんを削除する' },
  removeText: {
    en: 'Passkeys and sessions end at once. Keys of the command line stay: the person who runs kura ends them.',
    ja: 'パスキーとログインはすぐに使えなくなります。コマンド用の鍵は残るため、kuraの担当者が失効させます。',
  },
  confirm: { en: 'Confirm with your passkey', ja: 'パスキーで確定する' },
  back: { en: 'Back to the people', ja: '利用者に戻る' },
})
