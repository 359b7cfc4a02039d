/**
 * Pure. Invariants:
 * - each outlet is notified once for each step of a notice, and again every week while the notice is open; when the
 * notice is over, each outlet that was notified of it is notified once more;
 * - if a notice is only in the log, it is sent to another outlet as soon as there is one;
 * - a notice that a message only counts, without naming it, stays due;
 * - people are not notified again of a step that a person has dealt with;
 * - a service whose rule failed neither opens nor closes a notice;
 * - notices of one kind that are due together are one message. It is stored with its name and text before it is sent,
 * and is sent so until its outcome is known, all of its notices have changed, or a week is over.
 */
import { createHash } from 'node:crypto'
import { AppError } from '../../core/errors.ts'
import type { Notice, OpenItems } from '../../core/language/open-item.ts'
import { type DueGroup, openGroups, overGroup, REPEAT_AFTER } from './due.ts'
import { urgencyOf } from './kinds.ts'
import type { OpenNotice, Outbox, OutgoingMessage, OutletName } from './stored-records.ts'

export interface Scan {
  /** The services whose rules succeeded. */
  readonly owners: readonly string[]
  readonly notices: readonly (Notice & { readonly owner: string })[]
}

/** Adds a scan to the outbox. A notice of a kind that is not in `kinds` is left out. */
export function applyScan(
  outbox: Outbox,
  { owners, notices }: Scan,
  { now, kinds }: { now: number; kinds: OpenItems },
): Outbox {
  const raised = new Map(notices.map(notice => [notice.key, notice]))
  const kept = Object.entries(outbox.notices).flatMap(([key, notice]): [string, OpenNotice][] => {
    if (raised.has(key)) return [[key, notice]]
    if (!Object.hasOwn(kinds, notice.kind)) return []
    if (!owners.includes(notice.owner)) return [[key, notice]]
    const wasNotified = Object.keys(notice.told).length > 0
    return wasNotified ? [[key, { ...notice, over: notice.over ?? now }]] : []
  })
  const open = Object.fromEntries(kept)
  for (const { key, owner, step, kind, facts } of raised.values()) {
    const { over: _, ...known } = open[key] ?? { since: now, told: {} }
    open[key] = { ...known, owner, step, kind, facts }
  }
  return { ...outbox, notices: open }
}

export interface Planning {
  readonly outlets: readonly OutletName[]
  readonly now: number
  readonly kinds: OpenItems
  /** The service whose notices are sent; by default, all services. */
  readonly only?: string | undefined
  /** Writes a text; `named` is the number of notices that it names, counted from the first one. */
  write(message: {
    readonly outlet: OutletName
    readonly about: 'open' | 'over'
    readonly again: boolean
    readonly notices: readonly (OpenNotice & { readonly key: string })[]
  }): { readonly text: string; readonly named: number }
}

/** Writes the messages that are due, and drops those that are no longer needed. */
export function planMessages(outbox: Outbox, planning: Planning): Outbox {
  const { outlets, now, kinds, only } = planning
  const notices = withoutForgotten(outbox.notices, now)
  const sending = outbox.sending.filter(
    message => now - message.at < REPEAT_AFTER && isCurrent(message, notices),
  )
  const planned = outlets.flatMap(outlet => {
    const free = Object.entries(notices).filter(
      ([key, notice]) =>
        (only === undefined || notice.owner === only) && !isPending(key, { notice, outlet, sending }),
    )
    return [...openGroups(free, { outlet, now, kinds }), ...overGroup(free, outlet)]
  })
  const added = planned
    .flatMap(group => pagesOf(group, planning))
    .map((page, index) => messageOf(page, outbox.count + index + 1, now))
  return {
    count: outbox.count + added.length,
    notices,
    sending: [...sending, ...added].sort((one, other) => rankOf(one, kinds) - rankOf(other, kinds)),
  }
}

/** Drops notices that are over, if no outlet was notified of them or they ended more than a week ago. */
function withoutForgotten(notices: Outbox['notices'], now: number): Outbox['notices'] {
  const kept = Object.entries(notices).filter(
    ([, { over, told }]) => over === undefined || (Object.keys(told).length > 0 && now - over < REPEAT_AFTER),
  )
  return Object.fromEntries(kept)
}

