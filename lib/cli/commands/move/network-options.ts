import { isIP } from 'node:net'
import type { Command, OptionValues } from '@commander-js/extra-typings'
import { AppError } from '../../../core/errors.ts'
import { type Resolve, resolveByDns } from '../../../move/visit/connection.ts'
import { type Network, openNetwork } from '../../../move/visit/open-network.ts'
import type { CliContext } from '../../context.ts'
import type { NoOptions, OptionsOf } from '../../operator/options.ts'
import { readGivenFile } from '../../terminal/given-file.ts'
import { stoppableSleep } from '../../terminal/stoppable-sleep.ts'
import { wholeNumber } from '../../terminal/whole-number.ts'

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

type SiteOptions = OptionsOf<typeof addSiteOptions<[], NoOptions>>

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

/** @throws AppError `usage` if the address is not valid */
export function refuseBroken(address: string, option: string): void {
  if (isAddress(address) && URL.canParse(address)) return
  const message = `Cannot use ${option} "${address}": expected an address that begins with https://`
  throw new AppError('usage', message)
}

const FORM = /^(\[[^\]]+\]|[^:]*):(\d{0,5}):(\[[^\]]+\]|[^:]+):(\d{1,5})$/

/**
 * Resolves by the first matching rule, else by DNS. In HOST:PORT:HOST:PORT, an empty first host or port matches any.
 * @throws AppError `usage` if a rule cannot be read
 */
export function connectTo(rules: readonly string[]): Resolve {
  const parsed = rules.map(parseRule)
  return (host, port) => {
    const rule = parsed.find(({ from }) => (from.host || host) === host && (from.port || port) === port)
    if (!rule) return resolveByDns(host, port)
    if (isIP(rule.to.host) !== 0) return Promise.resolve({ addresses: [rule.to.host], port: rule.to.port })
    return resolveByDns(rule.to.host, rule.to.port)
  }
}

function parseRule(text: string) {
  const [, fromHost = '', fromPort = '', toHost = '', toPort = ''] = FORM.exec(text) ?? []
  if (toHost === '') {
    throw new AppError('usage', `Cannot use --connect-to "${text}": expected HOST:PORT:HOST:PORT`, {
      hint: 'for example --connect-to new.example:443:127.0.0.1:8443',
    })
  }
  return {
    from: { host: bare(fromHost), port: Number(fromPort) },
    to: { host: bare(toHost), port: Number(toPort) },
  }
}

function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
}
