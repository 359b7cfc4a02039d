/** The status message. */
import type { Language } from '../language.ts'
import type { Message } from '../message.ts'
import { japanese } from '../reading.ts'
import './owners.ts'

/** The state of the accounting credential; moments are ISO 8601. */
export interface CredentialFacts {
  readonly state: CredentialState
  readonly reason?: string | undefined
  readonly until?: string | undefined
  readonly access?:
    | { readonly state: 'live' | 'expired' | 'rejected'; readonly expiresAt: string }
    | undefined
  readonly refresh?: { readonly ageDays: number; readonly lifetimeDays: number } | undefined
}

type CredentialState = 'unauthorized' | 'current' | 'refreshing' | 'interrupted' | 'paused' | 'reauthorize'

type Words<Key extends string> = Readonly<Record<Key, Readonly<Record<Language, string>>>>

const STATES: Words<CredentialState> = {
  unauthorized: { en: 'not authorized', ja: '未連携' },
  current: { en: 'current', ja: '連携中' },
  refreshing: { en: 'being refreshed', ja: '更新中' },
  interrupted: { en: 'a refresh was interrupted', ja: '更新が中断' },
  paused: { en: 'paused', ja: '再試行待ち' },
  reauthorize: { en: 'needs a new authorization', ja: '再認可が必要' },
}

const ACCESS: Words<'live' | 'expired' | 'rejected'> = {
  live: { en: 'access live until', ja: 'アクセストークン有効' },
  expired: { en: 'access expired on', ja: 'アクセストークン期限切れ' },
  rejected: { en: 'access rejected, was live until', ja: 'アクセストークン無効' },
}

const UNITS: Words<'minute' | 'hour' | 'day'> = {
  minute: { en: ' min', ja: '分' },
  hour: { en: ' h', ja: '時間' },
  day: { en: ' d', ja: '日' },
}

/** The largest whole unit. */
export function span(milliseconds: number, language: Language): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000))
  if (minutes < 60) return minutes + UNITS.minute[language]
  if (minutes < 2880) return Math.floor(minutes / 60) + UNITS.hour[language]
  return Math.floor(minutes / 1440) + UNITS.day[language]
}

interface DeviceLine {
  readonly name: string
  readonly line: string
  /** Milliseconds since it last reported. */
  readonly age: number
  readonly behind: boolean
  readonly silent: boolean
  readonly revoked: boolean
}

/** What there is to say of a device, each after `mark`; of one whose key is revoked nothing else. */
function remarks(
  { revoked, behind, silent }: Pick<DeviceLine, 'revoked' | 'behind' | 'silent'>,
  [isRevoked, isBehind, isSilent]: readonly [string, string, string],
  mark: string,
): string {
  const words = revoked ? [isRevoked] : [...(behind ? [isBehind] : []), ...(silent ? [isSilent] : [])]
  return words.map(word => mark + word).join('')
}

interface DeadlineLine {
  readonly domain: string
  readonly verifyBy: number
  /** Milliseconds until then. */
  readonly left: number
}

export const STATUS = {
  waiting: { en: () => 'Waiting for a person', ja: () => '対応待ち' } satisfies Message,
  deadlines: {
    en: () => "Registrants' e-mail addresses to confirm",
    ja: () => '登録者のメールアドレス確認',
  } satisfies Message,
  failed: { en: () => 'Could not be read', ja: () => '確認できなかったもの' } satisfies Message,
  unread: {
    en: ({ owner, reason }) => `${owner}: ${reason}`,
    ja: ({ owner, reason }) => `${japanese(owner)}：${japanese(reason)}`,
  } satisfies Message<{ owner: string; reason: string }>,
  token: { en: () => 'Accounting token', ja: () => '会計サービスとの連携' } satisfies Message,
  store: { en: () => 'Store', ja: () => 'データベース' } satisfies Message,
  devices: { en: () => 'Devices', ja: () => '端末' } satisfies Message,
  noDevice: {
    en: () => 'no device has reported',
    ja: () => '連絡のあった端末はありません',
  } satisfies Message,
  more: {
    en: (count, { number }) => `and ${number(count)} more`,
    ja: (count, { number }) => `ほか${number(count)}件`,
  } satisfies Message<number>,
  device: {
    en: ({ name, line, age, ...state }) =>
      `${name}: ${line} (${span(age, 'en')} ago${remarks(state, ['revoked', 'behind', 'silent'], ', ')})`,
    ja: ({ name, line, age, ...state }) =>
      `${name}：${line}（${span(age, 'ja')}前${remarks(state, ['鍵は失効', '更新遅れ', '連絡なし'], '、')}）`,
  } satisfies Message<DeviceLine>,
  deadline: {
    en: ({ domain, verifyBy, left }, { day }) =>
      left > 0
        ? `${domain}: by ${day(verifyBy)}, in ${span(left, 'en')}`
        : `${domain}: overdue since ${day(verifyBy)}, may be suspended`,
    ja: ({ domain, verifyBy, left }, { day }) =>
      left > 0
        ? `${domain}：期限 ${day(verifyBy)}（あと${span(left, 'ja')}）`
        : `${domain}：${day(verifyBy)}に期限切れ、停止のおそれあり`,
  } satisfies Message<DeadlineLine>,
  credential: {
    en: ({ state, reason, until, access, refresh }, { time }) =>
      [
        STATES[state].en,
        ...(reason ? [reason] : []),
        ...(reason && until ? [`next attempt ${time(Date.parse(until))}`] : []),
        ...(access ? [`${ACCESS[access.state].en} ${time(Date.parse(access.expiresAt))}`] : []),
        ...(refresh ? [`refresh token ${refresh.ageDays} of ${refresh.lifetimeDays} days old`] : []),
      ].join(', '),
    ja: ({ state, reason, until, access, refresh }, { time }) =>
      [
        STATES[state].ja,
        ...(reason ? [`理由：${japanese(reason)}`] : []),
        ...(reason && until ? [`次回の試行 ${time(Date.parse(until))}`] : []),
        ...(access ? [`${ACCESS[access.state].ja}（期限 ${time(Date.parse(access.expiresAt))}）`] : []),
        ...(refresh ? [`リフレッシュトークン ${refresh.lifetimeDays}日中${refresh.ageDays}日経過`] : []),
      ].join('、'),
  } satisfies Message<CredentialFacts>,
  unconfirmed: {
    en: (since, { time }) =>
      `no replica has confirmed a write since ${time(since)}: a failover may undo the last ones`,
    ja: (since, { time }) =>
      `${time(since)}以降、書き込みの複製が確認できていません。障害時に直近の書き込みが失われるおそれがあります`,
  } satisfies Message<number>,
}
