/** `kura registrar order | orders | spending`: what became of purchases, and the money. */

import type { Command } from '@commander-js/extra-typings'
import type { RegistrarContract, RegistrarReply } from '../../services/registrar/contract.ts'
import { moneyText } from '../../services/registrar/spending/money.ts'
import type { CliContext } from '../context.ts'
import { EXIT } from '../exit-status.ts'
import { filling } from '../operator/fills.ts'
import { type CallOptions, withCallOptions } from '../operator/options.ts'
import { momentText, textInZone } from '../terminal/moment.ts'
import type { Output } from '../terminal/output.ts'
import { waitUntil } from '../terminal/wait-until.ts'
import { purchaseFilter, registrarClient } from './client.ts'
import { readDomainArgument } from './domain-argument.ts'
import { noteFailures } from './failures.ts'
import { purchaseRows } from './purchase-rows.ts'

const fills = filling<RegistrarContract>()

interface OrderOptions extends CallOptions {
  readonly wait?: true
}

interface OrdersOptions extends CallOptions {
  readonly all?: true
}

type Purchase = RegistrarReply<'purchase'>

/** A registration takes minutes at most; the host asks the registrar less and less often. */
const LOOKS = { times: 120, every: 5_000 }

/** What a person can do about a purchase that does not go on by itself. */
const NEXT: Readonly<Partial<Record<Purchase['state'], string>>> = {
  unknown: 'find out what became of it: kura registrar resolve',
  failed: 'let it be bought again: kura registrar release',
  refunded: 'let it be bought again: kura registrar release',
  lapsed: 'let it be bought again: kura registrar release',
}

/** States in which waiting goes on. */
const OPEN: readonly Purchase['state'][] = ['buying', 'purchasing', 'completed']

export function registerRegistrarOrders(registrar: Command, context: CliContext): void {
  const one = registrar
    .command('order')
    .addArgument(fills.argument('<domain>', 'such as example.com', 'domain').argParser(readDomainArgument))
    .description('show what became of a purchase')
    .option('--wait', 'wait until the domain is registered or its order has failed')
  withCallOptions(one).action((domain: string, options: OrderOptions) => order(domain, options, context))
  const several = registrar
    .command('orders')
    .description('list the purchases that are open: under way, to be looked at, or with an open deadline')
    .addOption(fills.option('--all', 'list every purchase', 'state'))
  withCallOptions(several).action((options: OrdersOptions) => orders(options, context))
  const money = registrar.command('spending').description('show what was spent and reserved, and the caps')
  withCallOptions(money).action((options: CallOptions) => spending(options, context))
}

async function order(domain: string, options: OrderOptions, context: CliContext): Promise<void> {
  const client = await registrarClient(options, context)
  const output = context.output(options)
  const look = () => client.purchase({ params: { domain } })
  const done = ({ state }: Purchase) => !options.wait || !OPEN.includes(state)
  if (options.wait) output.note('waiting until it is registered or its order has failed')
  const purchase = await waitUntil({ look, done, signal: context.signal, ...LOOKS })
  output.result(purchase)
  noteFailures([purchase], output)
  showPurchase(purchase, { output, timezone: context.config.locale().timezone })
  if (options.wait && purchase.state !== 'registered') context.exit(EXIT.failed)
}

function showPurchase(purchase: Purchase, { output, timezone }: { output: Output; timezone: string }): void {
  output.table(purchaseRows(purchase, timezone))
  const next = NEXT[purchase.state]
  if (next) output.line(`${next} ${purchase.domain}`)
  output.line()
  output.table(
    purchase.steps.map(({ at, state, by, reason }) => [
      momentText(at, timezone),
      state,
      by,
      textInZone(reason ?? '', timezone),
    ]),
    ['when', 'step', 'by', 'reason'],
  )
}

async function orders(options: OrdersOptions, context: CliContext): Promise<void> {
  const client = await registrarClient(options, context)
  const { orders } = await client.purchases({ query: purchaseFilter(options) })
  const output = context.output(options)
  const { timezone } = context.config.locale()
  output.result({ orders })
  noteFailures(orders, output)
  if (orders.length === 0)
    return output.line(
      options.all
        ? 'no domain was bought yet: kura registrar buy --write buys one'
        : 'no purchase is open: kura registrar buy --write makes one, and --all lists every one',
    )
  output.table(
    orders.map(({ domain, state, reason, orderId, cents, expiresAt }) => [
      domain,
      reason ? `${state} (${textInZone(reason, timezone)})` : state,
      orderId ?? '',
      cents === undefined ? '' : moneyText(cents),
      expiresAt ? momentText(expiresAt, timezone) : '',
    ]),
    ['domain', 'state', 'order', 'price', 'expires'],
  )
}

async function spending(options: CallOptions, context: CliContext): Promise<void> {
  const client = await registrarClient(options, context)
  const spending = await client.spending()
  const output = context.output(options)
  output.result(spending)
  output.line(`purchases are ${spending.purchases ? 'on' : 'off'}`)
  output.table(capRows(spending), ['', 'spent', 'cap'])
  if (spending.reserves.length === 0) return
  const { timezone } = context.config.locale()
  output.line()
  output.table(
    spending.reserves.map(({ domain, cents, state, stray, at }) => [
      domain,
      moneyText(cents),
      stray ? `${state}, after it was released` : state,
      momentText(new Date(at).toISOString(), timezone),
    ]),
    ['domain', 'amount', 'state', 'when'],
  )
}

function capRows({ caps, spent }: RegistrarReply<'spending'>): string[][] {
  const cap = (cents: number | undefined) => (cents === undefined ? 'not set' : moneyText(cents))
  return [
    ['an order', '', cap(caps?.order)],
    ['today', moneyText(spent.day), cap(caps?.day)],
    ['this month', moneyText(spent.month), cap(caps?.month)],
  ]
}
