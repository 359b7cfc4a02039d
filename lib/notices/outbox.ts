/**
 * The outbox: every open notice, its step, and when it was last sent. Pure. Invariants:
 * - a notice is sent once for each step, again after REPEAT_AFTER while it is open, and once when it is over if it was
 *   ever sent;
 * - a notice that only the log received is sent again once there is a chat;
 * - a step that a person has dealt with is not sent again;
 * - an owner whose rule failed neither opens nor closes a notice;
 * - every message has a name of its own, by which the outlet sends it only once.
 */
import { createHash } from 'node:crypto'
import { AppError } from '../errors.ts'
import type { Notice } from './notice.ts'

/** Milliseconds after which a notice that is still open is sent again. */
export const REPEAT_AFTER = 7 * 86_400_000

/** Where messages go: to people through the chat, or to the log if no chat is configured. */
export type OutletName = 'chat' | 'log'

export interface OpenNotice {
  readonly owner: string
  readonly step: string
  readonly text: string
  /** When it was opened, milliseconds since the epoch. */
  readonly since: number
  /** The step that was sent last, when, and by which outlet. */
  readonly told?: { readonly step: string; readonly at: number; readonly by: OutletName } | undefined
  /** Counts the messages that were sent. */
  readonly round: number
  /** Who dealt with which step, and when (milliseconds since the epoch); that step is not sent again. */
  readonly done?: { readonly step: string; readonly by: string; readonly at: number } | undefined
  /** Its cause is gone, and the message about it has not been sent yet. */
  readonly over?: true | undefined
}

/** Open notices by key. */
export type Outbox = Readonly<Record<string, OpenNotice>>

/** The result of one scan over all rules. */
export interface Scan {
  /** The owners whose rules ran. */
  readonly owners: readonly string[]
  /** What they raise now. */
  readonly notices: readonly (Notice & { readonly owner: string })[]
}

/** A message that is due. */
export interface DueMessage {
  /** Identifies this message and no other. */
  readonly name: string
  readonly key: string
  readonly step: string
  readonly text: string
}

/** Opens, updates and closes notices as the scan says. */
export function applyScan(outbox: Outbox, { owners, notices }: Scan, now: number): Outbox {
  const raised = new Map(notices.map(notice => [notice.key, notice]))
  const kept = Object.entries(outbox).flatMap(([key, notice]): [string, OpenNotice][] => {
    if (raised.has(key) || !owners.includes(notice.owner)) return [[key, notice]]
    return notice.told ? [[key, { ...notice, over: true }]] : []
  })
  const open = Object.fromEntries(kept)
  for (const { key, owner, step, text } of raised.values()) {
    const { over: _, ...known } = open[key] ?? { since: now, round: 0 }
    open[key] = { ...known, owner, step, text }
  }
  return open
}

/** The messages that are due at `now` by `outlet`, the oldest notice first. */
export function dueMessages(
  outbox: Outbox,
  { outlet, now }: { outlet: OutletName; now: number },
): DueMessage[] {
  return Object.entries(outbox)
    .filter(([, notice]) => isDue(notice, { outlet, now }))
    .sort(([, one], [, other]) => one.since - other.since)
    .map(([key, notice]) => messageOf(key, notice))
}

/** A notice that only the log received has reached nobody, so it is due as soon as there is a chat. */
function isDue(
  { step, told, done, over }: OpenNotice,
  { outlet, now }: { outlet: OutletName; now: number },
): boolean {
  if (!over && done?.step === step) return false
  if (over || !told || told.step !== step || now - told.at >= REPEAT_AFTER) return true
  return told.by === 'log' && outlet === 'chat'
}

function messageOf(key: string, { step, text, since, round, over }: OpenNotice): DueMessage {
  const full = over ? `over: ${text}` : text
  const digest = createHash('sha256').update(`${step}\n${full}`).digest('hex').slice(0, 16)
  return {
    name: `notice/${key}/${since}/${round}/${digest}`,
    key,
    step,
    text: full,
  }
}

/** Records that the message was sent, and removes a notice that is over. One that has changed meanwhile stays due. */
export function markSent(
  outbox: Outbox,
  message: DueMessage,
  { outlet, now }: { outlet: OutletName; now: number },
): Outbox {
  const notice = outbox[message.key]
  if (!notice || messageOf(message.key, notice).name !== message.name) return outbox
  const { [message.key]: _, ...others } = outbox
  if (notice.over) return others
  const told = { step: message.step, at: now, by: outlet }
  return { ...others, [message.key]: { ...notice, told, round: notice.round + 1 } }
}

/**
 * Records that a person has dealt with a notice whose end kura cannot see: it is sent again only at another step.
 * @throws AppError `not_found`; `conflict` if it has come to another step than the person saw
 */
export function markDone(
  outbox: Outbox,
  { key, step, by }: { key: string; step: string; by: string },
  now: number,
): Outbox {
  const notice = outbox[key]
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
  return { ...outbox, [key]: { ...notice, done: { step, by, at: now } } }
}
