/** The outbox as it is stored. Only kura writes it, so its form is not checked again. */
import type { Notice } from '../../core/language/open-item.ts'

export const OUTBOX_KEY = 'notices'

/** To people through the chat, to a program, or to the log if there is neither. */
export type OutletName = 'chat' | 'webhook' | 'log'

/** The step that an outlet was told last, and when, milliseconds since the epoch. */
interface Told {
  readonly step: string
  readonly at: number
}

export interface OpenNotice extends Pick<Notice, 'step' | 'kind' | 'facts'> {
  readonly owner: string
  /** When it was opened, milliseconds since the epoch. */
  readonly since: number
  readonly told: Readonly<Partial<Record<OutletName, Told>>>
  /** Who dealt with which step, and when (milliseconds since the epoch); that step is not told again. */
  readonly done?: { readonly step: string; readonly by: string; readonly at: number } | undefined
  /** When its cause was seen to be gone; absent once every outlet that has the notice has been notified of the end. */
  readonly over?: number | undefined
}

/** A message that is being sent. */
export interface OutgoingMessage {
  /** Identifies this message and no other. */
  readonly name: string
  readonly outlet: OutletName
  readonly about: 'open' | 'over'
  /** Undefined if it is about what is over, whatever its kind. */
  readonly kind?: string | undefined
  /** All of it was told before. */
  readonly again: boolean
  /** The step of each notice that it is about, by key. */
  readonly steps: Readonly<Record<string, string>>
  readonly text: string
  /** When it was written, milliseconds since the epoch. */
  readonly at: number
}

export interface Outbox {
  /** Counts the messages. */
  readonly count: number
  /** By key. */
  readonly notices: Readonly<Record<string, OpenNotice>>
  readonly sending: readonly OutgoingMessage[]
}

export const EMPTY: Outbox = { count: 0, notices: {}, sending: [] }

/** An outbox as an earlier version stored it, by key: one outlet, and a text that the next scan replaces. */
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

/** Notices without a kind are kept only if they are raised again. */
function fromEarlier(stored: EarlierOutbox): Outbox {
  const notices = Object.entries(stored).map(([key, { told, owner, step, since, done }]) => [
    key,
    { owner, step, since, done, told: told ? { [told.by]: { step: told.step, at: told.at } } : {} },
  ])
  return { ...EMPTY, notices: Object.fromEntries(notices) }
}
