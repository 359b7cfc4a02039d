/**
 * Describes, as data, the items that wait for a person. Each service describes its kinds once: the facts, the decisions
 * that are offered and the request of each. The console and `kura settle` draw the description and send its requests;
 * neither chooses the offered decisions itself.
 */
import { type Arguments, type ContractRequest, type Given, requestFor } from '../http/client.ts'
import type { Contract, EndpointName, ReplyOf } from '../http/contract.ts'
import { catalogue, phrase } from '../language/catalogue.ts'
import type { Phrase, Reason } from '../phrase.ts'

export interface Stated {
  readonly person: string
  /** The attempt that the person was shown. */
  readonly operation: string
  /** The reason for the decision; empty if the decision asks for none. */
  readonly reason: string
  /** The identifier of an order or a message. */
  readonly value?: string | undefined
  /** When the item was shown, ISO 8601. The person has looked at the remote since then. */
  readonly seen: string
  /**
   * The names of the items that the person has read and decides together; absent if a script repeats a decision about
   * an item that was shown earlier.
   */
  readonly beside?: readonly string[] | undefined
}

/** The outcome of an inquiry or a decision. */
export interface Settled {
  readonly lines: readonly Reason[]
  /** Whether a person still has to do something. */
  readonly isOpen: boolean
}

/** A request that asks a remote about an item, and the function that reads its reply. */
export interface Inquiry {
  readonly request: ContractRequest
  settled(reply: unknown): Settled
}

interface Offer {
  readonly name: string
  /** The text of the decision's button. */
  readonly label: Phrase
  /** What follows from the decision. */
  readonly effect: Phrase
  /** The question on a terminal, to be answered with yes or, if `asks` wants a value, with the identifier. */
  readonly question: Phrase
  /** Whether the decision is offered. A script may name one that is not; the host then says why it refuses. */
  readonly isOffered: boolean
  /** Whether a terminal skips this decision when it asks about each decision in turn. */
  readonly isAside?: boolean
  /** What the person types before the decision, with the label of its field. */
  readonly asks?: readonly ['reason' | 'value', Phrase]
  /**
   * Whether the decision states that something does not exist. It then counts as of the time at which the item was
   * shown.
   */
  readonly isAbsence?: boolean
}

export interface Decision extends Offer {
  request(stated: Stated): ContractRequest
  settled(reply: unknown): Settled
}

export type Rows = readonly (readonly [name: Phrase, text: Reason])[]

/** An item as a person reads it before a decision. */
export interface Described {
  /** What the item is in the person's words: never an id. */
  readonly title: Reason
  /** One sentence: why the item waits, and who made the rule that such items wait. */
  readonly why: Reason
  readonly unusual: Rows
  readonly facts: Rows
  /** Ids, digests and the like, which few people need. A row replaces the fact of the same name. */
  readonly details: Rows
  /** The amount or the price, in large type. */
  readonly money?: Reason
  readonly decisions: readonly Decision[]
}

/** An item that has an unknown outcome or waits for a person, as a list shows it. */
export interface Waiting<View extends Described = Described> {
  readonly kind: string
  /** The name with which a decision names the item. */
  readonly name: string
  readonly state: Reason
  readonly tone: 'warn' | 'bad'
  readonly operation: string
  /** Since when the item waits, ISO 8601. */
  readonly since: string
  /** When kura read the item, ISO 8601. */
  readonly seenAt: string
  readonly reason: Reason
  /** The item as it is in the host's reply. */
  readonly report: unknown
  /** The inquiry about the item; absent if no query can settle it. */
  readonly look?: Inquiry
  describe(): Promise<View>
}

/** Reads the items of one kind with the typed client of their service. */
export interface WaitingSource<Item extends Waiting = Waiting> {
  /** Lists the open items, without a query of the remote. */
  open(): Promise<readonly Item[]>
  /**
   * The item, which may be closed. Undefined if no item of this kind can have such a name.
   * @throws AppError `not_found`
   */
  find(name: string): Promise<Item | undefined>
}

export function inquiry<C extends Contract, Name extends EndpointName<C>>(
  contract: C,
  name: Name,
  { given, settled }: { readonly given: Given<C, Name>; settled(reply: ReplyOf<C, Name>): Settled },
): Inquiry {
  return {
    request: request(contract, name, given),
    settled: reply => settled(reply as ReplyOf<C, Name>),
  }
}

interface Act<C extends Contract, Name extends EndpointName<C>> extends Offer {
  given(stated: Stated): Given<C, Name>
  settled(reply: ReplyOf<C, Name>): Settled
}

export function decision<C extends Contract, Name extends EndpointName<C>>(
  contract: C,
  name: Name,
  { given, settled, ...offer }: Act<C, Name>,
): Decision {
  return {
    ...offer,
    request: stated => request(contract, name, given(stated)),
    settled: reply => settled(reply as ReplyOf<C, Name>),
  }
}

function request<C extends Contract, Name extends EndpointName<C>>(
  contract: C,
  name: Name,
  given: Given<C, Name>,
): ContractRequest {
  return requestFor(contract, name, ...([given] as unknown as Arguments<Given<C, Name>>))
}

const WORDS = catalogue('waiting', {
  reason: { en: 'Your reason', ja: '理由' },
})

export const ASKS_REASON = ['reason', phrase(WORDS.reason)] as const

/** Leaves out the rows without a text. */
export function filled(rows: Rows): Rows {
  return rows.filter(([, text]) => text !== '')
}
