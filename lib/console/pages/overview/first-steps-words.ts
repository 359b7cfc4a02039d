import { catalogue } from '../../../core/language/catalogue.ts'

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
