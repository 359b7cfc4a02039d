import type { Html } from '../core/http/html.ts'
import type { EndpointCall } from '../core/http/serve.ts'
import type { Language, Locale } from '../core/language/language.ts'
import type { ConsoleCore, EntranceCore } from './core.ts'
import type { ConsoleContract } from './pages/contract.ts'
import type { Session } from './sessions.ts'

export interface View {
  readonly language: Language
  readonly locale: Locale
  readonly session?: Session | undefined
  /** The path of the page, which the menu marks. */
  readonly path: string
  /** The path with its query, to which the switch of the language returns. */
  readonly address: string
  /** The number of the form on this page. Each view has another number. */
  readonly nonce: string
  /** The origin of the accounting service's own pages; absent without a session, or if the service is not set up. */
  readonly books?: string | undefined
  /** The time on `clock` at which the page's request began. The time limit of the page's calls counts from it. */
  readonly since?: number | undefined
}

export type PageName = keyof ConsoleContract['endpoints'] & string

export interface PageCall<Name extends PageName = PageName> extends EndpointCall<ConsoleContract, Name> {
  readonly core: EntranceCore
  readonly view: View
}

export interface SignedInCall<Name extends PageName = PageName> extends PageCall<Name> {
  readonly core: ConsoleCore
  readonly view: View & { readonly session: Session }
}

/** What a page needs to read and act for the person. */
export type PersonCall = Pick<SignedInCall, 'core' | 'view'>

/** The fields of a posted form, by name. */
export type Fields = Readonly<Record<string, string>>

export interface ShownPage {
  readonly title: string
  readonly body: Html
  readonly status?: number
  readonly script?: string | undefined
  /** The rules that only this page adds to the stylesheet. */
  readonly style?: string | undefined
  /** Whether the page shows a file of this site in a frame. */
  readonly frames?: boolean
  /** Whether the script sends requests to this site. */
  readonly connects?: boolean
  readonly cookies?: readonly string[]
  /** The address that the browser opens next without a click, on this site or with https. The page links to it too. */
  readonly next?: string
}

export interface NextPage {
  readonly to: `/console${string}`
  readonly cookies?: readonly string[]
}

/** The answer of a handler. A Response is a file, or an answer for the page's script. */
export type PageAnswer = ShownPage | NextPage | Response
