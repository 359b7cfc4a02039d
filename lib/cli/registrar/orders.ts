/** `kura registrar order | orders | spending | release | resolve`: what became of purchases. */
import type { Command } from 'commander'
import { readDomain } from '../../registrar/domain-name.ts'
import { moneyText } from '../../registrar/spending/money.ts'
import type { CliContext } from '../context.ts'
import { readReply } from '../operator/client.ts'
import { type CallOptions, personOf, withCallOptions } from '../operator/options.ts'
import { momentText } from '../terminal/moment.ts'
import type { Output } from '../terminal/output.ts'
import { waitUntil } from '../terminal/wait-until.ts'
import {
  type PurchaseAnswer,
  purchaseAnswer,
  purchasesAnswer,
  resolvedAnswer,
  spendingAnswer,
} from './answers.ts'
import { noteFailures, pathOf, registrarCall, yearsText } from './call.ts'

interface OrderOptions extends CallOptions {
  readonly wait?: true
}

interface PersonOptions extends CallOptions {
  readonly by?: string
}

/** A registration takes minutes at most; the host asks the registrar less and less often. */
const LOOKS = { times: 120, every: 5_000 }

/** What a person can do about a purchase that does not go on by itself. */
const NEXT: Readonly<Record<string, string>> = {
  unknown: 'look what became of it: kura registrar resolve',
  failed: 'let it be bought again: kura registrar release',
  refunded: 'let it be bought again: kura registrar release',
}

/** States in which waiting goes on. */
const OPEN = ['buying', 'purchasing', 'completed']

export function registerRegistrarOrders(registrar: Command, context: CliContext): void {
  const one = registrar
    .command('order')
    .argument('<domain>', 'such as example.com', readDomain)
    .description('what became of a purchase')
    .option('--wait', 'until the domain is registered, or its order failed')
  withCallOptions(one).action((domain: string, options: OrderOptions) => order(context, domain, options))
  const all = registrar.command('orders').description('every purchase')
  withCallOptions(all).action((options: CallOptions) => orders(context, options))
  const money = registrar.command('spending').description('what was spent and reserved, against the caps')
  withCallOptions(money).action((options: CallOptions) => spending(context, options))
  const release = registrar
    .command('release')
    .argument('<domain>', 'such as example.com', readDomain)
    .description('let a domain be bought again whose order failed, or of which nobody knows for a day')
    .option('--by <name>', 'who decides')
  withCallOptions(release).action((domain: string, options: PersonOptions) =>
    releaseOrder(context, domain, options),
  )
  const resolve = registrar
    .command('resolve')
    .argument('<domain>', 'such as example.com', readDomain)
    .description('look what became of a purchase whose answer was lost; it is never bought again for that')
    .option('--order <id>', "its order, as the registrar's own page shows it")
  withCallOptions(resolve).action((domain: string, options: CallOptions & { order?: string }) =>
    resolveOrder(context, domain, options),
  )
}

async function order(context: CliContext, domain: string, options: OrderOptions): Promise<void> {
  const call = await registrarCall(context, options)
  const output = context.output(options)
  const look = async () =>
    readReply(purchaseAnswer, await call({ method: 'GET', path: pathOf('domains', domain, 'order') }))
  const done = ({ state }: PurchaseAnswer) => !options.wait || !OPEN.includes(state)
  if (options.wait) output.note('waiting until it is registered, or its order failed')
  const view = await waitUntil({ look, done, signal: context.signal, ...LOOKS })
  output.result(view)
  noteFailures(output, [view])
  showPurchase(output, view)
  if (options.wait && view.state !== 'registered') context.exit(1)
}

function showPurchase(output: Output, view: PurchaseAnswer): void {
  output.table(purchaseRows(view))
  const next = NEXT[view.state]
  if (next) output.line(`${next} ${view.domain}`)
  output.line()
  output.table(
    view.steps.map(({ at, state, by, reason }) => [momentText(at ?? ''), state, by, reason ?? '']),
    ['when', 'step', 'by', 'reason'],
  )
}

