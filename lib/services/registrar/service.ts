/**
 * Invariants of the registrar service:
 * - the purchase call is sent only under the domain's claim, which is written first; a purchase sends it once;
 * - money is reserved under the caps before the call; an unknown outcome keeps the claim and the reserve;
 * - only a person, by name, lets a domain be bought again, unless the attempt certainly charged nothing;
 * - open and due items are computed from all stored purchases;
 * - contact data goes from here only to the registrar, never into the store, a log line, an error or a reply.
 */
import { refuseOtherOperation } from '../../core/claims/transitions/refusals.ts'
import { AppError } from '../../core/errors.ts'
import { createCalendar } from '../../core/language/calendar.ts'
import type { RegistrarReply } from './contract.ts'
import { createRequestDeps, type RegistrarDeps, type RequestDeps } from './deps.ts'
import type { AttachRequest } from './domains/attach.ts'
import { type PurchaseFilter, refreshAll } from './orders/advance.ts'
import { type PurchaseFacts, readFacts } from './orders/facts.ts'
import { refresh } from './orders/follow.ts'
import { releasePurchase, type Statement } from './orders/release.ts'
import { forgetOrphans, type Resolution, resolvePurchase } from './orders/resolve.ts'
import { closeDeadline, type Mail, reportMail } from './orders/verification.ts'
import type { PurchaseOrder } from './purchase/buy.ts'
import type { QuoteRequest } from './purchase/quote.ts'
import type { FieldsRequest } from './purchase/required-fields.ts'
import { spentSums } from './spending/budget.ts'

/** The name of the key or of the person that acts. */
export interface Actor {
  readonly by: string
}

/** A decision about the attempt `operation` that was shown to the person. */
export interface Decision extends Actor {
  readonly operation: string
}

export type Registrar = ReturnType<typeof createRegistrar>

export function createRegistrar(given: RegistrarDeps) {
  const deps = createRequestDeps(given)
  const known = (domain: string) => knownFacts(domain, deps)
  return {
    client: deps.client,
    quote: async (request: QuoteRequest) => (await import('./purchase/quote.ts')).makeQuote(request, deps),
    requiredFields: async (request: FieldsRequest, actor: Actor) =>
      (await import('./purchase/required-fields.ts')).requiredFields(request, actor, deps),
    dryRun: async (order: PurchaseOrder) => (await import('./purchase/buy.ts')).dryRun(order, deps),
    buy: async (order: PurchaseOrder, actor: Actor) =>
      (await import('./purchase/buy.ts')).buy(order, actor, deps),
    /** Returns a purchase after a query of the registrar. @throws AppError `not_found` */
    purchase: async (domain: string) => refresh(await known(domain), { watches: true }, deps),
    /** Returns the purchases after a query of the registrar about those that are due. */
    purchases: (filter?: PurchaseFilter) => refreshAll(filter, deps),
    /** @throws AppError `conflict`, `not_found` */
    release: async (domain: string, statement: Statement) =>
      releasePurchase(await known(domain), statement, deps),
    /** Resolves a purchase, and forgets needless orphaned effects. @throws AppError `conflict`, `not_found` */
    async resolve(
      domain: string,
      { operation, ...options }: Decision & { orderId?: string | undefined },
    ): Promise<Resolution> {
      const facts = await known(domain)
      refuseOtherOperation(`Cannot resolve "${domain}"`, facts.claim, { operation })
      const resolution = await resolvePurchase(facts, options, deps)
      await forgetOrphans(facts, deps)
      return resolution
    },
    /** Closes a deadline: a person confirms that the link in the registrar's message was followed. */
    closeDeadline: async (domain: string, decision: Decision) =>
      closeDeadline(await known(domain), decision, deps),
    reportMail: (mail: Mail) => reportMail(mail, deps),
    planAttachment: async (request: AttachRequest) =>
      (await import('./domains/attach.ts')).planAttachment(request, deps),
    attach: async (request: AttachRequest) => (await import('./domains/attach.ts')).attach(request, deps),
    attachment: async (request: AttachRequest) =>
      (await import('./domains/attach.ts')).readAttachment(request, deps),
    spending: () => readSpending(deps),
  }
}

async function knownFacts(domain: string, deps: RequestDeps): Promise<PurchaseFacts> {
  const facts = await readFacts(domain, deps)
  if (facts) return facts
  throw new AppError('not_found', `Cannot find a purchase of "${domain}"`, {
    hint: 'kura registrar orders --all lists every one',
  })
}

async function readSpending(deps: RequestDeps): Promise<RegistrarReply<'spending'>> {
  const { spending, now } = await deps.ledger.read()
  const { purchases, caps } = deps.settings
  const spent = spentSums(spending, { calendar: createCalendar(deps.timezone), now })
  return { purchases, caps, spent, ...spending }
}
