/** What a page is called with, and what it answers; `frame/respond.ts` makes the response of it. */
import type { Html } from '../../core/http/html.ts'
import type { EndpointCall } from '../../core/http/serve.ts'
import type { Language, Locale } from '../../core/language/language.ts'
import type { ConsoleContract } from '../contracts/console.ts'
import type { Core } from '../core.ts'
import type { Session } from './sessions.ts'

/** For whom a page is shown. */
export interface View {
  readonly language: Language
  readonly locale: Locale
  /** Absent on the pages that need no session. */
  readonly session?: Session | undefined
  /** The path of the page: the menu marks it. */
  readonly path: string
  /** The path with its query: the switch of the language returns to it. */
  readonly address: string
  /** The number of the form on this page; each view of a page has another. */
  readonly nonce: string
}

/** The name of a page in the contract. */
export type PageName = keyof ConsoleContract['endpoints'] & string

/** The parameters of a page's handler. */
export interface PageCall<Name extends PageName = PageName> extends EndpointCall<ConsoleContract, Name> {
  readonly core: Core
  readonly view: View
}

/** The parameters of a page that only people with a session reach. */
export interface SignedInCall<Name extends PageName = PageName> extends PageCall<Name> {
  readonly view: View & { readonly session: Session }
}

/** A page that is shown. */
export interface ShownPage {
  readonly title: string
  readonly body: Html
  readonly status?: number
  /** The script of the page; a page without one works without scripts. */
  readonly script?: string | undefined
  /** Whether the script sends requests to this site. */
  readonly connects?: boolean
  /** The values of Set-Cookie headers. */
  readonly cookies?: readonly string[]
  /** The address that the browser opens next, by itself: of this site, or https. The page has a link to it too. */
  readonly next?: string
}

/** The page of this site that the browser opens next. */
export interface NextPage {
  readonly to: `/console${string}`
  readonly cookies?: readonly string[]
}

/** What a handler answers; a Response is a file. */
export type PageAnswer = ShownPage | NextPage | Response
