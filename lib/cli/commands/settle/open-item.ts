/** An open item: a deal, a file, a purchase or a message that has an unknown outcome or waits for a person. */
import { catalogue } from '../../../core/language/catalogue.ts'
import type { Phrase, Reason } from '../../../core/phrase.ts'

/** The kinds of open items, and the options of the decisions on each kind. */
export const KINDS = {
  deal: ['release', 'free'],
  file: ['free'],
  purchase: ['release', 'order', 'noOrder', 'verified'],
  message: ['message', 'notSent'],
} as const

/** The kinds as people read them. */
export const KIND_NAMES = catalogue('settle.kinds', {
  deal: { en: 'deal', ja: '取引' },
  file: { en: 'file', ja: 'ファイル' },
  purchase: { en: 'purchase', ja: 'ドメインの購入' },
  message: { en: 'message', ja: 'メッセージ' },
})

export type Kind = keyof typeof KINDS

/** Every kind of open item. */
export const ALL_KINDS = Object.keys(KINDS) as readonly Kind[]

export type DecisionName = (typeof KINDS)[Kind][number]

export type Rows = readonly (readonly Reason[])[]

/** The person's statement with a decision. */
export interface Statement {
  readonly person: string
  readonly operation: string
  /** When the item was shown, ISO 8601. The person looked at the remote after this time. */
  readonly seenAt: string
  /** The reason of the decision; empty if the decision needs no reason. */
  readonly reason: string
  /** The identifier of the order or the message. */
  readonly value?: string | undefined
  /**
   * The names of the items about which the person decides now, after reading their rows; undefined if an option has
   * stated the decision, so that the person has seen the item earlier.
   */
  readonly inView?: readonly string[] | undefined
}

/** The outcome of a query or a decision about an item. */
export interface Settled {
  /** The reply of the host. */
  readonly reply: unknown
  readonly lines: readonly Reason[]
  /** Whether a person still has to do something. */
  readonly isOpen: boolean
}

export interface Decision {
  readonly name: DecisionName
  /**
   * The question on the terminal. The person answers `yes`; if `named` is set, the person types the identifier of the
   * order or the message instead.
   */
  readonly question: Phrase
  /** Whether the terminal offers the decision in the current state of the item. */
  readonly isOffered: boolean
  /** Whether the person answers with the identifier of an order or a message instead of `yes`. */
  readonly named?: boolean
  readonly needsReason?: boolean
  /**
   * Whether the decision states that something does not exist. Such a decision needs `seenAt`, the time at which the
   * item was shown.
   */
  readonly isAbsence?: boolean
  act(statement: Statement): Promise<Settled>
}

/** Items that a person may release together: those with the same `kind`, which wait for the same reason. */
export interface Together {
  readonly kind: string
  /** The name of all the items together, for the title of their table. */
  readonly title: Phrase
  readonly head: readonly Phrase[]
  /** Returns the item's row in the table. */
  row(): Promise<readonly Reason[]>
}

export interface OpenItem {
  readonly kind: Kind
  readonly name: string
  readonly state: Reason
  readonly operation: string
  readonly since: string
  readonly seenAt: string
  readonly reason: Reason
  /** The item as it is in the host's reply. */
  readonly report: unknown
  /** Returns the rows that a person reads before a decision. */
  rows(): Promise<Rows>
  /** The exact body of the act, which `--release` would send; shown to the person. */
  readonly body?: unknown
  /** Set if the item may be released together with others. */
  readonly together?: Together
  /** Queries the remote and returns the updated item. The method is absent if no query can settle the item. */
  query?(): Promise<Settled & { readonly item: OpenItem }>
  readonly decisions: readonly Decision[]
}

/** Reads the items of one kind from the host. */
export interface ItemSource {
  readonly kind: Kind
  /** Lists the open items, without querying the remote. */
  open(): Promise<readonly OpenItem[]>
  /**
   * Returns the item of this name, whether it is open or not; undefined if no item of this kind can have such a name.
   * @throws AppError `not_found`
   */
  find(name: string): Promise<OpenItem | undefined>
}
