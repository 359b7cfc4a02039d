/**
 * `/api/registrar/…`: the table. Paths are the service's own words without their versions; amounts are integer cents. Reads
 * need registrar.read, acts registrar.write, whatever reaches the purchase call registrar.buy. An act is a dry run unless
 * its signed query says `mode=write`.
 */
import { jsonAnswer } from '../http/answers.ts'
import type { Call, Route } from '../http/router.ts'
import { readDomain } from './domain-name.ts'
import { hasDeadline } from './facts.ts'
import {
  attachBody,
  buyBody,
  fieldsBody,
  mailBody,
  personBody,
  quoteBody,
  readBody,
  readMode,
  readYears,
  resolveBody,
} from './request.ts'
import type { Registrar } from './service.ts'
import { viewDeadline, viewDomain, viewPurchase, viewVerification } from './views.ts'

export interface RouteParts {
  /** The registrar for one request's work. */
  registrar(call: Call): Registrar
  /** Milliseconds since the epoch. */
  now(): number
}

type Work = (registrar: Registrar, call: Call, now: number) => Promise<unknown>

const BASE = '/api/registrar'
const DOMAIN = `${BASE}/domains/{domain}`
const PROJECT = `${BASE}/projects/{project}/domains`

export function registrarRoutes(parts: RouteParts): Route[] {
  const rows = [
    ...[...proxyRows, ...recordRows].map(([path, work]) => ({
      method: 'GET',
      path,
      scope: 'registrar.read',
      work,
    })),
    { method: 'POST', path: `${DOMAIN}/quote`, scope: 'registrar.read', work: quote },
    ...writeRows.map(([path, work]) => ({
      method: 'POST',
      path,
      scope: 'registrar.write',
      work,
      write: true,
    })),
    ...buyRows.map(([path, work]) => ({ method: 'POST', path, scope: 'registrar.buy', work, write: true })),
  ]
  return rows.map(({ work, ...route }) => ({
    ...route,
    handle: async call => jsonAnswer(await work(parts.registrar(call), call, parts.now())),
  }))
}

/** What is the registrar's own, passed on in our words. */
const proxyRows: readonly (readonly [string, Work])[] = [
  [DOMAIN, async ({ client }, call) => viewDomainOf(domainOf(call), await client.domain(domainOf(call)))],
  [
    `${DOMAIN}/availability`,
    async ({ client }, call) => {
      const available = await client.availability(domainOf(call))
      return { domain: domainOf(call), available, advice: true, decides: 'the price' }
    },
  ],
  [
    `${DOMAIN}/price`,
    async ({ client }, call) => {
      const price = await client.price(domainOf(call), readYears(call.url.searchParams.get('years')))
      return { domain: domainOf(call), currency: 'USD', ...price }
    },
  ],
  [
    `${DOMAIN}/config`,
    async ({ client }, call) => ({
      domain: domainOf(call),
      misconfigured: !(await client.isConfigured(domainOf(call))),
    }),
  ],
  [
    `${DOMAIN}/contact-verification`,
    async ({ client }, call) => ({
      domain: domainOf(call),
      ...viewVerification(await client.verification(domainOf(call))),
    }),
  ],
  [`${BASE}/orders/{orderId}`, ({ client }, { params }) => client.order(params['orderId'] ?? '')],
  [`${PROJECT}/{domain}`, (registrar, call) => registrar.attachment(attachmentOf(call, domainOf(call)))],
]

/** What is kept here. */
const recordRows: readonly (readonly [string, Work])[] = [
  [
    `${DOMAIN}/order`,
    async (registrar, call, now) => viewPurchase(await registrar.order(domainOf(call)), now),
  ],
  [
    `${BASE}/orders`,
    async (registrar, _, now) => {
      const { purchases, failed } = await registrar.orders()
      return { orders: purchases.map(facts => viewPurchase(facts, now)), failed }
    },
  ],
  [
    `${BASE}/deadlines`,
    async (registrar, _, now) => {
      const { purchases, failed } = await registrar.orders()
      const deadlines = purchases.flatMap(facts => {
        const { domain, deadline } = facts
        return deadline && hasDeadline(facts) ? [{ domain, ...viewDeadline(deadline, now) }] : []
      })
      return { deadlines, failed }
    },
  ],
  [`${BASE}/spending`, registrar => registrar.spending()],
]

const writeRows: readonly (readonly [string, Work])[] = [
  [
    `${DOMAIN}/release`,
    async (registrar, call) => {
      await registrar.release(domainOf(call), { by: personOf(call) })
      return { domain: domainOf(call), released: true }
    },
  ],
  [
    `${DOMAIN}/resolve`,
    async (registrar, call, now) => {
      const { orderId } = readBody(resolveBody, call.body)
      const domain = domainOf(call)
      const resolution = await registrar.resolve(domain, { by: call.caller.name, orderId })
      return { resolution, ...viewPurchase(await registrar.order(domain), now) }
    },
  ],
  [
    `${DOMAIN}/verified`,
    async (registrar, call, now) =>
      viewPurchase(await registrar.verified(domainOf(call), { by: personOf(call) }), now),
  ],
  [
    `${BASE}/mail`,
    (registrar, call) => {
      const { subject, date, domain } = readBody(mailBody, call.body)
      return registrar.mail({ subject, domain, ...(date && { date: Date.parse(date) }) })
    },
  ],
  [
    PROJECT,
    (registrar, call) => {
      const request = attachmentOf(call, readBody(attachBody, call.body).name)
      return isReal(call) ? registrar.attach(request) : registrar.planAttachment(request)
    },
  ],
]

const buyRows: readonly (readonly [string, Work])[] = [
  [
    `${DOMAIN}/required-fields`,
    (registrar, call) => {
      const request = { domain: domainOf(call), ...readBody(fieldsBody, call.body) }
      return registrar.requiredFields(request, { by: call.caller.name })
    },
  ],
  [
    `${DOMAIN}/buy`,
    (registrar, call) => {
      const order = { domain: domainOf(call), ...readBody(buyBody, call.body) }
      return isReal(call) ? registrar.buy(order, { by: call.caller.name }) : registrar.dryRun(order)
    },
  ],
]

function quote(registrar: Registrar, call: Call): Promise<unknown> {
  return registrar.quote({ domain: domainOf(call), ...readBody(quoteBody, call.body) })
}

function viewDomainOf(domain: string, record: Parameters<typeof viewDomain>[0] | undefined) {
  return record ? { found: true, ...viewDomain(record) } : { found: false, name: domain }
}

function domainOf({ params }: Call): string {
  return readDomain(params['domain'] ?? '')
}

function attachmentOf({ params }: Call, domain: string) {
  return { project: params['project'] ?? '', domain }
}

/** Who says so, and with which key. */
function personOf({ body, caller }: Call): string {
  return `${readBody(personBody, body).person} (${caller.name})`
}

function isReal({ url }: Call): boolean {
  return readMode(url.searchParams) === 'write'
}
