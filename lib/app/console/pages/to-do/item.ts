/** An open item as its page shows it, of whichever kind: `deal.ts` and `others.ts` make it of the services' reports. */
import { AppError } from '../../../../core/errors.ts'
import type { Html } from '../../../../core/http/html.ts'
import type { ItemKind } from '../../../open-items/pages.ts'
import type { Fact } from '../../frame/parts.ts'

/** A request that a person approves: one item of a statement. */
export interface ActRequest {
  readonly method: 'POST'
  readonly address: string
  readonly body: string
  /** The SHA-256, in hex, of what the remote will be sent; null if nothing is sent. */
  readonly sends: string | null
}

/** What a person states beside the decision itself. */
export interface Stated {
  readonly person: string
  readonly reason: string
  /** The identifier of an order or a message. */
  readonly value: string
  /** When the item was shown, ISO 8601: the person looked elsewhere after that. */
  readonly seen: string
}

/** A decision about an item, which a person approves with a passkey. */
export interface ItemAct {
  readonly name: string
  /** The words of the button. */
  readonly label: string
  /** What follows from it. */
  readonly effect: string
  /** What the person has to type first, and its label. */
  readonly asks?: readonly ['reason' | 'value', string]
  request(stated: Stated): ActRequest
}

export interface ItemView {
  readonly kind: ItemKind
  readonly name: string
  readonly title: string
  /** The state in a word or two, and how it stands out. */
  readonly state: readonly ['warn' | 'bad', string]
  /** Since when it is in this state, ISO 8601. */
  readonly since: string
  /** What is unusual about it, and why a person has to decide. */
  readonly unusual: readonly string[]
  readonly money?: string
  readonly day?: string
  readonly partner?: string
  /** The account items and tax categories of its lines. */
  readonly booked?: string
  /** The ids of its files. */
  readonly files?: string
  /** The reason of the program that proposed it, in the program's own words. */
  readonly proposer?: string
  readonly facts: readonly Fact[]
  readonly details?: Html
  /** The exact text that would be sent. */
  readonly sends?: string
  readonly acts: readonly ItemAct[]
  /** Whether kura can look at the remote again, and settle the item by what it finds. */
  readonly looks: boolean
  /** Whether a person has to correct the request before it can be sent. */
  readonly correct?: boolean
  /** What to mind: a remote is down, or the person may only read. */
  readonly remark?: string
}

/** Returns the request of a decision; its body is exactly what the endpoint is given. */
export function actRequest(address: string, body: object, sends: string | null = null): ActRequest {
  return { method: 'POST', address, body: JSON.stringify(body), sends }
}

/** Returns a name as a field of a form carries it: markup shows control and direction characters, which changes them. */
export function inField(name: string): string {
  return encodeURIComponent(name.toWellFormed())
}

/** Returns the name that `inField` has written. @throws AppError `bad_request` */
export function nameIn(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (cause) {
    throw new AppError('bad_request', 'Cannot read the form: a name is malformed', { cause })
  }
}
