/**
 * Notices: one outbox in the store for everything that a person has to do. Owners raise them by pure rules over stored
 * state; `lib/app` connects rules and the outlet, and the daily cron and the command line start a run. Invariant: the
 * outbox is stored before anything is sent and after each message. A run that ends in between sends the same message
 * again under the same name, and the outlet sends each name once.
 */
import { messageOf as textOf } from '../errors.ts'
import type { Store } from '../store/store.ts'
import { update } from '../store/update.ts'
import type { Notice, NoticeRule } from './notice.ts'
import {
  applyScan,
  type DueMessage,
  dueMessages,
  markDone,
  markSent,
  type OpenNotice,
  type Outbox,
  type OutletName,
  type Scan,
} from './outbox.ts'

/** Where messages go. `sent` is true if the message has certainly been sent, now or earlier; otherwise `reason` says why not. */
export interface Outlet {
  readonly name: OutletName
  send(message: DueMessage): Promise<{ readonly sent: boolean; readonly reason?: string }>
}

export interface NoticesDeps {
  readonly store: Store
  readonly rules: readonly NoticeRule[]
  readonly outlet: () => Outlet
  /** Whether this deployment may write to the store. */
  readonly mayStore: boolean
}

/** An owner whose rule failed. */
export interface FailedOwner {
  readonly owner: string
  readonly reason: string
}

export interface NoticeView extends Notice {
  readonly owner: string
  /** When it was opened, and when it was last sent; ISO 8601. */
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
  /** The open notices, oldest first; nothing is sent. */
  list(): Promise<{ notices: NoticeView[]; failed: FailedOwner[] }>
  /** Sends what is due. @throws AppError `store_unavailable` */
  run(): Promise<NoticesRun>
  /** Records that a person has dealt with a step. @throws AppError `not_found`, `conflict` */
  done(dealt: { key: string; step: string; by: string }): Promise<NoticeView>
}

const KEY = 'notices'

/** Only kura writes the outbox, so it is not checked again. */
const format = {
  parse: (text: string) => JSON.parse(text) as Outbox,
  format: (outbox: Outbox) => JSON.stringify(outbox),
}

export function createNotices(deps: NoticesDeps): Notices {
  const { store } = deps
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
      const { scan, failed } = await scanRules(deps.rules)
      const { record, now } = await store.read(KEY)
      const outbox = applyScan(record ? format.parse(record.value) : {}, scan, now)
      if (deps.mayStore) await change((current, now) => applyScan(current, scan, now))
      return { notices: viewsOf(outbox), failed }
    },
    async run() {
      const { scan, failed } = await scanRules(deps.rules)
      const { outbox, now } = await change((current, now) => applyScan(current, scan, now))
      const outlet = deps.outlet()
      const waiting: { key: string; reason: string }[] = []
      const due = dueMessages(outbox, { outlet: outlet.name, now })
      for (const message of due) {
        const { sent, reason = 'the outlet gives no reason' } = await send(message, outlet)
        if (sent) await change((current, now) => markSent(current, message, { outlet: outlet.name, now }))
        else waiting.push({ key: message.key, reason })
      }
      const open = Object.keys(outbox).length
      return { outlet: outlet.name, open, told: due.length - waiting.length, waiting, failed }
    },
    async done(dealt) {
      const { outbox } = await change((current, now) => markDone(current, dealt, now))
      return viewOf(dealt.key, outbox[dealt.key] as OpenNotice)
    },
  }
}

/** A message that cannot be sent delays no other. */
async function send(message: DueMessage, outlet: Outlet) {
  try {
    return await outlet.send(message)
  } catch (error) {
    return { sent: false, reason: textOf(error) }
  }
}

/** An owner whose rule fails delays no other, and its notices stay as they are. */
async function scanRules(rules: readonly NoticeRule[]): Promise<{ scan: Scan; failed: FailedOwner[] }> {
  const failed: FailedOwner[] = []
  const scanned = await Promise.all(
    rules.map(async ({ owner, read }) => {
      try {
        return [{ owner, notices: await read() }]
      } catch (error) {
        failed.push({ owner, reason: textOf(error) })
        return []
      }
    }),
  )
  const read = scanned.flat()
  const notices = read.flatMap(({ owner, notices }) => notices.map(notice => ({ ...notice, owner })))
  return { scan: { owners: read.map(({ owner }) => owner), notices }, failed }
}

function viewsOf(outbox: Outbox): NoticeView[] {
  const entries = Object.entries(outbox).sort(([, one], [, other]) => one.since - other.since)
  return entries.map(([key, notice]) => viewOf(key, notice))
}

function viewOf(key: string, { owner, step, text, since, told, done, over }: OpenNotice): NoticeView {
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
