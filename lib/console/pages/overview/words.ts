import { catalogue } from '../../../core/language/catalogue.ts'
import type { Say } from '../../../core/language/text.ts'

const SCOPE_WORDS = catalogue('console.scopes', {
  'accounting.read': { en: 'read the books', ja: '帳簿を見る' },
  'accounting.write': { en: 'prepare deals and receipts', ja: '取引・領収書を準備する' },
  'registrar.read': { en: 'see domains', ja: 'ドメインを見る' },
  'registrar.write': { en: 'manage domains', ja: 'ドメインを管理する' },
  'registrar.buy': { en: 'buy domains', ja: 'ドメインを買う' },
  'chat.read': { en: 'read messages', ja: '連絡を見る' },
  'chat.send': { en: 'send messages', ja: '連絡を送る' },
  'today.read': { en: 'see what is to do', ja: '要対応を見る' },
  admin: { en: 'manage devices and people', ja: '端末と利用者を管理する' },
  approve: { en: 'release with a passkey', ja: 'パスキーで承認する' },
})

export const MORE = catalogue('console.more', {
  connections: {
    en: 'The services that kura uses: what works, and what to do',
    ja: '連携しているサービスの状態と対処',
  },
  people: { en: 'Who may use these pages, their passkeys, invitations', ja: '利用できる人、パスキー、招待' },
  messages: {
    en: 'Messages to people: what was sent, who has answered, a new one',
    ja: '送った連絡、届いた人と返信、新しい連絡',
  },
  domains: {
    en: 'Domains to buy and to confirm, and what was spent',
    ja: 'ドメインの購入、メール確認、支出',
  },
  devices: {
    en: 'Which device has what, setting up and revoking, the release',
    ja: '端末の状態、登録と失効、配布内容',
  },
  history: {
    en: 'Who did what, with the proof of each approval',
    ja: '誰が何をしたか、承認の証明',
  },
  you: { en: 'You', ja: 'あなた' },
  name: { en: 'Name', ja: '名前' },
  may: { en: 'May', ja: 'できること' },
  until: { en: 'Signed in until', ja: 'ログインの期限' },
  nothing: { en: 'nothing yet', ja: 'まだありません' },
})

export function scopeTexts(scopes: readonly string[], say: Say): string[] {
  return scopes.map(scope =>
    scope in SCOPE_WORDS ? say(SCOPE_WORDS[scope as keyof typeof SCOPE_WORDS]) : scope,
  )
}

export const STEPS = catalogue('console.firstSteps', {
  title: { en: 'First steps: {done} of {count} done', ja: '最初の準備：{count}件のうち{done}件が完了' },
  done: { en: 'done', ja: '完了' },
  passkey: { en: 'Make your passkey', ja: '自分のパスキーを作る' },
  passkeyText: {
    en: 'It releases what waits. No other person can use it.',
    ja: '承認に使います。ほかの人は使えません。',
  },
  passkeyWaits: {
    en: 'Your passkey waits: its number is {number}. Confirm it in a terminal, in the folder of the project; then sign in with it.',
    ja: 'パスキーは確認待ちです（確認番号 {number}）。プロジェクトのフォルダーのターミナルで確認してから、パスキーでログインしてください。',
  },
  passkeyReady: {
    en: 'Your passkey is confirmed. Sign in with it: this session approves nothing.',
    ja: 'パスキーは確認済みです。承認するには、パスキーでログインし直してください。',
  },
  signIn: { en: 'Sign in with the passkey', ja: 'パスキーでログインし直す' },
  books: { en: 'Connect the books', ja: '会計サービスと連携する' },
  testDeal: { en: 'Check the test deal', ja: 'テスト取引を確認する' },
  receipt: { en: 'Register the first receipt', ja: '最初の領収書を登録する' },
  second: { en: 'Invite a second person', ja: '二人目を招待する' },
  also: { en: 'Also waiting', ja: 'そのほか' },
  receipts: {
    en: '{count, plural, one {# receipt} other {# receipts}} to register',
    ja: '登録していない領収書：{count, number}件',
  },
  message: { en: 'Message "{name}": who has not answered', ja: '連絡「{name}」：返信がまだの人' },
})