/** Whether at least one of the notices is still as the message describes it. */
function isCurrent({ about, steps }: OutgoingMessage, notices: Outbox['notices']): boolean {
  return Object.entries(steps).some(([key, step]) => {
    const notice = notices[key]
    if (!notice || (notice.over !== undefined) !== (about === 'over')) return false
    return about === 'over' || (notice.step === step && notice.done?.step !== step)
  })
}

function isPending(
  key: string,
  { notice, outlet, sending }: { notice: OpenNotice; outlet: OutletName; sending: Outbox['sending'] },
): boolean {
  const about = notice.over === undefined ? 'open' : 'over'
  return sending.some(
    message => message.outlet === outlet && message.about === about && message.steps[key] === notice.step,
  )
}

interface MessagePage extends Omit<DueGroup, 'share'> {
  readonly again: boolean
  readonly text: string
}

/** The messages of a group, each as full as possible. */
function pagesOf({ share, entries, ...group }: DueGroup, { write }: Planning): MessagePage[] {
  const pages: MessagePage[] = []
  for (let at = 0; at < Math.min(share, entries.length); ) {
    const rest = entries.slice(at)
    const again = group.about === 'open' && rest.every(({ age }) => age !== undefined)
    const { text, named } = write({
      ...group,
      again,
      notices: rest.map(({ key, notice }) => ({ ...notice, key })),
    })
    // a message without room for a single item still counts one as named, so that it is not written again and again
    const count = Math.max(1, named)
    pages.push({ ...group, again, text, entries: rest.slice(0, count) })
    at += count
  }
  return pages
}

function messageOf(
  { entries, outlet, about, kind, again, text }: MessagePage,
  count: number,
  now: number,
): OutgoingMessage {
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16)
  const steps = Object.fromEntries(entries.map(({ key, notice }) => [key, notice.step]))
  return { name: `notice/${count}/${digest}`, outlet, about, kind, again, steps, text, at: now }
}

/** The rank of a message: new notices come before repeated ones, and notices that are over at the end. */
function rankOf({ kind, again }: OutgoingMessage, kinds: OpenItems): number {
  if (kind === undefined) return Number.POSITIVE_INFINITY
  const names = Object.keys(kinds)
  return (urgencyOf(kind, kinds).rank * 2 + Number(again)) * names.length + names.indexOf(kind)
}

/** Marks a message as sent. A notice that has reached another step meanwhile stays due. */
export function markSent(outbox: Outbox, name: string, now: number): Outbox {
  const message = outbox.sending.find(sending => sending.name === name)
  if (!message) return outbox
  const notices = { ...outbox.notices }
  for (const [key, step] of Object.entries(message.steps)) {
    const notice = notices[key]
    if (!notice) continue
    const { [message.outlet]: _, ...others } = notice.told
    if (message.about === 'open')
      notices[key] = { ...notice, told: { ...others, [message.outlet]: { step, at: now } } }
    else if (notice.over !== undefined && Object.keys(others).length > 0)
      notices[key] = { ...notice, told: others }
    else if (notice.over !== undefined) delete notices[key]
  }
  return { ...dropMessage(outbox, name), notices }
}

/** Drops a message. If it was certainly not sent, its notices stay due. */
export function dropMessage(outbox: Outbox, name: string): Outbox {
  return { ...outbox, sending: outbox.sending.filter(sending => sending.name !== name) }
}

/** @throws AppError `not_found`; `conflict` if the notice is no longer at the step that the person saw */
export function markDone(
  outbox: Outbox,
  { key, step, by }: { key: string; step: string; by: string },
  now: number,
): Outbox {
  const notice = outbox.notices[key]
  if (!notice)
    throw new AppError('not_found', `Cannot find the notice "${key}"`, {
      hint: 'kura notices lists the open ones',
    })
  if (notice.step !== step)
    throw new AppError(
      'conflict',
      `Cannot close the notice "${key}": its step is "${notice.step}", expected "${step}"`,
      { hint: 'look at it again: kura notices' },
    )
  return { ...outbox, notices: { ...outbox.notices, [key]: { ...notice, done: { step, by, at: now } } } }
}
