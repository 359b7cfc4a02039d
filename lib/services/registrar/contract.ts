/** Paths follow the registrar's, without versions. The scope registrar.buy is for what can reach the purchase call. */
import { defineContract, type EndpointName, type ReplyOf } from '../../core/http/contract.ts'

const BASE = '/api/registrar'
const DOMAIN = `${BASE}/domains/{domain}` as const
const PROJECT = `${BASE}/projects/{project}/domains` as const

const reading = { method: 'GET', scope: 'registrar.read', changes: 'never' } as const
const writing = { method: 'POST', scope: 'registrar.write', changes: 'always', body: true } as const
const approving = { ...writing, scope: 'approve', approval: true } as const

export const registrarContract = defineContract({
  endpoints: {
    domain: { ...reading, path: DOMAIN, summary: 'Shows the record of a domain that the team has' },
    availability: {
      ...reading,
      path: `${DOMAIN}/availability`,
      summary: 'Says whether a domain is free; advice only, the price decides',
    },
    price: { ...reading, path: `${DOMAIN}/price`, query: 'optional', summary: 'Shows what a domain costs' },
    configuration: { ...reading, path: `${DOMAIN}/config`, summary: 'Says whether DNS points at the host' },
    contactVerification: {
      ...reading,
      path: `${DOMAIN}/contact-verification`,
      summary: "Shows what the registrar says of the confirmation of the registrant's e-mail",
    },
    order: {
      ...reading,
      path: `${BASE}/orders/{orderId}`,
      summary: 'Shows an order as the registrar has it',
    },
    attachment: {
      ...reading,
      path: `${PROJECT}/{domain}`,
      summary: 'Shows whether a domain and its www name are attached to a project and answer over https',
    },
    purchase: {
      ...reading,
      path: `${DOMAIN}/order`,
      summary: 'Shows a purchase after asking the registrar what has changed',
    },
    purchases: {
      ...reading,
      path: `${BASE}/orders`,
      query: 'optional',
      summary: 'Lists the purchases that are open, or all of them, after asking about those that are due',
    },
    deadlines: {
      ...reading,
      path: `${BASE}/deadlines`,
      query: 'optional',
      summary: "Lists by when each registrant's e-mail must be confirmed, of the open purchases or of all",
    },
    spending: {
      ...reading,
      path: `${BASE}/spending`,
      summary: 'Shows what was spent and reserved, and the caps',
    },
    release: {
      ...approving,
      path: `${DOMAIN}/release`,
      logged: ['operation', 'orderId', 'noOrder', 'seenAt'],
      summary: 'Lets a domain be bought again after its purchase failed; a person decides',
    },
    resolve: {
      ...writing,
      path: `${DOMAIN}/resolve`,
      whilePaused: true,
      logged: ['operation'],
      summary: 'Finds out how a purchase ended whose reply was lost',
    },
    nameOrder: {
      ...approving,
      path: `${DOMAIN}/order`,
      logged: ['operation', 'orderId'],
      summary: 'Settles a purchase whose reply was lost by the order that a person found',
    },
    closeDeadline: {
      ...approving,
      path: `${DOMAIN}/verified`,
      logged: ['operation'],
      summary: "Records that a person has confirmed the registrant's e-mail",
    },
    reportMail: {
      ...writing,
      path: `${BASE}/mail`,
      logged: ['domain'],
      summary: 'Reads the subject of a message and notes the deadline that it means',
    },
    attach: {
      ...writing,
      path: PROJECT,
      changes: 'by mode',
      logged: ['name'],
      summary: 'Attaches a registered domain and its www name to a project',
    },
    quote: {
      ...reading,
      method: 'POST',
      path: `${DOMAIN}/quote`,
      body: true,
      summary: 'Shows price and terms of a purchase, and gives the token that it needs',
    },
    requiredFields: {
      ...writing,
      path: `${DOMAIN}/required-fields`,
      scope: 'registrar.buy',
      approval: true,
      summary: 'Finds the contact fields that a domain needs; nothing is bought',
    },
    buy: {
      ...writing,
      path: `${DOMAIN}/buy`,
      scope: 'registrar.buy',
      changes: 'by mode',
      logged: ['years', 'autoRenew'],
      sends: true,
      enclosed: 'contact',
      approval: true,
      summary: 'Buys a domain, once',
    },
  },
  schemas: async () => (await import('./contract-schemas.ts')).registrarSchemas,
})

export type RegistrarContract = typeof registrarContract

export type RegistrarReply<Name extends EndpointName<RegistrarContract>> = ReplyOf<RegistrarContract, Name>
