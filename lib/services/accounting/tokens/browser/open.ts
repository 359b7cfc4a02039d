/**
 * The first steps of an authorization: an operator requests a link; a browser opens it and is sent to the accounting
 * service.
 */
import { authorizationUrl } from '../authorize/authorize.ts'
import { pendingSchema } from '../schema.ts'
import { type BrowserDeps, changeLink, newSecret, readLink, refusalOf, type Visit } from './deps.ts'
import { digestOf, linkKey } from './link.ts'
import { issueLink, type Opened, openLink, type Refused } from './transitions.ts'

export interface LinkRequest {
  /** The key id of the operator. */
  readonly keyid: string
  /** The id or the office number of the company whose books kura is to use. */
  readonly company?: string | undefined
}

export interface IssuedLink {
  /** The secret in the link; only its digest is stored. */
  readonly secret: string
  /** The time until which the link can be opened (ISO 8601). */
  readonly until: string
}

/**
 * Creates a link that works once. @throws AppError `store_unavailable`
 */
export async function requestLink({ keyid, company }: LinkRequest, deps: BrowserDeps): Promise<IssuedLink> {
  const secret = newSecret(deps)
  const { redirectUri } = deps
  const terms = { keyid, client: deps.settings.clientId, redirectUri, ...(company && { named: company }) }
  const { until } = await changeLink(digestOf(secret), issueLink(terms), deps)
  return { secret, until: new Date(until).toISOString() }
}

/**
 * `visit`: the browser gets a cookie for this visit and then opens the link again. So a link is bound only to a browser
 * that keeps cookies, and a program that merely fetches the link does not use it up. `url`: the address to which the
 * browser is sent, for the `first` time or again.
 */
export type Departure =
  | Refused
  | { readonly visit: Pick<Visit, 'id' | 'secret'> }
  | { readonly url: string; readonly first: boolean }
  | { readonly begun: true }

export interface Opening extends Pick<Visit, 'trace'> {
  /** The secret of the link. */
  readonly secret: string
  /** The id and the secret in the browser's cookie, if it has one. */
  readonly known: Pick<Visit, 'id' | 'secret'> | undefined
}

/**
 * Opens a link for the first browser that has a cookie for it. @throws AppError `store_unavailable`
 */
export async function departFrom({ secret, known, trace }: Opening, deps: BrowserDeps): Promise<Departure> {
  const id = digestOf(secret)
  const { link } = await readLink(id, deps)
  const refused = await refusalOf(link, { trace }, deps)
  if (refused) return { refused }
  if (known?.id !== id) {
    const isOpened = link?.step.at !== 'issued'
    return isOpened ? { refused: 'other_browser' } : { visit: { id, secret: newSecret(deps) } }
  }
  const opened = await openFor({ ...known, trace }, deps)
  if (!('go' in opened)) return opened
  const binding = { record: linkKey(id), counter: 0 }
  const pending = pendingSchema.parse(JSON.parse(deps.sealer.unseal(opened.go, binding)))
  return { url: authorizationUrl(deps.settings, pending).href, first: opened.first }
}

function openFor({ id, secret }: Visit, deps: BrowserDeps): Promise<Opened> {
  const { redirectUri } = deps
  const pending = { state: newSecret(deps), verifier: newSecret(deps), redirectUri }
  const sealed = deps.sealer.seal(JSON.stringify(pending), { record: linkKey(id), counter: 0 })
  const opening = { browser: digestOf(secret), state: digestOf(pending.state), secret: sealed }
  return changeLink(id, openLink(opening), deps)
}
