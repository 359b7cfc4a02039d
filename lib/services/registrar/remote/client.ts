import { domainToUnicode } from 'node:url'
import type * as z from 'zod'
import type { RegistrarSettings } from '../../../core/config/registrar.ts'
import { AppError } from '../../../core/errors.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import type { CallOf, CallSpec } from '../../../core/remote/call.ts'
import { isExplainedRefusal, isRefusal } from '../../../core/remote/effect.ts'
import type { ErrorBody, ErrorWords, RemoteProfile } from '../../../core/remote/profile.ts'
import { createRemote, fixedSession } from '../../../core/remote/remote.ts'
import type { RemoteDeps } from '../../../core/remote/send.ts'
import { REMOTE_REASONS } from '../../../core/remote/words.ts'
import {
  attachCall,
  availabilityCall,
  buyCall,
  configurationCall,
  domainCall,
  EVENTS_AT_ONCE,
  type NameOfProject,
  orderCall,
  type PurchaseBody,
  priceCall,
  projectDomainCall,
  purchaseEventsCall,
  redirectCall,
  verificationCall,
} from './calls.ts'
import { outcomeFromFailure, outcomeFromReply, type PurchaseOutcome } from './purchase-outcome.ts'
import {
  type ContactVerification,
  type DomainRecord,
  type eventsReply,
  type Order,
  type Price,
  type ProjectDomain,
  readError,
} from './schema.ts'

export interface ClientDeps extends RemoteDeps {
  readonly settings: Pick<RegistrarSettings, 'token' | 'teamId' | 'baseUrl'>
}

/**
 * Each method except `buy` rejects with AppError: `remote_refused`, `permission_missing`, `payment_required`, `limited`
 * (with the service's status), `remote_answer` (a 5xx, or a reply of another form), `remote_unreachable`,
 * `remote_silent`.
 */
export interface RegistrarClient {
  /** Returns only a hint: the registrar answers true for almost every name (document 2, Availability). */
  availability(domain: string): Promise<boolean>
  /** Returns the price. Only this call tells whether the domain is for sale. */
  price(domain: string, years?: number): Promise<Price>
  /**
   * Sends one purchase, once, with `before` as the last check. Never rejects: without a reply that shows the outcome,
   * the outcome is `not_sent` if certainly nothing was done at the registrar, otherwise `unknown`.
   */
  buy(domain: string, body: PurchaseBody, before?: CallSpec['before']): Promise<PurchaseOutcome>
  order(orderId: string): Promise<Order>
  /** Returns the record; undefined if the team has no such domain, or its order has not completed. */
  domain(domain: string): Promise<DomainRecord | undefined>
  /** Returns the times of purchases from `since` on (epoch milliseconds); undefined if the registrar has no list. */
  purchases(domain: string, since: number): Promise<readonly number[] | undefined>
  /** Whether the domain's DNS points to the host, so that a certificate can be made. */
  isConfigured(domain: string): Promise<boolean>
  verification(domain: string): Promise<ContactVerification>
  attach(name: NameOfProject): Promise<ProjectDomain>
  /** Returns the name's state; undefined if the project has no such name. */
  attached(name: NameOfProject): Promise<ProjectDomain | undefined>
  /** Sets a permanent redirect (301). Without a target, the name shows the project itself. */
  redirect(name: NameOfProject, target: string | undefined): Promise<ProjectDomain>
}

/** The status of the redirect from www to the apex (document 2, Project domain). */
export const REDIRECT_STATUS = 301

const NO_REDIRECT = { redirect: null, redirectStatusCode: null }
const redirectTo = (redirect: string) => ({ redirect, redirectStatusCode: REDIRECT_STATUS })

export function createRegistrarClient(deps: ClientDeps): RegistrarClient {
  const { baseUrl, token, teamId } = deps.settings
  const session = fixedSession({ baseUrl, token, query: { teamId } })
  const { call, send } = createRemote(PROFILE, session, deps)
  return {
    availability: async domain => (await call(availabilityCall(domain))).available,
    price: (domain, years) => call(priceCall(domain, years)),
    buy: (domain, body, before) =>
      send({ ...buyCall(domain, body), before }).then(outcomeFromReply, outcomeFromFailure),
    order: orderId => call(orderCall(orderId)),
    domain: domain => unlessRefused(call(domainCall(domain)), [404]),
    purchases: (domain, since) => unlessRefused(purchaseTimes(domain, since, call), [404]),
    isConfigured: async domain => !(await call(configurationCall(domain))).misconfigured,
    verification: domain => readVerification(call(verificationCall(domain))),
    attach: name => call(attachCall(name)),
    attached: name => unlessRefused(call(projectDomainCall(name)), [403, 404]),
    redirect: (name, target) =>
      call(redirectCall(name, target === undefined ? NO_REDIRECT : redirectTo(target))),
  }
}

