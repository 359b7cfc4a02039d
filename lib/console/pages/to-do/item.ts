/**
 * An open item of any kind as its page shows it; `deal.ts` and `others.ts` make it from the reports of the services.
 */

import { AppError } from '../../../core/errors.ts'
import type { Html } from '../../../core/http/html.ts'
import type { ItemKind } from '../../frame/addresses.ts'
import type { Fact } from '../../frame/parts.ts'
import type { Base } from './correct-fields.ts'

/** A request that a person approves: one item of a statement. */
export interface ActRequest {
  readonly method: 'POST'
  readonly address: string
  readonly body: string
  /** The SHA-256, in hex, of what the remote will be sent; null if nothing is sent. */
  readonly sends: string | null
}

/** A statement of the person, together with the decision. */
export interface Stated {
  readonly person: string
  readonly reason: string
  /** The identifier of an order or a message. */
  readonly value: string
  /** When the page showed the item, ISO 8601. The person has looked at the remote after that. */
  readonly seen: string
  /** The names of the items that are decided together with this one. */
  readonly beside?: readonly string[]
}

/** A decision about an item, which a person approves with a passkey. */
export interface ItemAct {
  readonly name: string
  /** The text of the button. */
  readonly label: string
  /** The effect of the decision. */
  readonly effect: string
  /** The text that the person has to type before the decision, with the label of the field. */
  readonly asks?: readonly ['reason' | 'value', string]
  request(stated: Stated): ActRequest
}

export interface ItemView {
  readonly kind: ItemKind
  readonly name: string
  readonly title: string
  /** The state in a word or two, and the colour in which it is shown. */
  readonly state: readonly ['warn' | 'bad', string]
  /** Since when the item is in this state, ISO 8601. */
  readonly since: string
  /** What is unusual about the item, and why a person has to decide. */
  readonly unusual: readonly string[]
  readonly money?: string
  readonly day?: string
  readonly partner?: string
  /** The account items and tax categories of the deal's lines. */
  readonly booked?: string
  /** The ids of the deal's files. */
  readonly files?: string
  /** The reason that the proposing program gave, in its words. */
  readonly proposer?: string
  readonly facts: readonly Fact[]
  readonly details?: Html
  /** The other deals and cases that look like this one, each with its facts and files; empty if there are none. */
  readonly twins?: readonly Html[]
  /** What happened to the item, the oldest first. */
  readonly history?: readonly string[]
  /** The files of the deal at the service. */
  readonly attached?: { readonly company: number; readonly ids: readonly number[] }
  /** The deal to correct, if it is known. */
  readonly base?: Base | undefined
  /** The attempt that is shown, which a correction replaces. */
  readonly operation?: string
  /** The exact text that would be sent. */
  readonly sends?: string
  readonly acts: readonly ItemAct[]
  /** Whether kura can ask the remote again, and settle the item by the answer. */
  readonly looks: boolean
  /** Whether a person has to correct the request before it can be sent. */
  readonly correct?: boolean
  /** A warning: for example that a remote does not answer, or that the person may only read. */
  readonly remark?: string
}

/** Returns the request of a decision. The endpoint gets exactly this body. */
export function actRequest(address: string, body: object, sends: string | null = null): ActRequest {
  return { method: 'POST', address, body: JSON.stringify(body), sends }
}

/**
 * Returns a name in the form in which a field of a form carries it: control and direction characters would change in
 * markup.
 */
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
