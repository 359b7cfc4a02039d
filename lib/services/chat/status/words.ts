import { catalogue, phrase } from '../../../core/language/catalogue.ts'
import { quotedReason } from '../../../core/language/outside.ts'
import type { Phrase, Reason } from '../../../core/phrase.ts'

/** The facts about a credential; moments are ISO 8601. */
export interface CredentialFacts {
  readonly state: CredentialState
  readonly reason?: Reason | undefined
  readonly until?: string | undefined
  readonly access?:
    | { readonly state: 'live' | 'expired' | 'rejected'; readonly expiresAt: string }
    | undefined
  readonly refresh?: { readonly ageDays: number; readonly lifetimeDays: number } | undefined
}

type CredentialState = 'unauthorized' | 'current' | 'refreshing' | 'interrupted' | 'paused' | 'reauthorize'

const STATES = catalogue('status.credential', {
  unauthorized: { en: 'not authorized', ja: '未連携' },
  current: { en: 'current', ja: '連携中' },
  refreshing: { en: 'being refreshed', ja: '更新中' },
  interrupted: { en: 'a refresh was interrupted', ja: '更新が中断' },
  paused: { en: 'paused', ja: '再試行待ち' },
  reauthorize: { en: 'needs a new authorization', ja: '再認可が必要' },
  reason: { en: '{reason}', ja: '理由：{reason}' },
  until: { en: 'next attempt {until, date, time}', ja: '次回の試行 {until, date, time}' },
  live: { en: 'access live until {at, date, time}', ja: 'アクセストークン有効（期限 {at, date, time}）' },
  expired: {
    en: 'access expired on {at, date, time}',
    ja: 'アクセストークン期限切れ（期限 {at, date, time}）',
  },
  rejected: {
    en: 'access rejected, was live until {at, date, time}',
    ja: 'アクセストークン無効（期限 {at, date, time}）',
  },
  refresh: {
    en: 'refresh token {age} of {lifetime} days old',
    ja: 'リフレッシュトークン {lifetime}日中{age}日経過',
  },
})

export function credentialPhrases({ state, reason, until, access, refresh }: CredentialFacts): Phrase[] {
  return [
    phrase(STATES[state]),
    ...(reason ? [phrase(STATES.reason, { reason: quotedReason(reason) })] : []),
    ...(reason && until ? [phrase(STATES.until, { until: Date.parse(until) })] : []),
    ...(access ? [phrase(STATES[access.state], { at: Date.parse(access.expiresAt) })] : []),
    ...(refresh ? [phrase(STATES.refresh, { age: refresh.ageDays, lifetime: refresh.lifetimeDays })] : []),
  ]
}

const SPANS = catalogue('spans', {
  minutes: { en: '{count} min', ja: '{count}分' },
  hours: { en: '{count} h', ja: '{count}時間' },
  days: { en: '{count} d', ja: '{count}日' },
})

/** A span of time, rounded down to minutes below one hour, to hours below two days, else to days. */
export function span(milliseconds: number): Phrase {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000))
  if (minutes < 60) return phrase(SPANS.minutes, { count: minutes })
  if (minutes < 2880) return phrase(SPANS.hours, { count: Math.floor(minutes / 60) })
  return phrase(SPANS.days, { count: Math.floor(minutes / 1440) })
}

const OWNERS = catalogue('owners', {
  distribution: { en: 'distribution', ja: 'ファイル配布' },
  exposure: { en: 'exposure', ja: '公開範囲の検査' },
  tokens: { en: 'tokens', ja: '会計サービスとの連携' },
  accounting: { en: 'accounting', ja: '会計' },
  registrar: { en: 'registrar', ja: 'ドメイン' },
  enrolments: { en: 'enrolments', ja: '端末の登録' },
  console: { en: 'passkeys', ja: 'パスキー' },
  activity: { en: 'activity', ja: '操作記録' },
  cron: { en: 'cron', ja: '日次処理' },
  chat: { en: 'chat', ja: 'チャット' },
  store: { en: 'store', ja: 'データベース' },
  notices: { en: 'notices', ja: 'お知らせ' },
  outlets: { en: 'outlets', ja: 'お知らせの送り先' },
})

export function ownerName(owner: string): Phrase | string {
  return Object.hasOwn(OWNERS, owner) ? phrase(OWNERS[owner as keyof typeof OWNERS]) : owner
}

const REMARKS = catalogue('status.devices', {
  revoked: { en: ', revoked', ja: '、鍵は失効' },
  behind: { en: ', behind', ja: '、更新遅れ' },
  silent: { en: ', silent', ja: '、連絡なし' },
})

interface DeviceState {
  readonly behind: boolean
  readonly silent: boolean
  readonly revoked: boolean
}

/** The remarks about a device; if its key is revoked, that is the only one. */
export function deviceRemarks({ revoked, behind, silent }: DeviceState) {
  if (revoked) return { behind: phrase(REMARKS.revoked), silent: '' }
  return { behind: behind ? phrase(REMARKS.behind) : '', silent: silent ? phrase(REMARKS.silent) : '' }
}

export const STATUS = catalogue('status', {
  waiting: { en: 'Waiting for a person', ja: '対応待ち' },
  deadlines: { en: "Registrants' e-mail addresses to confirm", ja: '登録者のメールアドレス確認' },
  failed: { en: 'Could not be read', ja: '確認できなかったもの' },
  unread: { en: '{owner}: {reason}', ja: '{owner}：{reason}' },
  token: { en: 'Accounting token', ja: '会計サービスとの連携' },
  store: { en: 'Store', ja: 'データベース' },
  devices: { en: 'Devices', ja: '端末' },
  noDevice: { en: 'no device has reported', ja: '連絡のあった端末はありません' },
  page: { en: 'On the console: {address}', ja: '画面で見る：{address}' },
  logEnd: { en: 'End of the activity log', ja: '操作記録の末尾' },
  more: { en: 'and {count, number} more', ja: 'ほか{count, number}件' },
  device: {
    en: '{name}: {line} ({age} ago{behind}{silent})',
    ja: '{name}：{line}（{age}前{behind}{silent}）',
  },
  due: {
    en: '{domain}: by {verifyBy, date, day}, in {left}',
    ja: '{domain}：期限 {verifyBy, date, day}（あと{left}）',
  },
  overdue: {
    en: '{domain}: overdue since {verifyBy, date, day}, may be suspended',
    ja: '{domain}：{verifyBy, date, day}に期限切れ、停止のおそれあり',
  },
  credential: { en: '{texts}', ja: '{texts}' },
  unconfirmed: {
    en: 'no replica has confirmed a write since {since, date, time}: a failover may undo the last ones',
    ja: '{since, date, time}以降、書き込みの複製が確認できていません。障害時に直近の書き込みが失われるおそれがあります',
  },
})
