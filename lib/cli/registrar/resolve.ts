/** `kura registrar resolve | release`: purchases whose outcome is unknown, and those that failed. */
import type { Command } from 'commander'
import type { RegistrarReply } from '../../registrar/contract.ts'
import { readDomain } from '../../registrar/domain-name.ts'
import type { CliContext } from '../context.ts'
import { type CallOptions, personOf, withCallOptions } from '../operator/options.ts'
import { registrarClient } from './client.ts'
import { purchaseRows } from './purchase-rows.ts'

interface ReleaseOptions extends CallOptions {
  readonly by?: string
  /** False with `--no-order`. */
  readonly order?: string | false
}

interface ResolveOptions extends CallOptions {
  readonly order?: string
}

export function registerRegistrarResolve(registrar: Command, context: CliContext): void {
  const resolving = registrar
    .command('resolve')
    .argument('<domain>', 'such as example.com', readDomain)
    .description('find out what became of a purchase whose reply was lost; nothing is bought again')
    .option('--order <id>', "its order, as the registrar's own page shows it")
  withCallOptions(resolving).action((domain: string, options: ResolveOptions) =>
    resolve(domain, options, context),
  )
  const releasing = registrar
    .command('release')
    .argument('<domain>', 'such as example.com', readDomain)
    .description(
      'let a domain be bought again after its order failed, its registration ended, or nobody found it',
    )
    .option('--by <name>', 'the person who decides')
    .option('--order <id>', "if the outcome is unknown: the order that the registrar's own page shows")
    .option('--no-order', "if the outcome is unknown: the registrar's own page shows no order")
  withCallOptions(releasing).action((domain: string, options: ReleaseOptions) =>
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
  const body = options.order === undefined ? {} : { orderId: options.order }
  const purchase = await client.resolve({ params: { domain }, body })
  const output = context.output(options)
  output.result(purchase)
  output.line(RESOLUTIONS[purchase.resolution])
  output.table(purchaseRows(purchase))
  if (purchase.state !== 'unknown') return
  output.line("after a day, a person who has looked at the registrar's own page may release it")
  context.exit(1)
}

async function release(domain: string, options: ReleaseOptions, context: CliContext): Promise<void> {
  const person = await personOf(context, options)
  const client = await registrarClient(options, context)
  const released = await client.release({ params: { domain }, body: { person, ...statementOf(options) } })
  const output = context.output(options)
  output.result(released)
  output.line(`released ${domain}: it can be bought again`)
}

/** What the person saw on the registrar's own page. */
function statementOf({ order }: ReleaseOptions): { orderId?: string; noOrder?: true } {
  if (order === false) return { noOrder: true }
  return order === undefined ? {} : { orderId: order }
}
