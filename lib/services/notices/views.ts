import type { Notice, OpenItems, Urgency } from '../../core/language/open-item.ts'
import { oneLine, openItemText, type Wording } from './digest.ts'
import { urgencyOf } from './kinds.ts'
import { isUndealt } from './stored-outbox.ts'
import type { OpenNotice, Outbox } from './stored-records.ts'

export interface NoticeView extends Pick<Notice, 'key' | 'step' | 'kind'> {
  readonly owner: string
  readonly urgency: Urgency
  /** What happened, in one line; `meaning` and the act follow. */
  readonly text: string
  readonly meaning: string
  readonly act: string
  /** The address on the console. */
  readonly page?: string
  readonly command: string
  /** The time by which a person must have acted. `since`: opened; `told`: last notified (ISO 8601). */
  readonly by?: string
  readonly since: string
  readonly told?: string
  readonly done?: string
  readonly over?: true
}

export interface NoticeGroup extends Pick<NoticeView, 'kind' | 'urgency' | 'meaning' | 'act'> {
  /** What happened to the `count` items. */
  readonly title: string
  readonly count: number
  readonly first: Pick<NoticeView, 'key' | 'text' | 'page' | 'command' | 'by' | 'since'>[]
}

/** Sorts notices, the most urgent first; of equally urgent ones, the oldest. */
export function sorted({ notices }: Outbox, kinds: OpenItems): [string, OpenNotice][] {
  return Object.entries(notices).sort(
    ([, one], [, other]) =>
      urgencyOf(one.kind, kinds).rank - urgencyOf(other.kind, kinds).rank || one.since - other.since,
  )
}

export function undealt(outbox: Outbox, kinds: OpenItems): [string, OpenNotice][] {
  return sorted(outbox, kinds).filter(([, notice]) => isUndealt(notice))
}

/** The group of `entries`, which are at least one notice, all of one kind. */
export function groupOf(
  entries: readonly [string, OpenNotice][],
  most: number,
  wording: Wording,
): NoticeGroup {
  const [first] = entries as [[string, OpenNotice]]
  const { title, meaning, act } = openItemText(first[1], wording, entries.length)
  return {
    kind: first[1].kind,
    urgency: urgencyOf(first[1].kind, wording.kinds).name,
    title,
    meaning,
    act,
    count: entries.length,
    first: entries.slice(0, most).map(([key, notice]) => {
      const { line, command, by } = openItemText(notice, wording)
      return {
        key,
        text: line,
        ...pageMember(key, wording),
        command,
        ...(by !== undefined && { by: new Date(by).toISOString() }),
        since: new Date(notice.since).toISOString(),
      }
    }),
  }
}

function pageMember(key: string, { addressOf }: Wording): Pick<NoticeView, 'page'> {
  const page = addressOf?.(key)
  return page === undefined ? {} : { page }
}

export function viewOf(key: string, notice: OpenNotice, wording: Wording): NoticeView {
  const { owner, step, kind, since, told, done, over } = notice
  const iso = (time: number) => new Date(time).toISOString()
  const { meaning, act, command, by } = openItemText(notice, wording)
  const last = Math.max(...Object.values(told).map(({ at }) => at))
  return {
    key,
    owner,
    kind,
    urgency: urgencyOf(kind, wording.kinds).name,
    step,
    text: oneLine(notice, wording),
    meaning,
    act,
    ...pageMember(key, wording),
    command,
    ...(by !== undefined && { by: iso(by) }),
    since: iso(since),
    ...(Number.isFinite(last) && { told: iso(last) }),
    ...(done?.step === step && { done: done.by }),
    ...(over !== undefined && { over: true }),
  }
}
