import { catalogue, phrase } from '../../../core/language/catalogue.ts'
import { kura, type NoticeOf, openItem } from '../../../core/language/open-item.ts'
import { quotedReason } from '../../../core/language/outside.ts'
import type { Reason } from '../../../core/phrase.ts'
import type { TokenStatus } from './status.ts'

const command = () => kura('accounting', 'authorize')

const NAME = 'accounting'

const over = {
  en: 'The authorization at the accounting service works again',
  ja: '会計サービスとの連携が復旧しました',
} as const

const WORDS = catalogue('notices.tokens', { none: { en: 'no reason given', ja: '表示なし' } })

export const tokenItems = {
  authorization_ended: openItem({
    ...catalogue('notices.authorization_ended', {
      title: {
        en: 'The accounting service needs a new authorization',
        ja: '会計サービスとの連携が切れました',
      },
      line: { en: 'its reason: {reason}', ja: '理由：{reason}' },
      meaning: {
        en: 'Until then kura can neither read nor write the books.',
        ja: '認可し直すまで、帳簿の読み取りも登録もできません。',
      },
      act: { en: 'authorize kura again', ja: 'もう一度認可して、連携し直してください' },
      over,
    }),
    urgency: 'credential',
    command,
    name: () => NAME,
    values: (facts: { reason?: Reason | undefined }) => ({
      reason: facts.reason === undefined ? phrase(WORDS.none) : quotedReason(facts.reason),
    }),
  }),
  authorization_failing: openItem({
    ...catalogue('notices.authorization_failing', {
      title: {
        en: 'The accounting service may need a new authorization',
        ja: '会計サービスとの連携が切れるおそれがあります',
      },
      line: {
        en: 'refreshing its token failed {count, plural, one {once} other {# times}} since {since, date, time} ({reason})',
        ja: '{since, date, time}以降、トークンの更新に{count, number}回失敗しています（{reason}）',
      },
      meaning: {
        en: 'kura tries again by itself and says when it is over.',
        ja: '自動で再試行しています。復旧したらお知らせします。',
      },
      act: {
        en: 'if the service works and this goes on, authorize kura again',
        ja: 'サービスが正常なのに続く場合は、認可し直してください',
      },
      over,
    }),
    urgency: 'credential',
    command,
    name: () => NAME,
    values: (facts: { count: number; reason: Reason; since: string }) => ({
      count: facts.count,
      since: Date.parse(facts.since),
      reason: quotedReason(facts.reason),
    }),
  }),
  authorization_expiring: openItem({
    ...catalogue('notices.authorization_expiring', {
      title: {
        en: 'The authorization at the accounting service expires soon',
        ja: '会計サービスとの連携の有効期限が近づいています',
      },
      line: {
        en: 'its refresh token has not been refreshed in time',
        ja: 'トークンが更新されないままになっています',
      },
      meaning: {
        en: 'After that kura can neither read nor write the books.',
        ja: '期限を過ぎると、帳簿の読み取りも登録もできなくなります。',
      },
      act: { en: 'authorize kura again', ja: 'もう一度認可してください' },
      over,
    }),
    urgency: 'credential',
    command,
    by: ({ expiresAt }) => Date.parse(expiresAt),
    name: () => NAME,
    values: (_: { expiresAt: string }) => ({}),
  }),
}

type TokenNotice = NoticeOf<typeof tokenItems>

const KEY = 'tokens/accounting'
const DAY = 86_400_000
/**
 * The days left of the refresh token at which people are notified. Normally, the daily run refreshes it long before.
 */
const AGE_DAYS = [14, 7, 3, 1]

/** `now` is in milliseconds since the epoch. */
export function tokenNotices(status: TokenStatus, now: number): TokenNotice[] {
  const { state, generation, failures, reason } = status
  if (state === 'unauthorized') return []
  if (state === 'reauthorize' && !status.until)
    return [{ key: KEY, step: `reauthorize ${generation}`, kind: 'authorization_ended', facts: { reason } }]
  // people are notified from the first failure on, because a new authorization also ends failures (document 1, Errors)
  if (failures)
    return [{ key: KEY, step: `failing ${generation}`, kind: 'authorization_failing', facts: failures }]
  return ageNotices(status, now)
}

function ageNotices({ generation, refresh }: TokenStatus, now: number): TokenNotice[] {
  const left = refresh ? Date.parse(refresh.expiresAt) - now : Number.POSITIVE_INFINITY
  const reached = AGE_DAYS.filter(day => left <= day * DAY).at(-1)
  if (!refresh || reached === undefined) return []
  const { expiresAt } = refresh
  return [
    {
      key: KEY,
      step: `age ${generation} ${reached} days`,
      kind: 'authorization_expiring',
      facts: { expiresAt },
    },
  ]
}
