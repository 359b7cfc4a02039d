/** The registrar in our words. Reads are judged here; a purchase gives its outcome and never throws. */
import { AppError } from '../../errors.ts'
import { type ApiParts, sendCall } from './api.ts'
import {
  attachCall,
  availabilityCall,
  buyCall,
  configurationCall,
  domainCall,
  type NameOfProject,
  orderCall,
  type PurchaseBody,
  priceCall,
  projectDomainCall,
  redirectCall,
  verificationCall,
  type WireCall,
} from './calls.ts'
import { isRefusal, judge, unreadable } from './errors.ts'
import { judgePurchase, judgePurchaseFailure, type PurchaseOutcome } from './purchase-outcome.ts'
import type { ContactVerification, DomainRecord, Order, Price, ProjectDomain } from './schema.ts'

/**
 * Every method but `buy` rejects with AppError: `remote_refused`, `permission_missing`, `payment_required`, `limited`
 * (with the service's status), `remote_answer` (a 5xx, or another shape), `remote_unreachable`, `remote_silent`.
 */
export interface RegistrarClient {
  /** Says yes to everything: advice, no basis for a purchase (document 2, Availability). */
  availability(domain: string): Promise<boolean>
  /** What decides whether a domain is sold. */
  price(domain: string, years?: number): Promise<Price>
  /** Sends one purchase, once. Never rejects: what it could not learn is `unknown`. */
  buy(domain: string, body: PurchaseBody): Promise<PurchaseOutcome>
  order(orderId: string): Promise<Order>
  /** Undefined where the team has no such domain, or its order has not completed. */
  domain(domain: string): Promise<DomainRecord | undefined>
  /** Whether DNS points here and a certificate can be made. */
  isConfigured(domain: string): Promise<boolean>
  verification(domain: string): Promise<ContactVerification>
  attach(name: NameOfProject): Promise<ProjectDomain>
  /** Undefined where the project has no such domain. */
  attached(name: NameOfProject): Promise<ProjectDomain | undefined>
  /** Makes a name of the project redirect, permanently, with 301; without a target it answers itself. */
  redirect(name: NameOfProject, target: string | undefined): Promise<ProjectDomain>
}

/** Document 2, Project domain: the value for www to apex. */
export const REDIRECT_STATUS = 301

const NO_REDIRECT = { redirect: null, redirectStatusCode: null }
const redirectTo = (redirect: string) => ({ redirect, redirectStatusCode: REDIRECT_STATUS })

export function createRegistrarClient(parts: ApiParts): RegistrarClient {
  const call = <T>(wire: WireCall<T>) => exchange(wire, parts)
  return {
    availability: async domain => (await call(availabilityCall(domain))).available,
    price: (domain, years) => call(priceCall(domain, years)),
    buy: (domain, body) =>
      sendCall(buyCall(domain, body), parts).then(judgePurchase, error => judgePurchaseFailure(error)),
    order: orderId => call(orderCall(orderId)),
    domain: domain => unlessRefused(call(domainCall(domain)), [404]),
    isConfigured: async domain => !(await call(configurationCall(domain))).misconfigured,
    verification: domain => readVerification(call(verificationCall(domain))),
    attach: name => call(attachCall(name)),
    attached: name => unlessRefused(call(projectDomainCall(name)), [403, 404]),
    redirect: (name, target) =>
      call(redirectCall(name, target === undefined ? NO_REDIRECT : redirectTo(target))),
  }
}

async function exchange<T>(wire: WireCall<T>, parts: ApiParts): Promise<T> {
  const reply = await sendCall(wire, parts)
  const error = judge(wire, { reply, token: parts.settings.token })
  if (error) throw error
  const parsed = wire.reply.safeParse(reply.body)
  if (!parsed.success) throw unreadable(wire, reply, parsed.error)
  return parsed.data
}

async function unlessRefused<T>(answer: Promise<T>, statuses: number[]): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (isRefusal(error, ...statuses)) return undefined
    throw error
  }
}

/** 404, and 400 in the first half hour, say nothing; the 15-day rule holds either way. */
async function readVerification(answer: Promise<ContactVerification>): Promise<ContactVerification> {
  return (await unlessRefused(answer, [400, 404])) ?? { state: 'untold' }
}

/** The cents of a price. @throws AppError `remote_refused` where it is no offer */
export function purchasePrice(domain: string, { years, purchaseCents }: Price): number {
  if (purchaseCents !== null) return purchaseCents
  throw new AppError(
    'remote_refused',
    `Cannot buy "${domain}": it is not sold for ${years} year${years === 1 ? '' : 's'}`,
    {
      hint: 'ask for another number of years, or for another domain',
    },
  )
}
