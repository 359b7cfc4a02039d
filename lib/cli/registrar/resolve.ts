/** `kura registrar resolve | release`: purchases whose outcome is unknown, and those that failed. */

import type { Command } from '@commander-js/extra-typings'
import type { RegistrarContract, RegistrarReply } from '../../services/registrar/contract.ts'
import type { CliContext } from '../context.ts'
import { EXIT } from '../exit-status.ts'
import {
  decidedOperation,
  type ShownOptions,
  shownAt,
  showToPerson,
  withOperation,
  withShown,
} from '../operator/decision.ts'
import { filling } from '../operator/fills.ts'
import { type CallOptions, personOf, withCallOptions } from '../operator/options.ts'
import type { Output } from '../terminal/output.ts'
import { nothingChanged, registrarClient } from './client.ts'
import { readDomainArgument } from './domain-argument.ts'
import { purchaseRows } from './purchase-rows.ts'

const fills = filling<RegistrarContract>()

type Purchase = RegistrarReply<'purchase'>

interface ReleaseOptions extends CallOptions, ShownOptions {
  readonly by?: string
  /** False with `--no-order`. */
  readonly order?: string | false
}

interface ResolveOptions extends CallOptions, ShownOptions {
  readonly by?: string
  readonly order?: string
}

export function registerRegistrarResolve(registrar: Command, context: CliContext): void {
  const resolving = registrar
    .command('resolve')
    .addArgument(fills.argument('<domain>', 'such as example.com', 'domain').argParser(readDomainArgument))
    .description('find out what became of a purchase whose reply was lost; nothing is bought again')
    .addOption(
      fills.option(
        '--order <id>',
        "its order, as the registrar's own page shows it; a person says so",
        'orderId',
      ),
    )
    .addOption(fills.option('--by <name>', 'with --order: the person who says so', 'person'))
  withCallOptions(withOperation(resolving)).action((domain: string, options: ResolveOptions) =>
    resolve(domain, options, context),
  )
  const releasing = registrar
    .command('release')
    .addArgument(fills.argument('<domain>', 'such as example.com', 'domain').argParser(readDomainArgument))
    .description(
      'let a domain be bought again after its order failed, its registration ended, or nobody found it',
    )
    .addOption(fills.option('--by <name>', 'the person who decides', 'person'))
    .addOption(
      fills.option(
        '--order <id>',
        "if the outcome is unknown: the order that the registrar's own page shows",
        'orderId',
      ),
    )
    .addOption(
      fills.option(
        '--no-order',
        "if the outcome is unknown: the registrar's own page shows no order",
        'noOrder',
      ),
    )
  withCallOptions(withShown(releasing)).action((domain: string, options: ReleaseOptions) =>
    release(domain, options, context),
  )
}

const RESOLUTIONS: Readonly<Record<RegistrarReply<'resolve'>['resolution'], string>> = {
  bought: 'it was bought by the attempt whose reply was lost',
  'nothing-charged': 'nothing was charged: it can be bought',
  'not-found': 'nothing was found, but it may still appear: try again later',
  'bought-before': "the team has it, but not from this attempt: look at the registrar's own page",
  'earlier-attempt':
    'the order is of an attempt that was released before: its money counts as spent, and the domain may have been charged twice',
  known: 'there was nothing to find out',
}

async function resolve(domain: string, options: ResolveOptions, context: CliContext): Promise<void> {
  const client = await registrarClient(options, context)
  const params = { domain }
  const output = context.output(options)
  const shown = await client.purchase({ params })
  const operation = await resolvedOperation(shown, { options, output }, context)
  if (operation === undefined) return nothingChanged(shown, output)
  const purchase =
    options.order === undefined
      ? await client.resolve({ params, body: { operation } })
      : await client.nameOrder({
          params,
          body: { operation, orderId: options.order, person: await personOf(context, options) },
        })
  output.result(purchase)
  output.line(RESOLUTIONS[purchase.resolution])
  output.table(purchaseRows(purchase, context.config.locale().timezone))
  if (purchase.state !== 'unknown') return
  output.line("after a day, a person who has looked at the registrar's own page may release it")
  context.exit(EXIT.review)
}

/** kura only looks, unless a person says which order it is. */
async function resolvedOperation(
  shown: Purchase,
  { options, output }: { options: ResolveOptions; output: Output },
  context: CliContext,
): Promise<string | undefined> {
  if (options.order === undefined) return options.operation ?? shown.operation
  showToPerson('the purchase as it is now:', purchaseRows(shown, context.config.locale().timezone), output)
  return decidedOperation({ ...shown, question: `is ${options.order} its order?` }, options, context)
}

/** What is released is what was shown: now, or earlier as the operation that the person names. */
async function release(domain: string, options: ReleaseOptions, context: CliContext): Promise<void> {
  const client = await registrarClient(options, context)
  const params = { domain }
  const output = context.output(options)
  const shown = await client.purchase({ params })
  showToPerson('the purchase as it is now:', purchaseRows(shown, context.config.locale().timezone), output)
  const question = questionOf(options)
  const operation = await decidedOperation({ ...shown, question }, options, context)
  if (operation === undefined) return nothingChanged(shown, output)
  const seen = statementOf(options, shown.seenAt)
  const person = await personOf(context, options)
  const released = await client.release({ params, body: { person, operation, ...seen } })
  output.result(released)
  output.line(`released ${domain}: it can be bought again`)
}

function questionOf({ order }: ReleaseOptions): string {
  if (order === false) return "does the registrar's own page, looked at now, show no order of it?"
  const which = order === undefined ? '' : `is ${order} its order, and `
  return `${which}may the domain be bought again?`
}

/** What the person saw on the registrar's own page. */
function statementOf({ order, ...shown }: ReleaseOptions, seenAt: string) {
  if (order === false) return { noOrder: true, seenAt: shownAt(shown, seenAt) } as const
  return order === undefined ? {} : { orderId: order }
}
