/** The texts of the pages by which a person authorizes kura at the accounting service. */
import { catalogue } from '../../../../core/language/catalogue.ts'

/** The names of a user's roles in a company; the keys are the service's own names. */
export const ROLES = catalogue('authorization.roles', {
  admin: { en: 'administrator', ja: '管理者' },
  simple_accounting: { en: 'general', ja: '一般' },
  self_only: { en: 'only own registrations', ja: '取引登録のみ' },
  read_only: { en: 'only reading', ja: '閲覧のみ' },
  workflow: { en: 'only requests and approvals', ja: '申請・承認のみ' },
})

export const AUTHORIZATION = catalogue('authorization', {
  title: { en: 'Authorize kura', ja: 'kura の連携' },
  // the texts of the question whether to keep the authorization
  ask: { en: 'Let kura use these books?', ja: 'この事業所の帳簿を kura で使いますか' },
  askFirst: {
    en: 'You have granted access at the accounting service. Nothing is stored until you answer.',
    ja: '会計サービスで許可されました。回答するまで、何も保存されません。',
  },
  askSame: {
    en: 'kura uses these books already. If you keep the new authorization, it replaces the old one.',
    ja: 'kura はすでにこの帳簿を使っています。新しい連携を保存すると、古い連携と置き換わります。',
  },
  askChange: {
    en: 'Other books: kura stops using those of {from}.',
    ja: '別の帳簿です。kura は「{from}」の帳簿を使わなくなります。',
  },
  askUnknown: {
    en: 'kura does not know which books it has used until now.',
    ja: 'これまで使っていた帳簿の事業所が分かりません。',
  },
  company: { en: 'Company', ja: '事業所' },
  number: { en: 'Office number', ja: '事業所番号' },
  id: { en: 'Company id', ja: '事業所 ID' },
  role: { en: 'Your role there', ja: 'あなたの権限' },
  inUse: { en: 'In use now', ja: '現在の事業所' },
  none: { en: 'none', ja: 'なし' },
  notAdmin: {
    en: 'You are not an administrator there, so kura may be unable to register deals.',
    ja: '管理者ではないため、kura は取引を登録できないことがあります。',
  },
  until: {
    en: 'Answer by {at, date, time}; after that the new authorization is dropped.',
    ja: '{at, date, time}までに回答してください。過ぎると新しい連携は破棄されます。',
  },
  keep: { en: 'Yes, keep it', ja: 'はい、保存する' },
  drop: { en: 'No, drop it', ja: 'いいえ、破棄する' },
  // the texts about how the authorization ended
  kept: { en: 'kura uses these books', ja: 'この帳簿を使います' },
  keptText: {
    en: 'The authorization is stored. You can close this page.',
    ja: '連携を保存しました。このページは閉じてかまいません。',
  },
  declined: { en: 'Not kept', ja: '保存していません' },
  declinedText: {
    en: 'The new authorization was dropped, and nothing has changed. You can close this page.',
    ja: '新しい連携は破棄され、何も変わっていません。このページは閉じてかまいません。',
  },
  replaced: {
    en: 'Not kept: there is a newer one',
    ja: '新しい連携があるため、保存していません',
  },
  replacedText: {
    en: 'Another authorization for these books was stored since, and kura uses that one.',
    ja: 'その後、同じ帳簿の別の連携が保存されたため、kura はその連携を使います。',
  },
  denied: { en: 'Not authorized', ja: '許可されませんでした' },
  deniedText: {
    en: 'Access was not granted at the accounting service, and nothing has changed.',
    ja: '会計サービスで許可されなかったため、何も変わっていません。',
  },
  foreign: { en: 'Not kept: these are other books', ja: '別の帳簿のため、保存していません' },
  foreignText: {
    en: 'You opened the books of {opened}, and kura {used}. The new authorization was dropped, and nothing has changed.',
    ja: '許可されたのは{opened}の帳簿ですが、{used}。新しい連携は破棄され、何も変わっていません。',
  },
  openedOne: { en: '{company}', ja: '「{company}」' },
  openedSeveral: { en: 'one of several companies', ja: '複数の事業所のいずれか' },
  usesOther: {
    en: 'uses those of {company}',
    ja: 'kura が使っているのは「{company}」の帳簿です',
  },
  wantsNamed: {
    en: 'was to use those of the company {named}',
    ja: 'リンクが指定した事業所は「{named}」です',
  },
  usesUnknown: {
    en: 'cannot tell whether these are the books that it uses',
    ja: 'kura が使っている帳簿かどうか分かりません',
  },
  foreignAct: {
    en: 'To use other books, ask for a link that names the company, in the folder of kura:',
    ja: '別の帳簿を使うには、kuraのフォルダーで事業所を指定したリンクを作成してください。',
  },
  // the texts for a step that the person has not finished
  notBack: { en: 'Continue at the accounting service', ja: '会計サービスで続けてください' },
  notBackText: {
    en: 'Log in there and grant access; it leads back here. If its page is closed, open the link again.',
    ja: '会計サービスでログインして許可すると、ここに戻ります。ページを閉じたときは、リンクをもう一度開いてください。',
  },
  waiting: { en: 'One moment', ja: 'お待ちください' },
  waitingText: {
    en: 'kura is asking the accounting service. This page loads itself again.',
    ja: '会計サービスに問い合わせています。このページは自動的に更新されます。',
  },
  failed: { en: 'The authorization did not work', ja: '連携できませんでした' },
  failedText: {
    en: 'The accounting service did not accept it ({reason}). Nothing has changed.',
    ja: '会計サービスが受け付けませんでした（{reason}）。何も変わっていません。',
  },
  interruptedText: {
    en: 'It was interrupted while kura asked the accounting service. Nothing has changed.',
    ja: '会計サービスへの問い合わせが途中で中断しました。何も変わっていません。',
  },
  newLink: {
    en: 'Ask for a new link, in the folder of kura:',
    ja: 'kuraのフォルダーで新しいリンクを作成してください。',
  },
  // the texts for a request that is refused
  notValid: { en: 'This link does not work', ja: 'このリンクは使えません' },
  notValidText: {
    en: 'A link works once, for ten minutes.',
    ja: 'リンクは1回だけ、10分以内に使えます。',
  },
  noCookie: { en: 'This browser keeps no cookies', ja: 'Cookie を保存できません' },
  noCookieText: {
    en: 'Allow cookies for this site, or open the link in another browser; it still works.',
    ja: 'このサイトの Cookie を許可するか、別のブラウザーでリンクを開いてください。リンクはまだ使えます。',
  },
  otherBrowser: { en: 'Opened in another browser', ja: '別のブラウザーで開かれています' },
  otherBrowserText: {
    en: 'Go on in the browser that opened the link first. If that was not you, ask for a new link.',
    ja: '最初にリンクを開いたブラウザーで続けてください。心当たりがないときは、新しいリンクを作成してください。',
  },
  otherStateText: {
    en: 'Another authorization was begun in this browser since. Go on with that one, or open the link again.',
    ja: 'このブラウザーで別の連携が始まっています。そちらを続けるか、リンクをもう一度開いてください。',
  },
  stale: { en: 'Look at it again', ja: 'もう一度確認してください' },
  staleText: {
    en: 'The page was not the current one, so your answer was not used.',
    ja: 'ページが最新ではなかったため、回答は使われていません。',
  },
  toQuestion: { en: 'To the current page', ja: '最新のページを開く' },
  wrongRequest: { en: 'This address does not work', ja: 'このアドレスは使えません' },
  wrongRequestText: {
    en: 'Open the link again, exactly as you received it. Nothing has changed.',
    ja: '受け取ったリンクを、そのままもう一度開いてください。何も変わっていません。',
  },
  preview: { en: 'This is a preview', ja: 'プレビュー環境です' },
  previewText: {
    en: 'A preview deployment changes nothing. Ask for a link to the production deployment.',
    ja: 'プレビュー環境では何も変更されません。本番環境のリンクを作成してください。',
  },
  error: { en: 'That did not work', ja: '処理できませんでした' },
  errorAct: {
    en: 'Load this page again in a moment.',
    ja: 'しばらくしてから、このページをもう一度読み込んでください。',
  },
})
