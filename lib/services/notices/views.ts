/** The views of the outbox for people, in the company's language. Pure. */
import type { Notice, OpenItems, Urgency } from '../../core/language/open-item.ts'
import { oneLine, openItemText, type Wording } from './digest.ts'
import { urgencyOf } from './kinds.ts'
import type { OpenNotice, Outbox } from './stored-records.ts'

export interface NoticeView extends Pick<Notice, 'key' | 'step' | 'kind'> {
  readonly owner: string
  readonly urgency: Urgency
  /** The texts of the notice: what happened, in one line; what that means and what to do. */
  readonly text: string
  readonly meaning: string
  readonly act: string
  /** The address of the page of the item, on the console. */
  readonly page?: string
  /** The command that settles the item, for a shell. */
  readonly command: string
  /**
   * The time by which a person must have acted; `since` is when the notice was opened, `told` when people were last
   * notified of it (ISO 8601).
   */
  readonly by?: string
  readonly since: string
  readonly told?: string
  readonly done?: string
  readonly over?: true
}

export interface NoticeGroup extends Pick<NoticeView, 'kind' | 'urgency' | 'meaning' | 'act'> {
  /** The title: what happened to the `count` items. */
  readonly title: string
  readonly count: number
  /** The oldest notices of the group. */
  readonly first: Pick<NoticeView, 'key' | 'text' | 'page' | 'command' | 'by' | 'since'>[]
}

/** The notices, the most urgent first; of equally urgent ones, the oldest first. */
export function sorted({ notices }: Outbox, kinds: OpenItems): [string, OpenNotice][] {
  return Object.entries(notices).sort(
    ([, one], [, other]) =>
      urgencyOf(one.kind, kinds).rank - urgencyOf(other.kind, kinds).rank || one.since - other.since,
  )
}

/** The notices that are not over and that no person has closed. */
export function undealt(outbox: Outbox, kinds: OpenItems): [string, OpenNotice][] {
  return sorted(outbox, kinds).filter(([, { over, done, step }]) => over === undefined && done?.step !== step)
}

/** `entries`: at least one notice, all of one kind. */
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