/** The reply; undefined if the registrar itself, not a proxy, refuses with one of the status codes. */
async function unlessRefused<T>(reply: Promise<T>, statuses: number[]): Promise<T | undefined> {
  try {
    return await reply
  } catch (error) {
    if (isExplainedRefusal(error, ...statuses)) return undefined
    throw error
  }
}

const NOT_REGISTERED = 'domain_not_registered'

/** A 404, or a 400 in the first half hour, is `untold`, unless its code says that the domain is not registered. */
async function readVerification(reply: Promise<ContactVerification>): Promise<ContactVerification> {
  try {
    return await reply
  } catch (error) {
    if (!isRefusal(error, 400, 404)) throw error
    return { state: codesOf(error).includes(NOT_REGISTERED) ? 'unregistered' : 'untold' }
  }
}

function codesOf({ details: { codes } }: AppError): readonly string[] {
  return Array.isArray(codes) ? codes : []
}

/** The price in cents. @throws AppError `remote_refused` if it is 0 or none, because the domain is not for sale */
export function purchasePrice(domain: string, { years, purchaseCents }: Price): number {
  if (purchaseCents !== null && purchaseCents > 0) return purchaseCents
  const term = `${years} year${years === 1 ? '' : 's'}`
  throw new AppError('remote_refused', `Cannot buy "${domain}": it is not sold for ${term}`, {
    hint: 'ask for another number of years, or for another domain',
  })
}

/** The milliseconds for a call that is sent only once. */
export const ACT_TIME = 30_000

export const PROFILE: RemoteProfile = {
  name: 'registrar',
  title: phrase(REMOTE_REASONS.registrar),
  requestIdHeader: 'x-vercel-id',
  timeouts: { read: 10_000, act: ACT_TIME },
  limit: 1_000_000,
  passesStatus: true,
  retryAfterHeaders: ['retry-after'],
  readErrorBody,
  wordsFor: ({ status }) => WORDS[status] ?? {},
}

const WORDS: Readonly<Record<number, ErrorWords>> = {
  401: { hint: 'REGISTRAR_TOKEN must be a valid token of the team' },
  402: { code: 'payment_required', hint: 'register a payment method with the registrar first' },
  403: {
    code: 'permission_missing',
    hint: 'the token of REGISTRAR_TOKEN must reach the team of REGISTRAR_TEAM_ID',
  },
}

function readErrorBody(body: unknown): ErrorBody {
  const { code, message, retryAfter } = readError(body)
  return {
    codes: code === undefined ? [] : [code],
    messages: message ? [message] : [],
    ...(retryAfter !== undefined && { retryAfter: String(retryAfter) }),
  }
}

const PAGES = 10

/** @throws AppError `remote_answer` if there are too many events to read */
async function purchaseTimes(
  domain: string,
  since: number,
  call: (spec: CallOf<typeof eventsReply>) => Promise<z.infer<typeof eventsReply>>,
): Promise<number[]> {
  const times: number[] = []
  let until: number | undefined
  for (let page = 0; page < PAGES; page++) {
    const events = await call(purchaseEventsCall(since, until))
    times.push(...events.filter(({ text }) => namesDomain(text, domain)).map(({ createdAt }) => createdAt))
    if (events.length < EVENTS_AT_ONCE) return times
    const oldest = Math.min(...events.map(({ createdAt }) => createdAt))
    if (oldest === until) break
    until = oldest
  }
  throw new AppError('remote_answer', 'Cannot read the purchases of the team: the registrar lists too many', {
    hint: "nothing was sent: look at the domain on the registrar's own page",
  })
}

/** Whether a text names the domain itself, in punycode or in its own letters, not a name that contains it. */
export function namesDomain(text: string, domain: string): boolean {
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}.-]+/u)
    .map(word => word.replace(/^[.-]+|[.-]+$/g, ''))
  return [domain, domainToUnicode(domain)].some(name => words.includes(name))
}
