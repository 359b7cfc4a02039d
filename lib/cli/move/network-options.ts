/** The options of commands that request a site, and the network that they open. */
import type { Command, OptionValues } from '@commander-js/extra-typings'
import { AppError } from '../../core/errors.ts'
import { type Network, openNetwork } from '../../move/visit/open-network.ts'
import type { CliContext } from '../context.ts'
import { readGivenFile } from '../terminal/given-file.ts'
import { stoppableSleep } from '../terminal/stoppable-sleep.ts'
import { wholeNumber } from '../terminal/whole-number.ts'
import { connectTo } from './connect-to.ts'

export interface SiteOptions {
  allowPrivate?: true
  connectTo?: string[]
  ca?: string
  rate: number
  concurrency: number
  timeout: number
  maxPages: number
}

export function addSiteOptions<Args extends unknown[], Opts extends OptionValues>(
  command: Command<Args, Opts>,
) {
  return command
    .option('--max-pages <n>', 'pages to request', wholeNumber('--max-pages'), 50_000)
    .option('--rate <n>', 'requests to one host per second', wholeNumber('--rate'), 10)
    .option('--concurrency <n>', 'requests to one host at once', wholeNumber('--concurrency'), 4)
    .option('--timeout <seconds>', 'how long to wait for a response', wholeNumber('--timeout'), 20)
    .option('--allow-private', 'request private and loopback addresses too')
    .option(
      '--connect-to <host:port:host:port...>',
      'connect elsewhere for a host, before its DNS points there',
    )
    .option('--ca <file>', 'trust these certificates too (PEM)')
}

/** `hosts` are those of the site. */
export async function openSiteNetwork(
  hosts: ReadonlySet<string>,
  options: SiteOptions,
  context: CliContext,
): Promise<Network> {
  const { signal, now } = context
  return openNetwork(
    hosts,
    {
      allowPrivate: options.allowPrivate ?? false,
      concurrency: options.concurrency,
      rate: options.rate,
      timeout: options.timeout * 1000,
      resolve: options.connectTo && connectTo(options.connectTo),
      ca: options.ca === undefined ? undefined : await readGivenFile(options.ca, 'the certificates', context),
    },
    { now, clock: () => performance.now(), sleep: stoppableSleep(signal), signal },
  )
}

export function isAddress(source: string): boolean {
  return /^https?:\/\//i.test(source)
}

/** @throws AppError `usage` if `address` is none */
export function refuseBroken(address: string, option: string): void {
  if (isAddress(address) && URL.canParse(address)) return
  throw new AppError(
    'usage',
    `Cannot use ${option} "${address}": expected an address that begins with https://`,
  )
}
