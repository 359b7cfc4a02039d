/** The screen of `kura today`. */

import type { Language } from '../language.ts'
import type { Message } from '../message.ts'
import { japanese } from '../reading.ts'
import './owners.ts'
import { JOB_NAMES } from './notices/cron.ts'
import { kura } from './notices/words.ts'
import { span } from './status.ts'

interface DayCount {
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly count: number
}

export type JobState = 'done' | 'running' | 'failed' | 'stopped' | 'silent' | 'never'

interface JobFacts {
  readonly job: string
  readonly state: JobState
  /** Milliseconds since it began; undefined if it never did. */
  readonly age?: number | undefined
  readonly problems: readonly string[]
}

const STATES: Readonly<Record<JobState, Readonly<Record<Language, string>>>> = {
  done: { en: 'done', ja: '完了' },
  running: { en: 'running', ja: '実行中' },
  failed: { en: 'failed', ja: '失敗' },
  stopped: { en: 'stopped before its end', ja: '途中で停止' },
  silent: { en: 'has not run', ja: '実行なし' },
  never: { en: 'not run yet', ja: '未実行' },
}

export const TODAY = {
  needs: {
    en: ({ now, count }, { weekday, number, plural }) =>
      `${weekday(now)}: ${number(count)} ${plural(count, { one: 'matter needs', other: 'matters need' })} a person`,
    ja: ({ now, count }, { weekday, number }) => `${weekday(now)} 対応が必要なもの${number(count)}件`,
  } satisfies Message<DayCount>,
  nothing: {
    en: (now, { weekday }) => `${weekday(now)}: nothing needs a person`,
    ja: (now, { weekday }) => `${weekday(now)} 対応が必要なものはありません`,
  } satisfies Message<number>,
  uncertain: {
    en: (now, { weekday }) => `${weekday(now)}: nothing else is known to need a person`,
    ja: (now, { weekday }) => `${weekday(now)} 確認できた範囲では、対応が必要なものはありません`,
  } satisfies Message<number>,
  failed: {
    en: ({ owner, reason }) => `${owner} could not be asked: ${reason}`,
    ja: ({ owner, reason }) => `${japanese(owner)}は確認できませんでした：${japanese(reason)}`,
  } satisfies Message<{ owner: string; reason: string }>,
  more: {
    en: (count, { number }) => `and ${number(count)} more: ${kura('notices')}`,
    ja: (count, { number }) => `ほか${number(count)}件: ${kura('notices')}`,
  } satisfies Message<number>,
  due: { en: () => 'due in the next seven days', ja: () => '7日以内の期限' } satisfies Message,
  nothingDue: {
    en: () => 'nothing is due in the next seven days',
    ja: () => '7日以内の期限はありません',
  } satisfies Message,
  moreDue: {
    en: (count, { number }) => `and ${number(count)} more: ${kura('today', '--json')}`,
    ja: (count, { number }) => `ほか${number(count)}件: ${kura('today', '--json')}`,
  } satisfies Message<number>,
  ran: { en: () => 'what ran', ja: () => '実行状況' } satisfies Message,
  /** The jobs that are all in the same state. */
  jobs: {
    en: ({ count, state, age }, { number, plural }) =>
      `${number(count)} daily ${plural(count, { one: 'job', other: 'jobs' })}: ${STATES[state].en}${age === undefined ? '' : `, the last ${span(age, 'en')} ago`}`,
    ja: ({ count, state, age }, { number }) =>
      `日次処理${number(count)}件：${STATES[state].ja}${age === undefined ? '' : `（最終 ${span(age, 'ja')}前）`}`,
  } satisfies Message<Pick<JobFacts, 'state' | 'age'> & { count: number }>,
  job: {
    en: ({ job, state, age, problems }) =>
      `${JOB_NAMES[job]?.en ?? job}: ${STATES[state].en}${age === undefined ? '' : `, ${span(age, 'en')} ago`}${problems.map(problem => `; ${problem}`).join('')}`,
    ja: ({ job, state, age, problems }) =>
      `${JOB_NAMES[job]?.ja ?? job}：${STATES[state].ja}${age === undefined ? '' : `（${span(age, 'ja')}前）`}${problems.map(problem => `、${japanese(problem)}`).join('')}`,
  } satisfies Message<JobFacts>,
  release: {
    en: ({ version, age }) => `release ${version}: signed ${span(age, 'en')} ago`,
    ja: ({ version, age }) => `リリース ${version}：${span(age, 'ja')}前に署名`,
  } satisfies Message<{ version: number; age: number }>,
  noRelease: {
    en: () => `no release is published: ${kura('publish')}`,
    ja: () => `リリースは未発行です: ${kura('publish')}`,
  } satisfies Message,
  devices: {
    en: ({ count, seen, names }, { number, plural }) =>
      `${number(seen)} of ${number(count)} ${plural(count, { one: 'device', other: 'devices' })} called in the last 24 h${names.length > 0 ? `: ${names.join(', ')}` : ''}`,
    ja: ({ count, seen, names }, { number }) =>
      `端末${number(count)}台中${number(seen)}台が24時間以内に連絡${names.length > 0 ? `：${names.join('、')}` : ''}`,
  } satisfies Message<{ count: number; seen: number; names: readonly string[] }>,
}
