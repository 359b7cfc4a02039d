import { catalogue, phrase } from '../../core/language/catalogue.ts'
import { kura, openItem } from '../../core/language/open-item.ts'
import type { Phrase } from '../../core/phrase.ts'

export const FRAME = catalogue('notices.frame', {
  /** The title of a message that only repeats notices. */
  again: { en: 'Still open: {title}', ja: '【再通知】{title}' },
  act: {
    en: 'What to do (commands work in the folder of kura): {act}',
    ja: '対応（コマンドはkuraのフォルダーで実行）：{act}',
  },
  page: { en: 'On the console: {address}', ja: '画面で見る：{address}' },
  by: { en: ' by {at, date, day}', ja: '（期限 {at, date, day}）' },
  more: {
    en: 'and {count, number} more; `kura notices` lists them',
    ja: 'ほか{count, number}件（`kura notices` で一覧表示）',
  },
  over: { en: 'Over:', ja: '解消しました：' },
  line: { en: '{title}: {line}', ja: '{title}：{line}' },
})

const JOB_NAMES = catalogue('jobs', {
  refresh: { en: 'the refresh of the accounting token', ja: '会計サービスのトークン更新' },
  orders: { en: 'the query of orders', ja: 'ドメイン注文の状況確認' },
  notices: { en: 'the daily notices', ja: '毎日のお知らせ' },
})

const WORDS = catalogue('notices.cron', {
  last: { en: 'last run {since, date, time}', ja: '最終実行 {since, date, time}' },
  never: { en: 'never run, expected since {since, date, time}', ja: '{since, date, time}から一度も実行なし' },
})

export const SENDING = catalogue('notices.sending', {
  endedFirst: {
    en: 'this run ended first; the next one sends it',
    ja: '処理時間内に送信できませんでした。次回の実行で送信します',
  },
  webhookAnswered: { en: 'the webhook answered {status}', ja: '通知先がエラーを返しました（HTTP {status}）' },
  webhookSilent: { en: 'the webhook did not answer: {reason}', ja: '通知先が応答しませんでした：{reason}' },
})

export const JOB_PROBLEMS = catalogue('jobs.problems', {
  refresh: { en: 'the refresh failed: {reason}', ja: 'トークンを更新できませんでした：{reason}' },
  noReason: { en: 'no reason given', ja: '理由は不明です' },
  /** A reason with its `subject`, which is a domain, a service or an outlet. */
  of: { en: '{subject}: {reason}', ja: '{subject}：{reason}' },
})

export function jobName(job: string): Phrase | string {
  return Object.hasOwn(JOB_NAMES, job) ? phrase(JOB_NAMES[job as keyof typeof JOB_NAMES]) : job
}

export const jobItems = {
  cron_silent: openItem({
    ...catalogue('notices.cron_silent', {
      title: {
        en: '{count, plural, one {A daily job has not run} other {# daily jobs have not run}}',
        ja: '実行されていない日次処理が{count, number}件あります',
      },
      line: { en: '{job}, {ran}', ja: '{job}（{ran}）' },
      meaning: {
        en: 'The work of these jobs is not done, and people are not notified of what is due.',
        ja: '処理が止まっている間は、更新も期限のお知らせも行われません。',
      },
      act: {
        en: "check the host's cron jobs and CRON_SECRET; this shows what ran when",
        ja: 'ホストのcron設定とCRON_SECRETを確認してください。実行状況は次のコマンドで確認できます',
      },
      over: { en: 'Daily jobs that run again: {names}', ja: '再開した日次処理：{names}' },
    }),
    urgency: 'credential',
    command: () => kura('doctor'),
    name: ({ job }) => jobName(job),
    values: (facts: { job: string; since: number; ran: boolean }) => ({
      job: jobName(facts.job),
      ran: phrase(facts.ran ? WORDS.last : WORDS.never, { since: facts.since }),
    }),
  }),
}

const OUTLET_NAMES = catalogue('notices.outlets', {
  chat: { en: 'the channel for notices', ja: 'お知らせのチャンネル' },
  webhook: { en: 'the webhook', ja: '外部サービスへの通知先' },
})

export const outletItems = {
  outlet_invalid: openItem({
    ...catalogue('notices.outlet_invalid', {
      title: {
        en: '{count, plural, one {An outlet of notices has an invalid setting} other {# outlets of notices have invalid settings}}',
        ja: 'お知らせの送り先の設定に誤りがあります（{count, number}件）',
      },
      line: { en: '{outlet}', ja: '{outlet}' },
      meaning: { en: 'No notice and no alert goes there.', ja: 'この送り先にはお知らせも警告も届きません。' },
      act: {
        en: 'this names the setting and what is wrong; correct it at the host and deploy again',
        ja: '次のコマンドで誤りのある設定を確認し、ホストで修正して再デプロイしてください',
      },
      over: { en: 'Outlets that can be used again: {names}', ja: '再び使えるようになった送り先：{names}' },
    }),
    urgency: 'credential',
    command: () => kura('doctor'),
    name: ({ outlet }) => phrase(OUTLET_NAMES[outlet]),
    values: ({ outlet }: { outlet: keyof typeof OUTLET_NAMES }) => ({ outlet: phrase(OUTLET_NAMES[outlet]) }),
  }),
}
