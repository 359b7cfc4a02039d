/** Daily jobs that the host no longer starts. */
import type { Language } from '../../language.ts'
import { kura, matter } from './words.ts'

/** What people call the daily jobs. */
export const JOB_NAMES: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  refresh: { en: 'the refresh of the accounting token', ja: '会計サービスのトークン更新' },
  orders: { en: 'the look at open orders', ja: 'ドメイン注文の状況確認' },
  notices: { en: 'the daily notices', ja: '毎日のお知らせ' },
}

export const cronMatters = {
  cron_silent: matter<{ job: string; since: number; ran: boolean }>({
    urgency: 'credential',
    title: {
      en: (count, { number, plural }) =>
        plural(count, {
          one: 'A daily job has not run',
          other: `${number(count)} daily jobs have not run`,
        }),
      ja: (count, { number }) => `実行されていない日次処理が${number(count)}件あります`,
    },
    line: {
      en: ({ job, since, ran }, { time }) =>
        `${JOB_NAMES[job]?.en ?? job}, ${ran ? 'last run' : 'never run, expected since'} ${time(since)}`,
      ja: ({ job, since, ran }, { time }) =>
        `${JOB_NAMES[job]?.ja ?? job}（${ran ? `最終実行 ${time(since)}` : `${time(since)}から一度も実行なし`}）`,
    },
    meaning: {
      en: () => 'What waits for it is not done, and nobody is told what is due.',
      ja: () => '処理が止まっている間は、更新も期限のお知らせも行われません。',
    },
    act: {
      en: () => "check the host's cron jobs and CRON_SECRET; this shows what ran when",
      ja: () => 'ホストのcron設定とCRON_SECRETを確認してください。実行状況は次のコマンドで確認できます',
    },
    command: () => kura('health'),
    name: ({ job }, language) => JOB_NAMES[job]?.[language] ?? job,
    over: {
      en: names => `Daily jobs that run again: ${names}`,
      ja: names => `再開した日次処理：${names}`,
    },
  }),
}
