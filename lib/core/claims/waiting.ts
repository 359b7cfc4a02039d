/**
 * The items that wait for a person, as data. Each service describes its kinds of items once. The console and `kura
 * settle` show the descriptions and send the requests, but never choose which decisions to offer.
 */
import { type Arguments, type ContractRequest, type Given, requestFor } from '../http/client.ts'
import type { Contract, EndpointName, ReplyOf } from '../http/contract.ts'
import { catalogue, phrase } from '../language/catalogue.ts'
import type { Phrase, Reason } from '../phrase.ts'

export interface Stated {
  readonly person: string
  /** The id of the attempt that the person was shown. */
  readonly operation: string
  /** The person's reason. Empty if the decision asks for no reason. */
  readonly reason: string
  /** The identifier of an order or a message. */
  readonly value?: string | undefined
  /** The time, in ISO 8601, since which the person has looked at the remote. */
  readonly seen: string
  /** The names of the items that the person decides together. Absent if a script repeats an earlier decision. */
  readonly beside?: readonly string[] | undefined
}

export interface Settled {
  readonly lines: readonly Reason[]
  readonly isOpen: boolean
}

export interface Inquiry {
  readonly request: ContractRequest
  settled(reply: unknown): Settled
}

interface Offer {
  readonly name: string
  readonly label: Phrase
  readonly effect: Phrase
  /** The question on a terminal. The answer is yes or, if `asks` wants a value, the identifier. */
  readonly question: Phrase
  /** Whether people may choose the decision. A script may name any decision, and the host says why it refuses one. */
  readonly isOffered: boolean
  /** Whether a terminal skips this decision when it asks about one decision after another. */
  readonly isAside?: boolean
  readonly asks?: readonly ['reason' | 'value', Phrase]
  /** Set if the decision states that something does not exist, as of the time at which the item was shown. */
  readonly isAbsence?: boolean
}

export interface Decision extends Offer {
  request(stated: Stated): ContractRequest
  settled(reply: unknown): Settled
}

export type Rows = readonly (readonly [name: Phrase, text: Reason])[]

export interface Described {
  /** The item's name in the person's words, never an id. */
  readonly title: Reason
  /** One sentence that says why the item waits, and who made the rule. */
  readonly why: Reason
  readonly unusual: Rows
  readonly facts: Rows
  /** Ids, digests and the like. A detail replaces the fact of the same name. */
  readonly details: Rows
  /** The amount of money, shown in large type. */
  readonly money?: Reason
  readonly decisions: readonly Decision[]
}

/** An item as a list shows it. */
export interface Waiting<View extends Described = Described> {
  readonly kind: string
  readonly name: string
  readonly state: Reason
  readonly tone: 'warn' | 'bad'
  readonly operation: string
  /** The time since which the item waits, in ISO 8601. */
  readonly since: string
  /** The time at which kura read the item, in ISO 8601. */
  readonly seenAt: string
  readonly reason: Reason
  /** The item as the host's reply has it. */
  readonly report: unknown
  /** The query of the remote that may settle the item. Absent if no query can. */
  readonly look?: Inquiry
  describe(): Promise<View>
}

export interface WaitingSource<Item extends Waiting = Waiting> {
  /** Lists the open items, without a query of the remote. */
  open(): Promise<readonly Item[]>
  /** Returns undefined if no item of this kind can have such a name. @throws AppError `not_found` */
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

export function filled(rows: Rows): Rows {
  return rows.filter(([, text]) => text !== '')
}
