/**
 * The outbox: every open matter, how far it has come, and when people were told of it. Pure. What always holds: a matter
 * is told once for each step, again after REPEAT_AFTER while it stands, and once when it is over if it was ever told;
 * what only the log heard of is told again once there is a chat; a step that a person has dealt with is told no more; an
 * owner that could not be asked neither opens nor closes anything; every message has a name of its own, so that telling
 * it twice comes to the same.
 */
import { createHash } from 'node:crypto'
import { AppError } from '../errors.ts'
import type { Notice } from './notice.ts'

/** Milliseconds after which a matter that still stands is told again. */
export const REPEAT_AFTER = 7 * 86_400_000

/** Where messages go: to people, or to the log where no chat is configured. */
export type OutletName = 'chat' | 'log'

export interface OpenMatter {
  readonly owner: string
  readonly step: string
  readonly text: string
  /** Since when it stands, milliseconds since the epoch. */
  readonly since: number
  /** What was told last, and by which outlet. */
  readonly told?: { readonly step: string; readonly at: number; readonly by: OutletName } | undefined
  /** Counts what was told of it. */
  readonly round: number
  /** Who said of which step that it is dealt with, milliseconds since the epoch: it is told no more. */
  readonly done?: { readonly step: string; readonly by: string; readonly at: number } | undefined
  /** Its cause is gone; that is still to be told. */
  readonly over?: true | undefined
}

/** Open matters by their keys. */
export type Outbox = Readonly<Record<string, OpenMatter>>

/** What owners say now: those that could be asked, and what they raised. */
export interface Survey {
  readonly owners: readonly string[]
  readonly notices: readonly (Notice & { readonly owner: string })[]
}

/** A message that is due. */
export interface DueMessage {
  /** Names this message and no other. */
  readonly name: string
  readonly key: string
  readonly step: string
  readonly text: string
}

/** Takes in what owners say now. */
export function surveyed(outbox: Outbox, { owners, notices }: Survey, now: number): Outbox {
  const raised = new Map(notices.map(notice => [notice.key, notice]))
  const kept = Object.entries(outbox).flatMap(([key, matter]): [string, OpenMatter][] => {
    if (raised.has(key) || !owners.includes(matter.owner)) return [[key, matter]]
    return matter.told ? [[key, { ...matter, over: true }]] : []
  })
  const standing = Object.fromEntries(kept)
  for (const { key, owner, step, text } of raised.values()) {
    const { over: _, ...known } = standing[key] ?? { since: now, round: 0 }
    standing[key] = { ...known, owner, step, text }
  }
  return standing
}

/** The messages that are due at `now` by `outlet`, the oldest matter first. */
export function dueMessages(
  outbox: Outbox,
  { outlet, now }: { outlet: OutletName; now: number },
): DueMessage[] {
  return Object.entries(outbox)
    .filter(([, matter]) => isDue(matter, { outlet, now }))
    .sort(([, one], [, other]) => one.since - other.since)
    .map(([key, matter]) => messageOf(key, matter))
}

/** What stands in the log alone has reached nobody once there is a chat to tell it. */
function isDue(
  { step, told, done, over }: OpenMatter,
  { outlet, now }: { outlet: OutletName; now: number },
): boolean {
  if (!over && done?.step === step) return false
  if (over || !told || told.step !== step || now - told.at >= REPEAT_AFTER) return true
  return told.by === 'log' && outlet === 'chat'
}

function messageOf(key: string, { step, text, since, round, over }: OpenMatter): DueMessage {
  const said = over ? `over: ${text}` : text
  const digest = createHash('sha256').update(`${step}\n${said}`).digest('hex').slice(0, 16)
  return {
    name: `notice/${key}/${since}/${round}/${digest}`,
    key,
    step,
    text: said,
  }
}

/** The message was told; a matter that is over goes with it. One that has moved on meanwhile stays due. */
export function toldOf(
  outbox: Outbox,
  message: DueMessage,
  { outlet, now }: { outlet: OutletName; now: number },
): Outbox {
  const matter = outbox[message.key]
  if (!matter || messageOf(message.key, matter).name !== message.name) return outbox
  const { [message.key]: _, ...others } = outbox
  if (matter.over) return others
  const told = { step: message.step, at: now, by: outlet }
  return { ...others, [message.key]: { ...matter, told, round: matter.round + 1 } }
}

/**
 * A person has dealt with a matter whose cause kura cannot see go: it is told again only at another step.
 * @throws AppError `not_found`; `conflict` where it has come to another step than the person saw
 */
export function doneBy(
  outbox: Outbox,
  { key, step, by }: { key: string; step: string; by: string },
  now: number,
): Outbox {
  const matter = outbox[key]
  if (!matter)
    throw new AppError('not_found', `Cannot find the matter "${key}"`, { hint: 'kura notices lists them' })
  if (matter.step !== step)
    throw new AppError(
      'conflict',
      `Cannot close the matter "${key}": it is at another step, "${matter.step}"`,
      {
        hint: 'look at it again: kura notices',
      },
    )
  return { ...outbox, [key]: { ...matter, done: { step, by, at: now } } }
}
