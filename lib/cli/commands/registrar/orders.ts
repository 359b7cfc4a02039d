/** `kura registrar orders [DOMAIN]`: purchases with their states, deadlines and costs. */

import type { Command } from '@commander-js/extra-typings'
import { AppError } from '../../../core/errors.ts'
import type { RegistrarContract, RegistrarReply } from '../../../services/registrar/contract.ts'
import { moneyText } from '../../../services/registrar/spending/money.ts'
import type { CliContext } from '../../context.ts'
import { filling } from '../../operator/fills.ts'
import { type OptionsOf, withCallOptions } from '../../operator/options.ts'
import { EXIT } from '../../terminal/exit-status.ts'
import { momentText, textInZone } from '../../terminal/moment.ts'
import type { Output } from '../../terminal/output.ts'
import { waitUntil } from '../../terminal/wait-until.ts'
import { registrarClient } from './client.ts'
import { readDomainArgument } from './domain-argument.ts'
import { emailText, purchaseRows } from './purchase-rows.ts'

const fills = filling<RegistrarContract>()

type Purchase = RegistrarReply<'purchase'>

/**
 * How often the state is read: a registration takes minutes at most. The host queries the registrar at growing
 * intervals, however often the state is read.
 */
const POLLS = { times: 120, every: 5_000 }

/** For each state that does not change without a person, the hint about the purchase. */
const NEXT: Readonly<Partial<Record<Purchase['state'], string>>> = {
  unknown: 'ask the registrar, and decide: kura settle',
  failed: 'let it be bought again: kura settle',
  refunded: 'let it be bought again: kura settle',
  lapsed: 'let it be bought again: kura settle',
}

/** The states in which `--wait` continues to wait. */
const OPEN: readonly Purchase['state'][] = ['buying', 'purchasing', 'completed']

const ordersCommand = (registrar: Command) =>
  withCallOptions(
    registrar
      .command('orders')
      .addArgument(
        fills
          .argument('[domain]', 'the purchase of this domain, with its steps', 'domain')
          .argParser(readDomainArgument),
      )
      .description('show purchases that are open, deadlines, what was spent and reserved, and the caps')
      .addOption(fills.option('--all', 'every purchase, and deadlines that are met too', 'state'))
      .option('--wait', 'of a domain: wait until it is registered or its order has failed'),
  )

type OrdersOptions = OptionsOf<typeof ordersCommand>

export function registerRegistrarOrders(registrar: Command, context: CliContext): void {
  ordersCommand(registrar).action((domain, options) => {
    if (domain !== undefined) return order(domain, options, context)
    if (!options.wait) return orders(options, context)
    throw new AppError('usage', 'Cannot use --wait without a domain')
  })
}

async function order(domain: string, options: OrdersOptions, context: CliContext): Promise<void> {
  const client = await registrarClient(options, context)
  const output = context.output(options)
  const read = () => client.purchase({ params: { domain } })
  const done = ({ state }: Purchase) => !options.wait || !OPEN.includes(state)
  if (options.wait) output.note('waiting until it is registered or its order has failed')
  const purchase = await waitUntil({ read, done, signal: context.signal, ...POLLS })
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
  const query = options.all ? ({ state: 'all' } as const) : {}
  const { orders } = await client.purchases({ query })
  const { deadlines } = await client.deadlines({ query })
  const spending = await client.spending()
  const output = context.output(options)
  const { timezone } = context.config.locale()
  output.result({ orders, deadlines, spending })
  noteFailures(orders, output)
  showOrders(orders, { all: options.all === true, timezone }, output)
  showDeadlines(deadlines, timezone, output)
  showSpending(spending, timezone, output)
}

function showOrders(
  orders: RegistrarReply<'purchases'>['orders'],
  { all, timezone }: { all: boolean; timezone: string },
  output: Output,
): void {
  const nothing = all
    ? 'no domain was bought yet: kura registrar buy --write buys one'
    : 'no purchase is open: kura registrar buy --write makes one, and --all lists every one'
  if (orders.length === 0) output.line(nothing)
  else
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

/** Shows by when the e-mail of each registrant must be confirmed. */
function showDeadlines(
  deadlines: RegistrarReply<'deadlines'>['deadlines'],
  timezone: string,
  output: Output,
): void {
  if (deadlines.length === 0) return
  output.line()
  output.table(
    deadlines.map(deadline => [
      deadline.domain,
      momentText(deadline.verifyBy, timezone),
      emailText(deadline),
      deadline.source === 'rule' ? '15 days from the purchase' : 'the registrar',
    ]),
    ['domain', 'confirm by', 'state', 'says'],
  )
}

function showSpending(spending: RegistrarReply<'spending'>, timezone: string, output: Output): void {
  output.line()
  output.line(`purchases are ${spending.purchases ? 'on' : 'off'}`)
  output.table(capRows(spending), ['', 'spent', 'cap'])
  if (spending.reserves.length === 0) return
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

/** Names on standard error the purchases whose shown state may be out of date. */
function noteFailures(
  shown: readonly Pick<RegistrarReply<'purchase'>, 'domain' | 'failure'>[],
  output: Output,
): void {
  for (const { domain, failure } of shown)
    if (failure) output.note(`${domain} is shown as it was last known: ${failure}`)
}
