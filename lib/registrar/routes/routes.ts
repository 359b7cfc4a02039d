/**
 * `/api/registrar/…`: the table. Paths are the service's own words without their versions; amounts are integer cents. Reads
 * need registrar.read, acts registrar.write, whatever reaches the purchase call registrar.buy. An act at the registrar is
 * a dry run unless its signed query says `mode=write`.
 */
import type { Route } from '../../http/router.ts'
import { hasDeadline } from '../orders/facts.ts'
import { attachBody, buyBody, fieldsBody, mailBody, quoteBody, resolveBody, yearsQuery } from './request.ts'
import { act, actByMode, question, type RouteParts, read } from './row.ts'
import { viewDeadline, viewDomain, viewPurchase, viewVerification } from './views.ts'

const READ = 'registrar.read'
const WRITE = 'registrar.write'
const BUY = 'registrar.buy'
const DOMAIN = '/domains/{domain}'
const PROJECT = '/projects/{project}/domains'

export function registrarRoutes(parts: RouteParts): Route[] {
  return [...proxyRows, ...recordRows, ...writeRows, ...purchaseRows].map(row => row(parts))
}

/** What is the registrar's own, passed on in our words. */
const proxyRows = [
  read(DOMAIN, {
    work: async ({ registrar, domain }) => {
      const record = await registrar.client.domain(domain())
      return record ? { found: true, ...viewDomain(record) } : { found: false, name: domain() }
    },
  }),
  read(`${DOMAIN}/availability`, {
    work: async ({ registrar, domain }) => {
      const available = await registrar.client.availability(domain())
      return { domain: domain(), available, advice: true, decides: 'the price' }
    },
  }),
  read(`${DOMAIN}/price`, {
    query: yearsQuery,
    work: async ({ registrar, domain, query }) => {
      const price = await registrar.client.price(domain(), query.years)
      return { domain: domain(), currency: 'USD', ...price }
    },
  }),
  read(`${DOMAIN}/config`, {
    work: async ({ registrar, domain }) => {
      const configured = await registrar.client.isConfigured(domain())
      return { domain: domain(), misconfigured: !configured }
    },
  }),
  read(`${DOMAIN}/contact-verification`, {
    work: async ({ registrar, domain }) => {
      const said = await registrar.client.verification(domain())
      return { domain: domain(), ...viewVerification(said) }
    },
  }),
  read('/orders/{orderId}', { work: ({ registrar, segment }) => registrar.client.order(segment('orderId')) }),
  read(`${PROJECT}/{domain}`, {
    work: ({ registrar, segment, domain }) =>
      registrar.attachment({ project: segment('project'), domain: domain() }),
  }),
]

/** What is kept here, after asking what has changed. */
const recordRows = [
  read(`${DOMAIN}/order`, {
    work: async ({ registrar, domain, now }) => viewPurchase(await registrar.order(domain()), now),
  }),
  read('/orders', {
    work: async ({ registrar, now }) => {
      const purchases = await registrar.orders()
      return { orders: purchases.map(facts => viewPurchase(facts, now)) }
    },
  }),
  read('/deadlines', {
    work: async ({ registrar, now }) => {
      const deadlines = (await registrar.orders()).flatMap(facts => {
        const { domain, deadline, failure } = facts
        return deadline && hasDeadline(facts) ? [{ domain, ...viewDeadline(deadline, now), failure }] : []
      })
      return { deadlines }
    },
  }),
  read('/spending', { work: ({ registrar }) => registrar.spending() }),
]

const writeRows = [
  act(`${DOMAIN}/release`, {
    scope: WRITE,
    work: async ({ registrar, domain, person }) => {
      await registrar.release(domain(), { by: person() })
      return { domain: domain(), released: true }
    },
  }),
  act(`${DOMAIN}/resolve`, {
    scope: WRITE,
    work: async ({ registrar, domain, body, by, now }) => {
      const resolution = await registrar.resolve(domain(), { by, ...body(resolveBody) })
      return { resolution, ...viewPurchase(await registrar.order(domain()), now) }
    },
  }),
  act(`${DOMAIN}/verified`, {
    scope: WRITE,
    work: async ({ registrar, domain, person, now }) =>
      viewPurchase(await registrar.verified(domain(), { by: person() }), now),
  }),
  act('/mail', {
    scope: WRITE,
    work: ({ registrar, body }) => {
      const { date, ...mail } = body(mailBody)
      return registrar.mail({ ...mail, ...(date && { date: Date.parse(date) }) })
    },
  }),
  actByMode(PROJECT, {
    scope: WRITE,
    work: async ({ registrar, segment, body, query }) => {
      const request = { project: segment('project'), domain: body(attachBody).name }
      return query.mode === 'write' ? registrar.attach(request) : registrar.planAttachment(request)
    },
  }),
]

const purchaseRows = [
  question(`${DOMAIN}/quote`, {
    scope: READ,
    work: ({ registrar, domain, body }) => registrar.quote({ domain: domain(), ...body(quoteBody) }),
  }),
  act(`${DOMAIN}/required-fields`, {
    scope: BUY,
    work: ({ registrar, domain, body, by }) =>
      registrar.requiredFields({ domain: domain(), ...body(fieldsBody) }, { by }),
  }),
  actByMode(`${DOMAIN}/buy`, {
    scope: BUY,
    work: async ({ registrar, domain, body, by, query }) => {
      const order = { domain: domain(), ...body(buyBody) }
      return query.mode === 'write' ? registrar.buy(order, { by }) : registrar.dryRun(order)
    },
  }),
]
