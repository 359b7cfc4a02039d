/**
 * Notices: one outbox over the store for all that a person must do. Owners raise them as pure rules over stored state;
 * `lib/app` wires rules and the outlet, the daily cron and the command line ask. What always holds: the outbox is stored
 * before anything is told, and after each message; a run that ends between the two tells the same message by the same
 * name, and the outlet tells a name once.
 */
import { messageOf as textOf } from '../errors.ts'
import type { Store } from '../store/store.ts'
import { update } from '../store/update.ts'
import type { Notice, NoticeRule } from './notice.ts'
import {
  type DueMessage,
  doneBy,
  dueMessages,
  type OpenMatter,
  type Outbox,
  type OutletName,
  type Survey,
  surveyed,
  toldOf,
} from './outbox.ts'

/** Where messages go. `told` is true once the message is certainly out, now or earlier; a reason says why it is not. */
export interface Outlet {
  readonly name: OutletName
  tell(message: DueMessage): Promise<{ readonly told: boolean; readonly reason?: string }>
}

export interface NoticeParts {
  readonly store: Store
  readonly rules: readonly NoticeRule[]
  readonly outlet: () => Outlet
  /** Whether this deployment may write to the store. */
  readonly mayStore: boolean
}

/** An owner that could not be asked. */
export interface FailedOwner {
  readonly owner: string
  readonly reason: string
}

export interface NoticeView extends Notice {
  readonly owner: string
  /** ISO 8601; when it was first seen, and when people were last told. */
  readonly since: string
  readonly told?: string
  /** Who has dealt with it. */
  readonly done?: string
  readonly over?: true
}

export interface NoticesRun {
  readonly outlet: Outlet['name']
  readonly open: number
  readonly told: number
  /** Messages that are still due, and why. */
  readonly waiting: readonly { readonly key: string; readonly reason: string }[]
  readonly failed: readonly FailedOwner[]
}

export interface Notices {
  /** What stands now, the oldest first; nothing is told. */
  list(): Promise<{ notices: NoticeView[]; failed: FailedOwner[] }>
  /** Tells what is due. @throws AppError `store_unavailable` */
  run(): Promise<NoticesRun>
  /** A person has dealt with the step of a matter. @throws AppError `not_found`, `conflict` */
  done(matter: { key: string; step: string; by: string }): Promise<NoticeView>
}

const KEY = 'notices'

/** The outbox is kura's own writing. */
const format = {
  parse: (text: string) => JSON.parse(text) as Outbox,
  format: (outbox: Outbox) => JSON.stringify(outbox),
}

export function createNotices(parts: NoticeParts): Notices {
  const { store } = parts
  const change = (transition: (outbox: Outbox, now: number) => Outbox) =>
    update<Outbox, { outbox: Outbox; now: number }>(store, {
      key: KEY,
      format,
      transition(current, now) {
        const outbox = transition(current ?? {}, now)
        return { write: outbox, result: { outbox, now } }
      },
    })
  return {
    async list() {
      const { survey, failed } = await ask(parts.rules)
      const { record, now } = await store.read(KEY)
      const outbox = surveyed(record ? format.parse(record.value) : {}, survey, now)
      if (parts.mayStore) await change((current, now) => surveyed(current, survey, now))
      return { notices: viewsOf(outbox), failed }
    },
    async run() {
      const { survey, failed } = await ask(parts.rules)
      const { outbox, now } = await change((current, now) => surveyed(current, survey, now))
      const outlet = parts.outlet()
      const waiting: { key: string; reason: string }[] = []
      const due = dueMessages(outbox, { outlet: outlet.name, now })
      for (const message of due) {
        const { told, reason = 'it could not be told' } = await tell(message, outlet)
        if (told) await change((current, now) => toldOf(current, message, { outlet: outlet.name, now }))
        else waiting.push({ key: message.key, reason })
      }
      const open = Object.keys(outbox).length
      return { outlet: outlet.name, open, told: due.length - waiting.length, waiting, failed }
    },
    async done(matter) {
      const { outbox } = await change((current, now) => doneBy(current, matter, now))
      return viewOf(matter.key, outbox[matter.key] as OpenMatter)
    },
  }
}

/** One message that cannot be told does not hold up the others. */
async function tell(message: DueMessage, outlet: Outlet) {
  try {
    return await outlet.tell(message)
  } catch (error) {
    return { told: false, reason: textOf(error) }
  }
}

/** One owner that cannot be asked does not hold up the others, and its matters stay as they are. */
async function ask(rules: readonly NoticeRule[]): Promise<{ survey: Survey; failed: FailedOwner[] }> {
  const failed: FailedOwner[] = []
  const asked = await Promise.all(
    rules.map(async ({ owner, read }) => {
      try {
        return [{ owner, notices: await read() }]
      } catch (error) {
        failed.push({ owner, reason: textOf(error) })
        return []
      }
    }),
  )
  const notices = asked.flat().flatMap(({ owner, notices }) => notices.map(notice => ({ ...notice, owner })))
  return { survey: { owners: asked.flat().map(({ owner }) => owner), notices }, failed }
}

function viewsOf(outbox: Outbox): NoticeView[] {
  const entries = Object.entries(outbox).sort(([, one], [, other]) => one.since - other.since)
  return entries.map(([key, matter]) => viewOf(key, matter))
}

function viewOf(key: string, { owner, step, text, since, told, done, over }: OpenMatter): NoticeView {
  const iso = (time: number) => new Date(time).toISOString()
  return {
    key,
    owner,
    step,
    text,
    since: iso(since),
    ...(told && { told: iso(told.at) }),
    ...(done?.step === step && { done: done.by }),
    ...(over && { over }),
  }
}
