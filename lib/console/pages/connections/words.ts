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
  unauthorized: { en: 'not connected yet', ja: 'まだ連携していません' },
  unusable: {
    en: 'not connected: the settings do not fit what is stored',
    ja: '連携が切れています：設定と保存された連携が一致しません',
  },
  booksNow: { en: 'The books now', ja: '会計サービスの応答' },
  registrar: { en: 'Registrar', ja: 'レジストラ' },
  chat: { en: 'Chat', ja: 'チャット' },
  jobs: { en: 'Daily jobs', ja: '定期処理' },
  companies: {
    en: 'answers: {count, plural, one {# company} other {# companies}}',
    ja: '応答あり（事業所{count}件）',
  },
  answers: { en: 'answers', ja: '応答あり' },
  silent: { en: 'does not answer within {seconds} seconds', ja: '{seconds}秒以内に応答がありません' },
  fails: { en: 'does not work now: {reason}', ja: '利用できません：{reason}' },
  noChannel: { en: 'notices are not sent to a channel', ja: '通知を送るチャンネルが未設定です' },
  writes: { en: 'can write to the channel of notices', ja: '通知のチャンネルに送信できます' },
  notWritable: {
    en: 'cannot write to the channel of notices',
    ja: '通知のチャンネルに送信できません',
  },
  jobsRan: { en: 'as planned', ja: '予定どおり' },
  jobsFailing: { en: 'not as planned: {names}', ja: '予定どおりに実行されていません：{names}' },
  evicts: { en: 'the database may discard records', ja: 'データベースが記録を破棄する設定です' },
  store: { en: 'Records', ja: '記録' },
  storeAnswers: { en: 'they answer in {milliseconds} ms', ja: '応答：{milliseconds}ミリ秒' },
  settings: { en: 'Settings', ja: '設定' },
  complete: { en: 'complete', ja: '不足なし' },
  lacking: { en: '{names} missing', ja: '不足：{names}' },
  version: { en: 'Version', ja: 'バージョン' },
  seen: { en: 'as of {at, date, time}', ja: '{at, date, time}現在' },
})

export const AUTHORIZATION = catalogue('console.authorization', {
  title: { en: 'Authorize the books', ja: '会計サービスとの連携' },
  begin: { en: 'Authorize the books', ja: '会計サービスと連携する' },
  leaving: {
    en: 'Log in at the accounting service, choose the company and grant access. It leads back here.',
    ja: '会計サービスでログインし、事業所を選んで許可してください。許可すると、この画面に戻ります。',
  },
  ask: { en: 'Let kura use these books?', ja: 'この事業所の帳簿をkuraで使いますか' },
  which: { en: 'Which company?', ja: 'どの事業所ですか' },
  whichText: {
    en: 'The login gives access to several companies. Choose the one whose books kura is to use.',
    ja: '複数の事業所が許可されました。kuraで使う事業所を選んでください。',
  },
  same: {
    en: 'kura uses these books already. The new authorization replaces the old one.',
    ja: 'kuraはすでにこの帳簿を使っています。新しい連携は、古い連携と置き換わります。',
  },
  change: { en: 'These are other books', ja: '別の帳簿です' },
  changeText: {
    en: 'kura stops using the books of {from}.',
    ja: 'kuraは「{from}」の帳簿を使わなくなります。',
  },
  unknown: {
    en: 'kura does not know which books it has used until now',
    ja: 'これまで使っていた帳簿の事業所が分かりません',
  },
  company: { en: 'Company', ja: '事業所' },
  number: { en: 'Office number', ja: '事業所番号' },
  id: { en: 'Company id', ja: '事業所ID' },
  role: { en: 'Your role there', ja: 'あなたの権限' },
  inUse: { en: 'In use now', ja: '現在の事業所' },
  nothing: { en: 'none', ja: 'なし' },
  notAdmin: {
    en: 'You are not an administrator there, so kura may be unable to register deals',
    ja: '管理者ではないため、kuraが取引を登録できないことがあります',
  },
  until: {
    en: 'Nothing is stored yet. What you granted is dropped at {at, date, time} unless you keep it.',
    ja: 'まだ何も保存していません。{at, date, time}までに保存しないと、受け取った許可は破棄されます。',
  },
  keep: { en: 'Use these books', ja: 'この帳簿を使う' },
  drop: { en: 'Do not use them', ja: '使わない' },
  waiting: { en: 'One moment', ja: 'お待ちください' },
  waitingText: { en: 'kura is asking the accounting service.', ja: '会計サービスに問い合わせています。' },
  look: { en: 'Look again', ja: 'もう一度確認する' },
  begun: { en: 'Continue at the accounting service', ja: '会計サービスで続けてください' },
  begunText: {
    en: 'Log in there and grant access. If its page is closed, begin again.',
    ja: '会計サービスでログインして許可してください。画面を閉じたときは、やり直してください。',
  },
  none: { en: 'No authorization is under way', ja: '進行中の連携はありません' },
  noneText: {
    en: 'It lasts ten minutes. Begin again.',
    ja: '10分を過ぎると終わります。やり直してください。',
  },
  interrupted: { en: 'The authorization was interrupted', ja: '連携が途中で中断しました' },
  interruptedText: {
    en: 'Nothing has changed. Begin again.',
    ja: '何も変わっていません。やり直してください。',
  },
  denied: { en: 'Access was not granted', ja: '許可されませんでした' },
  deniedText: {
    en: 'The accounting service says so, and nothing has changed.',
    ja: '会計サービスで許可されなかったため、何も変わっていません。',
  },
  failed: { en: 'The authorization did not work', ja: '連携できませんでした' },
  failedText: { en: 'Nothing has changed. Begin again.', ja: '何も変わっていません。やり直してください。' },
  notOwn: { en: 'This was not begun here', ja: 'この画面で始めた連携ではありません' },
  notOwnText: {
    en: 'It was begun in another session, is over, or was used already. Nothing has changed. Whoever began it in a terminal pastes the address of this page there.',
    ja: '別のログインで始めたか、終わったか、使用済みの連携です。何も変わっていません。ターミナルで始めた人は、この画面のアドレスをそこに貼り付けてください。',
  },
})

