/**
 * One outbox in the store has the open items of all services. Pure rules over stored state raise notices; the daily
 * cron job and the command line start a run. Invariant: a message is stored with its name before it is sent, and its
 * outcome afterwards. If a run ends in between, a later run sends the same message again under the same name, and an
 * outlet delivers each name once.
 */
import { failureOf } from '../../core/errors.ts'
import { phrase } from '../../core/language/catalogue.ts'
import type { Locale } from '../../core/language/language.ts'
import type { Notice, OpenItems } from '../../core/language/open-item.ts'
import type { Reason } from '../../core/phrase.ts'
import type { Store } from '../../core/store/store.ts'
import { update } from '../../core/store/update.ts'
import { kindLines, openMessage, overMessage, type Wording } from './digest.ts'
import { applyScan, dropMessage, markDone, markSent, planMessages, type Scan } from './outbox.ts'
import { OUTBOX_KEY, outboxFormat } from './stored-outbox.ts'
import type { OpenNotice, Outbox, OutgoingMessage, OutletName } from './stored-records.ts'
import { groupOf, sorted, undealt, viewOf } from './views.ts'
import { SENDING } from './words.ts'

/** The outcome of sending; `not_sent` is certain. */
export type Sent =
  | { readonly state: 'sent' }
  | { readonly state: 'not_sent' | 'unknown'; readonly reason: Reason }

/** Sends messages. A rejection counts as an unknown outcome. */
export interface Outlet {
  readonly name: OutletName
  /** The most UTF-16 units of a message; at least 1000. */
  readonly cap: number
  /** Escapes text from outside; by default, the text stays unchanged. */
  readonly foreign?: Locale['foreign']
  /** The reason why the outlet can send nothing, such as an invalid setting. */
  readonly fault?: string
  send(message: OutgoingMessage): Promise<Sent>
}

export interface NoticeRule {
  /** The name of the service, such as `registrar`. */
  readonly owner: string
  read(): Promise<readonly Notice[]>
}

export interface NoticesDeps {
  readonly store: Store
  readonly rules: readonly NoticeRule[]
  readonly kinds: OpenItems
  /** Returns the outlets, at least one. Each is notified independently of the others. */
  readonly outlets: () => readonly Outlet[]
  readonly locale: Locale
  readonly addressOf?: Wording['addressOf']
  /** The milliseconds of a clock that never goes back. */
  readonly clock: () => number
  /** The milliseconds until a run starts no further message, because the function could end before it is sent. */
  readonly timeBudget: number
  /** The time on `clock` at which the function got the request; by default, when the run begins. */
  readonly started?: number | undefined
  readonly mayStore: boolean
}

export interface FailedOwner {
  readonly owner: string
  readonly reason: Reason
}

export interface OutletRun {
  readonly outlet: OutletName
  /** The number of messages that were sent; `told` is the number of notices in them. */
  readonly messages: number
  readonly told: number
  /** The messages that are still due; without keys if the outlet can send nothing. */
  readonly waiting: readonly { readonly keys: readonly string[]; readonly reason: Reason }[]
}

export interface NoticesRun {
  readonly open: number
  readonly outlets: readonly OutletRun[]
  readonly failed: readonly FailedOwner[]
}

export type Notices = ReturnType<typeof createNotices>

export function createNotices(deps: NoticesDeps) {
  const { store, kinds } = deps
  const change = changerOf(store)
  async function scanned() {
    const { scan, failed } = await scanRules(deps.rules)
    if (deps.mayStore)
      return { ...(await change((current, now) => applyScan(current, scan, { now, kinds }))), failed }
    const { record, now } = await store.read(OUTBOX_KEY)
    return { outbox: applyScan(outboxFormat.parse(record?.value), scan, { now, kinds }), failed }
  }
  return {
    /** Returns all notices, also those that are over, the most urgent first, then the oldest. Sends nothing. */
    async list() {
      const { outbox, failed } = await scanned()
      return { notices: sorted(outbox, kinds).map(([key, notice]) => viewOf(key, notice, deps)), failed }
    },
    /** Returns a line for each kind of open notices that no person has closed, without those `leftOut`. */
    async overview({ leftOut, locale }: { leftOut: (key: string) => boolean; locale: Locale }) {
      const { outbox, failed } = await scanned()
      const open = undealt(outbox, kinds).flatMap(([key, notice]) => (leftOut(key) ? [] : notice))
      return { lines: kindLines(open, { kinds, locale }), failed }
    },
    /** Returns groups, the most urgent kind first; of each kind, at most the `most` oldest notices. */
    async groups(most: number) {
      const { outbox, failed } = await scanned()
      const groups = Map.groupBy(undealt(outbox, kinds), ([, { kind }]) => kind)
      return { groups: [...groups.values()].map(group => groupOf(group, most, deps)), failed }
    },
    /** Sends what is due, the most urgent first; `only` names one service. @throws AppError `store_unavailable` */
    async run({ only }: { readonly only?: string } = {}): Promise<NoticesRun> {
      const end = (deps.started ?? deps.clock()) + deps.timeBudget
      const { scan, failed } = await scanRules(deps.rules)
      const outlets = deps.outlets()
      const write = writerOf(outlets, deps)
      const names = outlets.filter(({ fault }) => fault === undefined).map(({ name }) => name)
      const { outbox, now } = await change((current, now) =>
        planMessages(applyScan(current, scan, { now, kinds }), { outlets: names, now, kinds, write, only }),
      )
      const reports = await Promise.all(
        outlets.map(outlet => sendDue(outlet, { outbox, now, end, only }, { change, clock: deps.clock })),
      )
      return { open: Object.keys(outbox.notices).length, outlets: reports, failed }
    },
    /** Records that a person has dealt with a notice at this step. @throws AppError `not_found`, `conflict` */
    async done(dealt: { key: string; step: string; by: string }) {
      const { outbox } = await change((current, now) => markDone(current, dealt, now))
      return viewOf(dealt.key, outbox.notices[dealt.key] as OpenNotice, deps)
    },
  }
}

