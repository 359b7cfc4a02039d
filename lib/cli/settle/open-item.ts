/** An open item: a deal, a file, a purchase or a message whose outcome is not certain, or that waits for a person. */
import type { CallOptions } from '../operator/options.ts'

/** The kinds of open items, and the options that decide on each. */
export const KINDS = {
  deal: ['release', 'free'],
  file: ['free'],
  purchase: ['release', 'order', 'noOrder', 'verified'],
  message: ['message', 'notSent'],
} as const

export type Kind = keyof typeof KINDS
export type DecisionName = (typeof KINDS)[Kind][number]

export type Rows = readonly (readonly string[])[]

/** What a person says with a decision. */
export interface Statement {
  readonly person: string
  readonly operation: string
  /** When the item was shown, before the person looked elsewhere for what is not there; ISO 8601. */
  readonly seenAt: string
  /** Why; empty unless the decision needs a reason. */
  readonly reason: string
  /** The order or the message that the person names. */
  readonly value?: string | undefined
}

/** What a query or a decision has led to. */
export interface Settled {
  /** The reply of the host. */
  readonly reply: unknown
  readonly lines: readonly string[]
  /** Whether a person still has to do something. */
  readonly isOpen: boolean
}

export interface Decision {
  readonly name: DecisionName
  /** A question that `yes` answers; with `named` one that the value answers. */
  readonly question: string
  /** Whether a person on the terminal is asked about it in the item's state. */
  readonly isOffered: boolean
  /** On the terminal the person names an order or a message instead of saying yes. */
  readonly named?: boolean
  readonly needsReason?: boolean
  /** Whether it says that something is not there: then it names when the item was shown. */
  readonly isAbsence?: boolean
  act(statement: Statement): Promise<Settled>
}

export interface OpenItem {
  readonly kind: Kind
  readonly name: string
  readonly state: string
  readonly operation: string
  readonly since: string
  readonly seenAt: string
  readonly reason: string
  /** What the host says of it. */
  readonly report: unknown
  /** What a person has to see before a decision. */
  rows(): Promise<Rows>
  /** The exact body that a release sends. */
  readonly body?: unknown
  /** Asks the remote; absent if no query can settle it. Gives the item as it is then. */
  look?(): Promise<Settled & { readonly item: OpenItem }>
  readonly decisions: readonly Decision[]
}

/** Where the items of a kind come from. */
export interface ItemSource {
  readonly kind: Kind
  /** The open items; no remote is asked. */
  open(): Promise<readonly OpenItem[]>
  /** The item of this name, open or not; undefined if the name cannot be of this kind. @throws AppError `not_found` */
  find(name: string): Promise<OpenItem | undefined>
}

export interface SettleOptions extends CallOptions {
  readonly kind?: Kind
  readonly list?: true
  readonly look?: true
  readonly release?: true
  readonly free?: true
  readonly verified?: true
  readonly notSent?: true
  readonly message?: string
  /** False with `--no-order`. */
  readonly order?: string | false
  readonly by?: string
  readonly reason?: string
  readonly operation?: readonly string[]
  readonly seenAt?: string
}
