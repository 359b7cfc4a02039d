/** The outbox as it is stored. Only kura writes it, so its form is not checked again. */
import type { Notice } from '../../core/language/open-item.ts'

export const OUTBOX_KEY = 'notices'

/** The outlets: the chat for people, the webhook for a program, or the log if there is neither. */
export type OutletName = 'chat' | 'webhook' | 'log'

/** The step of which an outlet was last notified, and when, milliseconds since the epoch. */
interface Notified {
  readonly step: string
  readonly at: number
}

export interface OpenNotice extends Pick<Notice, 'step' | 'kind' | 'facts'> {
  readonly owner: string
  /** When the notice was opened, milliseconds since the epoch. */
  readonly since: number
  readonly told: Readonly<Partial<Record<OutletName, Notified>>>
  /**
   * The step that a person has dealt with, the person, and the time (milliseconds since the epoch); people are not
   * notified of that step again.
   */
  readonly done?: { readonly step: string; readonly by: string; readonly at: number } | undefined
  /**
   * When a scan found that the cause of the notice is gone. When all outlets that were notified of the notice have been
   * notified of its end, the notice is removed.
   */
  readonly over?: number | undefined
}

/** A message that is being sent. */
export interface OutgoingMessage {
  /** Identifies this message and no other. */
  readonly name: string
  readonly outlet: OutletName
  readonly about: 'open' | 'over'
  /** The kind of the notices; undefined if the message says that notices, of any kind, are over. */
  readonly kind?: string | undefined
  /** Whether the outlet was notified of all of these notices before. */
  readonly again: boolean
  /** The step of each notice in the message, by the notice's key. */
  readonly steps: Readonly<Record<string, string>>
  readonly text: string
  /** When the message was written, milliseconds since the epoch. */
  readonly at: number
}

export interface Outbox {
  /** The number of messages so far, for the name of the next one. */
  readonly count: number
  /** The notices, by key. */
  readonly notices: Readonly<Record<string, OpenNotice>>
  readonly sending: readonly OutgoingMessage[]
}

export const EMPTY: Outbox = { count: 0, notices: {}, sending: [] }

/** The outbox of an earlier version, by key: it had one outlet, and texts that the next scan replaces. */
type EarlierOutbox = Readonly<
  Record<
    string,
    Pick<OpenNotice, 'owner' | 'step' | 'since' | 'done'> & {
      readonly told?: { readonly step: string; readonly at: number; readonly by: OutletName }
    }
  >
>

export const outboxFormat = {
  parse(text: string | undefined): Outbox {
    if (text === undefined) return EMPTY
    const stored = JSON.parse(text) as Outbox | EarlierOutbox
    return 'sending' in stored ? (stored as Outbox) : fromEarlier(stored as EarlierOutbox)
  },
  format: (outbox: Outbox) => JSON.stringify(outbox),
}

/** Converts the outbox of an earlier version. A notice without a kind is kept only if a rule raises it again. */
function fromEarlier(stored: EarlierOutbox): Outbox {
  const notices = Object.entries(stored).map(([key, { told, owner, step, since, done }]) => [
    key,
    { owner, step, since, done, told: told ? { [told.by]: { step: told.step, at: told.at } } : {} },
  ])
  return { ...EMPTY, notices: Object.fromEntries(notices) }
}
