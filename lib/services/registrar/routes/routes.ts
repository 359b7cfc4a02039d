import { authorOf, senderOf } from '../../../core/http/router.ts'
import type { EndpointCall, Handlers } from '../../../core/http/serve.ts'
import type { Trace } from '../../../core/http/trace.ts'
import type { RegistrarContract } from '../contract.ts'
import { readDomain } from '../domains/name.ts'
import type { Statement } from '../orders/release.ts'
import type { Decision, Registrar } from '../service.ts'
import {
  failureMembers,
  viewDeadline,
  viewDomain,
  viewOrder,
  viewPurchase,
  viewVerification,
} from './replies.ts'

export interface RegistrarHandlerDeps {
  /** Makes the service for one request; `trace` records its calls. */
  registrar(trace: Trace): Registrar
  /** Returns the address of the page; undefined if the deployment has no valid address. */
  buyPage(domain: string): string | undefined
  now(): number
}

type SomeHandlers = Partial<Handlers<RegistrarContract>>

export function registrarHandlers(deps: RegistrarHandlerDeps): Handlers<RegistrarContract> {
  return { ...remoteHandlers(deps), ...purchaseHandlers(deps), ...personHandlers(deps), ...buyHandlers(deps) }
}

function remoteHandlers({ registrar, buyPage }: RegistrarHandlerDeps) {
  return {
    async domain({ params, trace }) {
      const name = readDomain(params.domain)
      const record = await registrar(trace).client.domain(name)
      return record ? { found: true, ...viewDomain(record) } : { found: false, name }
    },
    async availability({ params, trace }) {
      const domain = readDomain(params.domain)
      const available = await registrar(trace).client.availability(domain)
      return { domain, available, advice: true, decides: 'the price' }
    },
    async price({ params, query, trace }) {
      const domain = readDomain(params.domain)
      const price = await registrar(trace).client.price(domain, query.years)
      return { domain, currency: 'USD', ...price, page: buyPage(domain) }
    },
    async configuration({ params, trace }) {
      const domain = readDomain(params.domain)
      return { domain, misconfigured: !(await registrar(trace).client.isConfigured(domain)) }
    },
    async contactVerification({ params, trace }) {
      const domain = readDomain(params.domain)
      return { domain, ...viewVerification(await registrar(trace).client.verification(domain)) }
    },
    order: async ({ params, trace }) => viewOrder(await registrar(trace).client.order(params.orderId)),
    attachment: async ({ params: { project, domain }, trace }) =>
      registrar(trace).attachment({ project, domain: readDomain(domain) }),
    attach({ params: { project }, body, mode, trace }) {
      const request = { project, domain: body.name }
      return mode === 'write' ? registrar(trace).attach(request) : registrar(trace).planAttachment(request)
    },
  } satisfies SomeHandlers
}

function purchaseHandlers({ registrar, now }: RegistrarHandlerDeps) {
  return {
    purchase: async ({ params, trace }) =>
      viewPurchase(await registrar(trace).purchase(readDomain(params.domain)), now()),
    async purchases({ query, trace }) {
      const purchases = await registrar(trace).purchases(query.state)
      return { orders: purchases.map(facts => viewPurchase(facts, now())) }
    },
    async deadlines({ query, trace }) {
      const deadlines = (await registrar(trace).purchases(query.state)).flatMap(facts => {
        const { domain, claim, failure } = facts
        const deadline = viewDeadline(facts, now())
        const { operation } = claim
        return deadline ? [{ domain, operation, ...deadline, ...failureMembers(failure) }] : []
      })
      return { deadlines }
    },
    spending: ({ trace }) => registrar(trace).spending(),
  } satisfies SomeHandlers
}

type NamedPurchase = Pick<EndpointCall<RegistrarContract, 'resolve' | 'nameOrder'>, 'params' | 'trace'>

function personHandlers({ registrar, now }: RegistrarHandlerDeps) {
  const resolve = async ({ params, trace }: NamedPurchase, decision: Decision & { orderId?: string }) => {
    const domain = readDomain(params.domain)
    const service = registrar(trace)
    const resolution = await service.resolve(domain, decision)
    return { resolution, ...viewPurchase(await service.purchase(domain), now()) }
  }
  return {
    async release(call) {
      const domain = readDomain(call.params.domain)
      await registrar(call.trace).release(domain, statementOf(call))
      return { domain, released: true }
    },
    resolve: call => resolve(call, { by: call.caller.name, ...call.body }),
    nameOrder(call) {
      const { operation, orderId } = call.body
      return resolve(call, { by: personOf(call), operation, orderId })
    },
    async closeDeadline(call) {
      const domain = readDomain(call.params.domain)
      const decision = { by: personOf(call), operation: call.body.operation }
      return viewPurchase(await registrar(call.trace).closeDeadline(domain, decision), now())
    },
    reportMail: ({ body: { date, ...mail }, trace }) =>
      registrar(trace).reportMail({ ...mail, ...(date && { date: Date.parse(date) }) }),
  } satisfies SomeHandlers
}

function buyHandlers({ registrar }: RegistrarHandlerDeps) {
  return {
    quote: async ({ params, body, trace }) =>
      registrar(trace).quote({ domain: readDomain(params.domain), ...body }),
    requiredFields: async ({ params, body, caller, trace }) =>
      registrar(trace).requiredFields(
        { domain: readDomain(params.domain), ...body },
        { by: senderOf(caller) },
      ),
    async buy({ params, body, mode, caller, trace }) {
      const order = { domain: readDomain(params.domain), ...body }
      return mode === 'write'
        ? registrar(trace).buy(order, { by: senderOf(caller) })
        : registrar(trace).dryRun(order)
    },
  } satisfies SomeHandlers
}

function statementOf(call: EndpointCall<RegistrarContract, 'release'>): Statement {
  const { operation, orderId, seenAt } = call.body
  const noOrder = seenAt === undefined ? undefined : { seenAt: Date.parse(seenAt) }
  return { by: personOf(call), operation, orderId, noOrder }
}

function personOf({
  body,
  caller,
}: EndpointCall<RegistrarContract, 'release' | 'nameOrder' | 'closeDeadline'>): string {
  return authorOf(body.person, caller)
}
