/** The calls of the registrar, whose endpoints each have a version of their own in the path. */
import * as z from 'zod'
import type { CallOf, CallSpec } from '../../../core/remote/call.ts'
import type { Contact } from './contact.ts'
import {
  availabilityReply,
  configurationReply,
  domainReply,
  eventsReply,
  orderReply,
  priceReply,
  projectDomainReply,
  verificationReply,
} from './schema.ts'

const registrar = (domain: string) => `/v1/registrar/domains/${encodeURIComponent(domain)}`
const projects = (version: 'v9' | 'v10', project: string) =>
  `/${version}/projects/${encodeURIComponent(project)}/domains`

export const availabilityCall = (domain: string): CallOf<typeof availabilityReply> => ({
  method: 'GET',
  path: `${registrar(domain)}/availability`,
  reply: availabilityReply,
})

/** Asks for the price. Without `years` the registrar uses the shortest term of the top-level domain. */
export const priceCall = (domain: string, years?: number): CallOf<typeof priceReply> => ({
  method: 'GET',
  path: `${registrar(domain)}/price`,
  ...(years !== undefined && { query: { years: String(years) } }),
  reply: priceReply,
})

/** The body of a purchase, with the registrar's own names; `expectedPrice` is in US dollars. */
export interface PurchaseBody {
  readonly autoRenew: boolean
  readonly years: number
  readonly expectedPrice: number
  readonly contactInformation: Contact
  readonly languageCode?: string
}

/** Buys a domain. `purchase-outcome.ts` reads the reply. */
export const buyCall = (domain: string, body: PurchaseBody): CallSpec => ({
  method: 'POST',
  path: `${registrar(domain)}/buy`,
  json: body,
  reply: z.unknown(),
})

export const orderCall = (orderId: string): CallOf<typeof orderReply> => ({
  method: 'GET',
  path: `/v1/registrar/orders/${encodeURIComponent(orderId)}`,
  reply: orderReply,
})

export const EVENTS_AT_ONCE = 100

/** Lists the team's purchases of domains, the newest first; times are in milliseconds since the epoch. */
export const purchaseEventsCall = (since: number, until?: number): CallOf<typeof eventsReply> => ({
  method: 'GET',
  path: '/v3/events',
  query: {
    types: 'domain-buy',
    since: new Date(since).toISOString(),
    ...(until !== undefined && { until: new Date(until).toISOString() }),
    limit: String(EVENTS_AT_ONCE),
  },
  reply: eventsReply,
})

export const verificationCall = (domain: string): CallOf<typeof verificationReply> => ({
  method: 'GET',
  path: `${registrar(domain)}/contact-verification`,
  reply: verificationReply,
})

export const domainCall = (domain: string): CallOf<typeof domainReply> => ({
  method: 'GET',
  path: `/v5/domains/${encodeURIComponent(domain)}`,
  reply: domainReply,
})

export const configurationCall = (domain: string): CallOf<typeof configurationReply> => ({
  method: 'GET',
  path: `/v6/domains/${encodeURIComponent(domain)}/config`,
  reply: configurationReply,
})

export interface NameOfProject {
  readonly project: string
  readonly name: string
}

const ASSIGNED = 409

export const attachCall = ({ project, name }: NameOfProject): CallOf<typeof projectDomainReply> => ({
  method: 'POST',
  path: projects('v10', project),
  json: { name },
  refusedBy: [ASSIGNED],
  reply: projectDomainReply,
})

export const projectDomainCall = ({ project, name }: NameOfProject): CallOf<typeof projectDomainReply> => ({
  method: 'GET',
  path: `${projects('v9', project)}/${encodeURIComponent(name)}`,
  reply: projectDomainReply,
})

export const redirectCall = (
  { project, name }: NameOfProject,
  { redirect, redirectStatusCode }: { redirect: string | null; redirectStatusCode: number | null },
): CallOf<typeof projectDomainReply> => ({
  method: 'PATCH',
  path: `${projects('v9', project)}/${encodeURIComponent(name)}`,
  json: { redirect, redirectStatusCode },
  reply: projectDomainReply,
})
