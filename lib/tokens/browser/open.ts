/** The way to the accounting service: an operator asks for a link, and a browser opens it. */
import { authorizationUrl } from '../authorize.ts'
import { refusePreview } from '../code-grant.ts'
import { pendingSchema } from '../schema.ts'
import { type BrowserDeps, changeLink, newSecret, readLink, refusalOf, type Visit } from './deps.ts'
import { digestOf, linkKey } from './link.ts'
import { issueLink, type Opened, openLink, type Refused } from './transitions.ts'

export interface LinkRequest {
  /** The keyid of the operator. */
  readonly keyid: string
  /** The id or the office number of the company whose books these are to be. */
  readonly company?: string | undefined
}

export interface IssuedLink {
  /** The secret that makes the link; it is not stored. */
  readonly secret: string
  /** Until when it can be opened (ISO). */
  readonly until: string
}

/** A new link, which works once. @throws AppError `not_in_preview`, `store_unavailable` */
export async function requestLink({ keyid, company }: LinkRequest, deps: BrowserDeps): Promise<IssuedLink> {
  refusePreview(deps)
  const secret = newSecret(deps)
  const { redirectUri } = deps
  const terms = { keyid, client: deps.settings.clientId, redirectUri, ...(company && { named: company }) }
  const { until } = await changeLink(digestOf(secret), issueLink(terms), deps)
  return { secret, until: new Date(until).toISOString() }
}

/** `url`: where the browser goes, and the visit that it is from now on. */
export type Departure = Refused | { readonly url: string; readonly visit: Visit } | { readonly begun: true }

/** Opens the link of `secret`, for the browser that it came from; `known` is what that one has in its cookie. */
export async function departFrom(
  {
    secret,
    known,
    trace,
  }: { secret: string; known: Omit<Visit, 'trace'> | undefined } & Pick<Visit, 'trace'>,
  deps: BrowserDeps,
): Promise<Departure> {
  const id = digestOf(secret)
  const { link } = await readLink(id, deps)
  const refused = await refusalOf(link, { trace }, deps)
  if (refused) return { refused }
  const visit = { id, secret: known?.id === id ? known.secret : newSecret(deps), trace }
  const opened = await openFor(visit, deps)
  if (!('go' in opened)) return opened
  const binding = { record: linkKey(id), counter: 0 }
  const pending = pendingSchema.parse(JSON.parse(deps.sealer.unseal(opened.go, binding)))
  return { url: authorizationUrl(deps.settings, pending).href, visit }
}

function openFor({ id, secret }: Visit, deps: BrowserDeps): Promise<Opened> {
  const { redirectUri } = deps
  const pending = { state: newSecret(deps), verifier: newSecret(deps), redirectUri }
  const sealed = deps.sealer.seal(JSON.stringify(pending), { record: linkKey(id), counter: 0 })
  const opening = { browser: digestOf(secret), state: digestOf(pending.state), secret: sealed }
  return changeLink(id, openLink(opening), deps)
}
