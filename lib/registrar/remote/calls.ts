/** The calls that kura makes of the registrar, as data. The version is in the path, another one for each endpoint. */
import { z } from 'zod'
import type { Contact } from './contact.ts'
import {
  availabilityReply,
  configurationReply,
  domainReply,
  orderReply,
  priceReply,
  projectDomainReply,
  verificationReply,
} from './schema.ts'

/** A call as the registrar takes it, and how its answer reads. */
export interface WireCall<T = unknown> {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly reply: z.ZodType<T>
}

const registrar = (domain: string) => `/v1/registrar/domains/${encodeURIComponent(domain)}`
const projects = (version: 'v9' | 'v10', project: string) =>
  `/${version}/projects/${encodeURIComponent(project)}/domains`

export const availabilityCall = (domain: string): WireCall<z.infer<typeof availabilityReply>> => ({
  method: 'GET',
  path: `${registrar(domain)}/availability`,
  reply: availabilityReply,
})

/** Without `years` the registrar takes the shortest term of the top-level domain. */
export const priceCall = (domain: string, years?: number): WireCall<z.infer<typeof priceReply>> => ({
  method: 'GET',
  path: `${registrar(domain)}/price`,
  ...(years !== undefined && { query: { years: String(years) } }),
  reply: priceReply,
})

/** The body of a purchase, with the wire's own words; `expectedPrice` is in US dollars. */
export interface PurchaseBody {
  readonly autoRenew: boolean
  readonly years: number
  readonly expectedPrice: number
  readonly contactInformation: Contact
  readonly languageCode?: string
}

/** Its answer is read by `purchase/outcome.ts`. */
export const buyCall = (domain: string, body: PurchaseBody): WireCall => ({
  method: 'POST',
  path: `${registrar(domain)}/buy`,
  json: body,
  reply: z.unknown(),
})

export const orderCall = (orderId: string): WireCall<z.infer<typeof orderReply>> => ({
  method: 'GET',
  path: `/v1/registrar/orders/${encodeURIComponent(orderId)}`,
  reply: orderReply,
})

export const verificationCall = (domain: string): WireCall<z.infer<typeof verificationReply>> => ({
  method: 'GET',
  path: `${registrar(domain)}/contact-verification`,
  reply: verificationReply,
})

export const domainCall = (domain: string): WireCall<z.infer<typeof domainReply>> => ({
  method: 'GET',
  path: `/v5/domains/${encodeURIComponent(domain)}`,
  reply: domainReply,
})

export const configurationCall = (domain: string): WireCall<z.infer<typeof configurationReply>> => ({
  method: 'GET',
  path: `/v6/domains/${encodeURIComponent(domain)}/config`,
  reply: configurationReply,
})

/** A name of a project. */
export interface NameOfProject {
  readonly project: string
  readonly name: string
}

export const attachCall = ({
  project,
  name,
}: NameOfProject): WireCall<z.infer<typeof projectDomainReply>> => ({
  method: 'POST',
  path: projects('v10', project),
  json: { name },
  reply: projectDomainReply,
})

export const projectDomainCall = ({
  project,
  name,
}: NameOfProject): WireCall<z.infer<typeof projectDomainReply>> => ({
  method: 'GET',
  path: `${projects('v9', project)}/${encodeURIComponent(name)}`,
  reply: projectDomainReply,
})

export const redirectCall = (
  { project, name }: NameOfProject,
  { redirect, redirectStatusCode }: { redirect: string | null; redirectStatusCode: number | null },
): WireCall<z.infer<typeof projectDomainReply>> => ({
  method: 'PATCH',
  path: `${projects('v9', project)}/${encodeURIComponent(name)}`,
  json: { redirect, redirectStatusCode },
  reply: projectDomainReply,
})