/** A purchase as rows of a name and a text. */
export function purchaseRows(view: PurchaseAnswer): (readonly [string, string])[] {
  const { domain, state, reason, order, verification } = view
  const words = order && [order.status, order.domainStatus, order.error].filter(Boolean).join(', ')
  const rows: (readonly [string, string | undefined])[] = [
    ['domain', domain],
    ['state', reason ? `${state} (${reason})` : state],
    ['order', view.orderId],
    ['registrar', words || undefined],
    ['price', view.cents === undefined ? undefined : moneyText(view.cents)],
    ['term', view.years === undefined ? undefined : yearsText(view.years)],
    ['bought', view.boughtAt && momentText(view.boughtAt)],
    ['expires', view.expiresAt && momentText(view.expiresAt)],
    ['e-mail', verification && `${verification.state}, by ${momentText(verification.verifyBy ?? '')}`],
    ['incident', view.incident ? 'it was sold although the price was wrong' : undefined],
  ]
  return rows.flatMap(([name, text]) => (text ? [[name, text] as const] : []))
}

async function orders(context: CliContext, options: CallOptions): Promise<void> {
  const call = await registrarCall(context, options)
  const { orders } = readReply(purchasesAnswer, await call({ method: 'GET', path: pathOf('orders') }))
  const output = context.output(options)
  output.result({ orders })
  noteFailures(output, orders)
  if (orders.length === 0) return output.line('no domain was bought yet')
  output.table(
    orders.map(({ domain, state, reason, orderId, cents, expiresAt }) => [
      domain,
      reason ? `${state} (${reason})` : state,
      orderId ?? '',
      cents === undefined ? '' : moneyText(cents),
      expiresAt ? momentText(expiresAt) : '',
    ]),
    ['domain', 'state', 'order', 'price', 'expires'],
  )
}

async function spending(context: CliContext, options: CallOptions): Promise<void> {
  const call = await registrarCall(context, options)
  const view = readReply(spendingAnswer, await call({ method: 'GET', path: pathOf('spending') }))
  const output = context.output(options)
  output.result(view)
  const { caps, spent } = view
  const cap = (cents: number | undefined) => (cents === undefined ? 'not set' : moneyText(cents))
  output.line(`purchases are ${view.purchases ? 'on' : 'off'}`)
  output.table(
    [
      ['an order', '', cap(caps?.order)],
      ['today', moneyText(spent.day), cap(caps?.day)],
      ['this month', moneyText(spent.month), cap(caps?.month)],
    ],
    ['', 'spent', 'cap'],
  )
  if (view.reserves.length === 0) return
  output.line()
  output.table(
    view.reserves.map(({ domain, cents, state, at }) => [
      domain,
      moneyText(cents),
      state,
      momentText(new Date(at).toISOString()),
    ]),
    ['domain', 'amount', 'state', 'when'],
  )
}

async function releaseOrder(context: CliContext, domain: string, options: PersonOptions): Promise<void> {
  const person = await personOf(context, options)
  const call = await registrarCall(context, options)
  const path = pathOf('domains', domain, 'release')
  const answer = await call({ method: 'POST', path, json: { person } })
  const output = context.output(options)
  output.result(answer)
  output.line(`released ${domain}: it can be bought again`)
}

const RESOLUTIONS: Readonly<Record<string, string>> = {
  bought: 'it was bought by the attempt whose answer was lost',
  'nothing-charged': 'nothing was charged: it can be bought',
  'not-found':
    'nothing was found, but it may still arrive: look again later; after a day a person may release it',
  'bought-before':
    'the team has it, but not from this attempt: look at the registrar, then release it by name',
  known: 'there was nothing to find out',
}

async function resolveOrder(
  context: CliContext,
  domain: string,
  options: CallOptions & { order?: string },
): Promise<void> {
  const call = await registrarCall(context, options)
  const path = pathOf('domains', domain, 'resolve')
  const json = options.order === undefined ? {} : { orderId: options.order }
  const view = readReply(resolvedAnswer, await call({ method: 'POST', path, json }))
  const output = context.output(options)
  output.result(view)
  output.line(RESOLUTIONS[view.resolution] ?? view.resolution)
  output.table(purchaseRows(view))
  if (view.state === 'unknown') context.exit(1)
}
