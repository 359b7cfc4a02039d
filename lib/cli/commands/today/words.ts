import { catalogue, phrase } from '../../../core/language/catalogue.ts'
import { joined } from '../../../core/language/outside.ts'
import { reasonIn, type SaidReason } from '../../../core/language/text.ts'
import type { Phrase } from '../../../core/phrase.ts'
import { span } from '../../../services/chat/status/words.ts'
import { jobName } from '../../../services/notices/words.ts'

export type JobState = keyof typeof STATES

interface JobFacts {
  readonly job: string
  readonly state: JobState
  /** The time since the job began, in milliseconds; undefined if the job never ran. */
  readonly age?: number | undefined
  readonly problems: readonly SaidReason[]
}

const STATES = catalogue('today.jobs', {
  done: { en: 'done', ja: '完了' },
  running: { en: 'running', ja: '実行中' },
  failed: { en: 'failed', ja: '失敗' },
  stopped: { en: 'stopped before its end', ja: '途中で停止' },
  silent: { en: 'has not run', ja: '実行なし' },
  never: { en: 'not run yet', ja: '未実行' },
})

export const TODAY = catalogue('today', {
  needs: {
    en: '{now, date, weekday}: {count, number} {count, plural, one {matter needs} other {matters need}} a person',
    ja: '{now, date, weekday} 対応が必要なもの{count, number}件',
  },
  nothing: {
    en: '{now, date, weekday}: nothing needs a person',
    ja: '{now, date, weekday} 対応が必要なものはありません',
  },
  uncertain: {
    en: '{now, date, weekday}: nothing else is known to need a person',
    ja: '{now, date, weekday} 確認できた範囲では、対応が必要なものはありません',
  },
  failed: { en: '{owner} could not be asked: {reason}', ja: '{owner}は確認できませんでした：{reason}' },
  more: { en: 'and {count, number} more: kura notices', ja: 'ほか{count, number}件: kura notices' },
  due: { en: 'due in the next seven days', ja: '7日以内の期限' },
  nothingDue: { en: 'nothing is due in the next seven days', ja: '7日以内の期限はありません' },
  moreDue: {
    en: 'and {count, number} more: kura today --json',
    ja: 'ほか{count, number}件: kura today --json',
  },
  ran: { en: 'what ran', ja: '実行状況' },
  jobs: {
    en: '{count, number} daily {count, plural, one {job} other {jobs}}: {state}{age}',
    ja: '日次処理{count, number}件：{state}{age}',
  },
  lastAge: { en: ', the last {age} ago', ja: '（最終 {age}前）' },
  job: { en: '{job}: {state}{age}{problems}', ja: '{job}：{state}{age}{problems}' },
  age: { en: ', {age} ago', ja: '（{age}前）' },
  problems: { en: '; {problems}', ja: '、{problems}' },
  release: { en: 'release {version}: signed {age} ago', ja: 'リリース {version}：{age}前に署名' },
  noRelease: { en: 'no release is published: kura publish', ja: 'リリースは未発行です: kura publish' },
  devices: {
    en: '{seen, number} of {count, number} {count, plural, one {device} other {devices}} called in the last 24 h{names}',
    ja: '端末{count, number}台中{seen, number}台が24時間以内に連絡{names}',
  },
  names: { en: ': {names}', ja: '：{names}' },
})

export function jobPhrase({ job, state, age, problems: said }: JobFacts): Phrase {
  const problems = said.map(problem => reasonIn(problem))
  return phrase(TODAY.job, {
    job: jobName(job),
    state: phrase(STATES[state]),
    age: age === undefined ? '' : phrase(TODAY.age, { age: span(age) }),
    problems: problems.length === 0 ? '' : phrase(TODAY.problems, { problems: joined(problems) }),
  })
}

/** Describes jobs with the same state. `age` is the age of the latest run. */
export function jobsPhrase({
  count,
  state,
  age,
}: Pick<JobFacts, 'state' | 'age'> & { count: number }): Phrase {
  return phrase(TODAY.jobs, {
    count,
    state: phrase(STATES[state]),
    age: age === undefined ? '' : phrase(TODAY.lastAge, { age: span(age) }),
  })
}

export const HELP = catalogue('help.today', {
  today: {
    en: 'show on one screen what needs a person, what is due in the next seven days, and what ran',
    ja: '確認が必要なもの、7日以内の期限、実行結果を1画面に表示する',
  },
  status: {
    en: 'show the status message of the chat channel instead',
    ja: '代わりに、チャットに送る状況のメッセージを表示する',
  },
  write: {
    en: 'with --status: post it to the channel of CHAT_NOTICES_CHANNEL_ID',
    ja: '--status と一緒に：お知らせのチャンネル「CHAT_NOTICES_CHANNEL_ID」に送信する',
  },
})

export const POSTED = catalogue('today.posted', {
  done: { en: '\nposted', ja: '\n送信しました' },
  not: { en: '\nnot posted ({state}): {reason}', ja: '\n送信していません（{reason}）', onlyEn: ['state'] },
})