type Change = (
  transition: (outbox: Outbox, now: number) => Outbox,
) => Promise<{ readonly outbox: Outbox; readonly now: number }>

function changerOf(store: Store): Change {
  return transition =>
    update<Outbox, { outbox: Outbox; now: number }>(store, {
      key: OUTBOX_KEY,
      format: outboxFormat,
      transition(current, now) {
        const outbox = transition(current ?? outboxFormat.parse(undefined), now)
        return { write: outbox, result: { outbox, now } }
      },
    })
}

function writerOf(
  outlets: readonly Outlet[],
  { locale, kinds, addressOf }: Wording,
): Parameters<typeof planMessages>[1]['write'] {
  const pages = new Map(
    outlets.map(({ name, cap, foreign }) => [
      name,
      { locale: { ...locale, ...(foreign && { foreign }) }, kinds, cap, addressOf },
    ]),
  )
  return ({ outlet, about, again, notices }) => {
    const page = pages.get(outlet) ?? { locale, kinds, cap: 1000 }
    return about === 'over'
      ? { text: overMessage(notices, page), named: notices.length }
      : openMessage(notices, again, page)
  }
}

/** Sends messages in order. One for which this run has no time stays due. */
async function sendDue(
  outlet: Outlet,
  { outbox, now, end, only }: { outbox: Outbox; now: number; end: number; only: string | undefined },
  { change, clock }: { change: Change; clock: () => number },
): Promise<OutletRun> {
  const waiting: { keys: string[]; reason: Reason }[] = []
  if (outlet.fault !== undefined)
    return { outlet: outlet.name, messages: 0, told: 0, waiting: [{ keys: [], reason: outlet.fault }] }
  let [messages, notices] = [0, 0]
  for (const message of outbox.sending.filter(({ outlet: to }) => to === outlet.name)) {
    const keys = Object.keys(message.steps)
    const ownerOf = (key: string) => outbox.notices[key]?.owner ?? only
    if (only !== undefined && keys.some(key => ownerOf(key) !== only)) continue
    const isLate = clock() > end
    const sent = isLate ? lateFor(message, now) : await send(message, outlet)
    if (sent.state === 'sent') {
      await change((current, at) => markSent(current, message.name, at))
      messages += 1
      notices += keys.length
      continue
    }
    if (sent.state === 'not_sent') await change(current => dropMessage(current, message.name))
    waiting.push({ keys, reason: sent.reason })
  }
  return { outlet: outlet.name, messages, told: notices, waiting }
}

/** The outcome without time; `unknown` if an earlier run may have begun to send the message. */
function lateFor({ at }: OutgoingMessage, now: number): Extract<Sent, { reason: Reason }> {
  return { state: at === now ? 'not_sent' : 'unknown', reason: phrase(SENDING.endedFirst) }
}

/** Sends a message. A failure counts as an unknown outcome, and does not delay the other messages. */
async function send(message: OutgoingMessage, outlet: Outlet): Promise<Sent> {
  try {
    return await outlet.send(message)
  } catch (error) {
    return { state: 'unknown', reason: failureOf(error) }
  }
}

/** Runs the rules. If that of a service fails, its notices stay unchanged, and the other rules run. */
async function scanRules(rules: readonly NoticeRule[]): Promise<{ scan: Scan; failed: FailedOwner[] }> {
  const failed: FailedOwner[] = []
  const scanned = await Promise.all(
    rules.map(async ({ owner, read }) => {
      try {
        return [{ owner, notices: await read() }]
      } catch (error) {
        failed.push({ owner, reason: failureOf(error) })
        return []
      }
    }),
  )
  const read = scanned.flat()
  const notices = read.flatMap(({ owner, notices }) => notices.map(notice => ({ ...notice, owner })))
  return { scan: { owners: read.map(({ owner }) => owner), notices }, failed }
}
