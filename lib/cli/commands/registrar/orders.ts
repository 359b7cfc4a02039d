import type { Command } from '@commander-js/extra-typings'
import { STEP_HEADS, stepCells } from '../../../core/claims/step-rows.ts'
import { AppError } from '../../../core/errors.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import type { Reason } from '../../../core/phrase.ts'
import type { RegistrarContract, RegistrarReply } from '../../../services/registrar/contract.ts'
import {
  CAP_HEADS,
  capCells,
  DEADLINE_HEADS,
  deadlineCells,
  PURCHASE_HEADS,
  purchaseCells,
  purchaseRows,
  RESERVE_HEADS,
  reserveCells,
  staleness,
  stateOfStep,
} from '../../../services/registrar/lists/rows.ts'
import type { CliContext } from '../../context.ts'
import { filling } from '../../operator/fills.ts'
import { type OptionsOf, withCallOptions } from '../../operator/options.ts'
import { EXIT } from '../../terminal/exit-status.ts'
import type { Output } from '../../terminal/output.ts'
import { waitUntil } from '../../terminal/wait-until.ts'
import { readDomainArgument, registrarClient } from './client.ts'
import { REGISTRAR } from './words.ts'

const fills = filling<RegistrarContract>()

type Purchase = RegistrarReply<'purchase'>

/** A registration takes minutes at most. Whatever the polls, the host queries the registrar ever less often. */
const POLLS = { times: 120, every: 5_000 }

const NEXT = {
  unknown: REGISTRAR.settle,
  failed: REGISTRAR.again,
  refunded: REGISTRAR.again,
  lapsed: REGISTRAR.again,
} as const

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
  if (options.wait) output.note(phrase(REGISTRAR.waiting))
  const purchase = await waitUntil({ read, done, signal: context.signal, ...POLLS })
  output.result(purchase)
  noteStale([purchase], output)
  output.table(purchaseRows(purchase))
  if (purchase.state in NEXT) output.line(phrase(NEXT[purchase.state as keyof typeof NEXT], { domain }))
  output.line()
  const { timezone } = context.config.locale()
  output.table(
    purchase.steps.map(step => stepCells(step, { timezone, word: stateOfStep(step.state) })),
    STEP_HEADS,
  )
  if (options.wait && purchase.state !== 'registered') context.exit(EXIT.failed)
}

async function orders(options: OrdersOptions, context: CliContext): Promise<void> {
  const client = await registrarClient(options, context)
  const query = options.all ? ({ state: 'all' } as const) : {}
  const { orders } = await client.purchases({ query })
  const { deadlines } = await client.deadlines({ query })
  const spending = await client.spending()
  const output = context.output(options)
  output.result({ orders, deadlines, spending })
  noteStale(orders, output)
  if (orders.length === 0) output.line(phrase(options.all ? REGISTRAR.none : REGISTRAR.noneOpen))
  else output.table(orders.map(purchaseCells), PURCHASE_HEADS)
  showMore(deadlines.map(deadlineCells), DEADLINE_HEADS, output)
  output.line()
  output.line(phrase(spending.purchases ? REGISTRAR.on : REGISTRAR.off_))
  output.table(capCells(spending), CAP_HEADS)
  showMore(spending.reserves.map(reserveCells), RESERVE_HEADS, output)
}

function showMore(rows: readonly (readonly Reason[])[], heads: readonly Reason[], output: Output): void {
  if (rows.length === 0) return
  output.line()
  output.table(rows, heads)
}

function noteStale(shown: readonly Purchase[], output: Output): void {
  for (const purchase of shown) {
    const stale = staleness(purchase)
    if (stale) output.note(phrase(REGISTRAR.stale, { domain: purchase.domain, stale }))
  }
}
