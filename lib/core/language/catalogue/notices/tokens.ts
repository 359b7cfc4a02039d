/** The authorization at the accounting service. */
import type { Message } from '../../message.ts'
import { japanese } from '../../reading.ts'
import { kura, matter } from './words.ts'

const command = () => kura('accounting', 'authorize')

const NAME = 'accounting'

const over: Message<string> = {
  en: () => 'The authorization at the accounting service works again',
  ja: () => '会計サービスとの連携が復旧しました',
}

export const tokenMatters = {
  authorization_ended: matter<{ reason?: string | undefined }>({
    urgency: 'credential',
    title: {
      en: () => 'The accounting service needs a new authorization',
      ja: () => '会計サービスとの連携が切れました',
    },
    line: {
      en: ({ reason = 'no reason given' }) => `its reason: ${reason}`,
      ja: ({ reason }) => `理由：${reason === undefined ? '表示なし' : japanese(reason)}`,
    },
    meaning: {
      en: () => 'Until then kura can neither read nor write the books.',
      ja: () => '認可し直すまで、帳簿の読み取りも登録もできません。',
    },
    act: {
      en: () => 'authorize kura again',
      ja: () => 'もう一度認可して、連携し直してください',
    },
    command,
    name: () => NAME,
    over,
  }),
  authorization_failing: matter<{ count: number; reason: string; since: string }>({
    urgency: 'credential',
    title: {
      en: () => 'The accounting service may need a new authorization',
      ja: () => '会計サービスとの連携が切れるおそれがあります',
    },
    line: {
      en: ({ count, reason, since }, { time, number, plural }) =>
        `refreshing its token failed ${plural(count, { one: 'once', other: `${number(count)} times` })} since ${time(Date.parse(since))} (${reason})`,
      ja: ({ count, reason, since }, { time, number }) =>
        `${time(Date.parse(since))}以降、トークンの更新に${number(count)}回失敗しています（${japanese(reason)}）`,
    },
    meaning: {
      en: () => 'kura tries again by itself and says when it is over.',
      ja: () => '自動で再試行しています。復旧したらお知らせします。',
    },
    act: {
      en: () => 'if the service works and this goes on, authorize kura again',
      ja: () => 'サービスが正常なのに続く場合は、認可し直してください',
    },
    command,
    name: () => NAME,
    over,
  }),
  authorization_expiring: matter<{ expiresAt: string }>({
    urgency: 'credential',
    title: {
      en: () => 'The authorization at the accounting service expires soon',
      ja: () => '会計サービスとの連携の有効期限が近づいています',
    },
    line: {
      en: () => 'its refresh token has not been refreshed in time',
      ja: () => 'トークンが更新されないままになっています',
    },
    meaning: {
      en: () => 'After that kura can neither read nor write the books.',
      ja: () => '期限を過ぎると、帳簿の読み取りも登録もできなくなります。',
    },
    act: {
      en: () => 'authorize kura again',
      ja: () => 'もう一度認可してください',
    },
    command,
    by: ({ expiresAt }) => Date.parse(expiresAt),
    name: () => NAME,
    over,
  }),
}