export const ROLES_THERE = catalogue('console.authorization.roles', {
  admin: { en: 'administrator', ja: '管理者' },
  simple_accounting: { en: 'general', ja: '一般' },
  self_only: { en: 'only own registrations', ja: '取引登録のみ' },
  read_only: { en: 'only reading', ja: '閲覧のみ' },
  workflow: { en: 'only requests and approvals', ja: '申請・承認のみ' },
})

export const PEOPLE = catalogue('console.people', {
  title: { en: 'People', ja: '利用者' },
  invite: { en: 'Invite a person', ja: '利用者を招待する' },
  inviteText: {
    en: 'The link works once, for 15 minutes.',
    ja: '招待のリンクは15分間、1回だけ使えます。',
  },
  name: { en: 'Name', ja: '名前' },
  nameFault: {
    en: 'Enter a name of up to 60 letters, without letters that only look like Latin ones',
    ja: '名前を60文字以内で入力してください。英字に似た別の文字は使えません',
  },
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
  everyone: { en: 'everyone', ja: '全員' },
  publisher: { en: 'the publisher', ja: '公開担当者' },
  vouchedBy: { en: 'Confirmed by: {names}', ja: '確認した人：{names}' },
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
  broken: {
    en: "The confirmations of this passkey do not lead to the publisher's key, so it opens nothing. The person who runs kura confirms it again.",
    ja: 'このパスキーの確認を、発行者の鍵までたどれないため、使えません。kuraの担当者が確認し直します。',
  },
  from: {
    en: 'Two people have confirmed it. It works from {at, date, time}; if it is not theirs, remove it before that time.',
    ja: '二人が確認しました。{at, date, time}から使えます。本人のものでないときは、それまでに削除してください。',
  },
  ownOnly: {
    en: 'Only {name}, with the passkey that they have, or the person who runs kura can confirm a further passkey.',
    ja: '追加のパスキーは、{name}さん本人が今のパスキーで、またはkuraの担当者が確認します。',
  },
  refused: {
    en: 'kura did not write the record of {name}',
    ja: '{name}の記録は、kuraが書いたものではありません',
  },
  refusedText: {
    en: 'It is no person and opens nothing. Tell the person who runs kura: the database was changed, or a key was removed.',
    ja: '利用者ではなく、何もできません。データベースの書き換え、または鍵の削除が考えられます。kuraの担当者に伝えてください。',
  },
  vouch: { en: 'Confirm the passkey', ja: 'パスキーを確認する' },
  vouchTitle: { en: 'Confirm the passkey of {name}', ja: '{name}さんのパスキーを確認する' },
  vouchText: {
    en: 'When enough people have confirmed it, {name} can sign in and do what the role says.',
    ja: '必要な人数の確認がそろうと、{name}さんはログインして、役割の範囲で操作できます。',
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
