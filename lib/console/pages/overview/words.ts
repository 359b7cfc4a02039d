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
