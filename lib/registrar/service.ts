/**
 * The registrar for one request's work. Operators call it through `routes/routes.ts`, the daily run and the notices through
 * `lib/app`; it talks to the registrar's API with the team's token, and keeps in the store a claim for each domain, the
 * money record of the team, and what was learned of each purchase. What always holds:
 * - whatever is sent to the purchase call stands under the domain's claim, written before; one call, never repeated;
 * - money is reserved under the caps before the call; an unknown outcome keeps claim and reserve;
 * - nothing but a person, by name, lets a domain be bought again; an attempt that certainly charged nothing aside;
 * - contact data goes to the registrar and nowhere else: not into the store, a log line, an error or an answer.
 */
import { AppError } from '../errors.ts'
import { type AttachRequest, attach, planAttachment, readAttachment } from './attach.ts'
import { type RegistrarParts, type Surroundings, surround } from './deps.ts'
import { type RegistrarNotice, registrarNotices } from './notices.ts'
import { advanceOrders, followAll } from './orders/advance.ts'
import { listFacts, openDeadlines, type PurchaseFacts, readFacts } from './orders/facts.ts'
import { look } from './orders/follow.ts'
import { releasePurchase } from './orders/release.ts'
import { type Resolution, resolvePurchase } from './orders/resolve.ts'
import { closeDeadline, hearMail, type Mail } from './orders/verification.ts'
import { buy, dryRun, type PurchaseOrder } from './purchase/buy.ts'
import { makeQuote, type QuoteRequest } from './purchase/quote.ts'
import { type FieldsRequest, requiredFields } from './purchase/required-fields.ts'
import { spentSums } from './spending/budget.ts'
import { createCalendar } from './spending/calendar.ts'

export interface Acting {
  /** The key's name, or a person's. */
  readonly by: string
}

export type Registrar = ReturnType<typeof createRegistrar>

export function createRegistrar(parts: RegistrarParts) {
  const surroundings = surround(parts)
  const known = (domain: string) => knownFacts(domain, surroundings)
  return {
    client: surroundings.client,
    quote: (request: QuoteRequest) => makeQuote(request, surroundings),
    requiredFields: (request: FieldsRequest, { by }: Acting) => requiredFields(request, { by, surroundings }),
    dryRun: (order: PurchaseOrder) => dryRun(order, surroundings),
    buy: (order: PurchaseOrder, { by }: Acting) => buy(order, { by, surroundings }),
    /** The purchase, after asking what has become of it. @throws AppError `not_found` */
    order: async (domain: string) => look(await known(domain), surroundings),
    /** Every purchase, each after asking what has become of it where that is due. */
    orders: () => followAll(surroundings),
    /** Brings every open purchase on, and looks for the unknown ones; one that fails does not hold up the others. */
    advanceOrders: () => advanceOrders(surroundings),
    release: async (domain: string, { by }: Acting) =>
      releasePurchase(await known(domain), { person: by, surroundings }),
    resolve: async (
      domain: string,
      options: Acting & { orderId?: string | undefined },
    ): Promise<Resolution> => resolvePurchase(await known(domain), options, surroundings),
    /** A person says that the registrant's e-mail is confirmed. */
    verified: async (domain: string, { by }: Acting) =>
      closeDeadline(await known(domain), { by, surroundings }),
    mail: (mail: Mail) => hearMail(mail, surroundings),
    planAttachment: (request: AttachRequest) => planAttachment(request, surroundings),
    attach: (request: AttachRequest) => attach(request, surroundings),
    attachment: (request: AttachRequest) => readAttachment(request, surroundings),
    spending: () => readSpending(surroundings),
    /** The deadlines that stand open, from what is stored. */
    openDeadlines: async () => openDeadlines(await listFacts(surroundings)),
    /** What a person must do now, from what is stored. */
    notices: async (): Promise<RegistrarNotice[]> =>
      registrarNotices(await listFacts(surroundings), surroundings.now()),
  }
}

async function knownFacts(domain: string, surroundings: Surroundings): Promise<PurchaseFacts> {
  const facts = await readFacts(domain, surroundings)
  if (facts) return facts
  throw new AppError('not_found', `Cannot find a purchase of "${domain}"`, {
    hint: 'kura registrar orders lists them',
  })
}

/** The money record against its caps; amounts in cents. */
async function readSpending({ purse, settings, timezone }: Surroundings) {
  const { spending, now } = await purse.read()
  const calendar = createCalendar(timezone)
  return {
    purchases: settings.purchases,
    caps: settings.caps,
    spent: spentSums(spending, { calendar, now }),
    ...spending,
  }
}
