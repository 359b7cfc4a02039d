/**
 * Sends requests the way that the network allows: through a proxy, and with the system's certificates if a virus scanner
 * or a proxy opens the connection. What worked is kept for the next run.
 */
import type { Environment } from '../../core/config/environment.ts'
import { canUseProxies, createAgent, proxyNeedsNode, systemCertificates } from '../../core/network/agent.ts'
import { type NetworkFailure, NetworkFault, networkFailure } from '../../core/network/failure.ts'
import {
  environmentProxy,
  isAlwaysDirect,
  type ProxyChoice,
  proxyName,
  proxyUrl,
} from '../../core/network/proxy.ts'
import { readWindowsSettings, windowsProxy } from '../../core/network/windows-proxy.ts'
import { networkHint } from '../../core/network/words.ts'
import type { Disk } from '../disk/disk.ts'
import { createSender, sendRequest, type Transport } from '../fetch/transport.ts'
import { readKept, storeKept } from './memory.ts'
import { firstWay, type Kept, keptAfter, nextWay, proxiesOf, tellsMore, type Way } from './way.ts'

/** What a computer says about its network. Each member has a default, but the environment is empty. */
export interface NetworkDeps {
  readonly env?: Environment
  /** The version of Node: `24.19.0`. */
  readonly node?: string
  /** Returns the certificates of Node and of the system, PEM; undefined if this Node cannot read them. */
  readonly systemCertificates?: () => readonly string[] | undefined
  readonly windowsSettings?: () => Promise<string>
}

export interface TransportOptions extends NetworkDeps {
  readonly disk: Disk
  /** The proxy in the credentials. */
  readonly enrolled: string | undefined
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** The ways to the host. */
interface Plan {
  readonly environment: ProxyChoice | undefined
  readonly proxies: readonly ProxyChoice[]
  /** The way that works, or that is tried first. */
  way: Way
  kept: Kept
}

/**
 * Returns the transport of a run. It throws a `NetworkFault` for a failure of the network that has a name.
 */
export function createTransport(options: TransportOptions): Transport {
  let planned: Promise<Plan> | undefined
  const senders = new Map<string, Transport>()
  const sendBy = (way: Way) => {
    const key = JSON.stringify(way)
    const sender = senders.get(key) ?? senderOf(way, options)
    senders.set(key, sender)
    return sender
  }
  return async (url, request) => {
    planned ??= plan(url, options)
    const ways = await planned
    let told: NetworkFault | undefined
    for (let way: Way | undefined = ways.way; way; ) {
      try {
        const answer = await sendBy(way)(url, request)
        await keep(way, ways, options)
        return answer
      } catch (error) {
        const failure = networkFailure(error, { proxied: way.proxy !== 'direct' })
        if (!failure) throw error
        if (tellsMore(failure, told?.failure)) told = faultOf(error, failure, { url, way, options })
        way = nextWay(way, failure, ways.proxies)
      }
    }
    throw told
  }
}

async function plan(url: URL, { disk, enrolled, now, ...deps }: TransportOptions): Promise<Plan> {
  const { env = {}, windowsSettings = () => readWindowsSettings(disk.platform, env) } = deps
  const kept = await readKept(disk)
  const environment = isAlwaysDirect(url) ? 'direct' : environmentProxy(url, env)
  const windows = environment === undefined ? windowsProxy(url, await windowsSettings()) : undefined
  const named = { kept: kept.proxy, enrolled: proxyUrl(enrolled ?? ''), windows }
  const proxies = proxiesOf({ environment, ...named })
  return { environment, proxies, kept, way: firstWay(proxies, kept, now()) }
}

function senderOf({ proxy, certificates }: Way, deps: NetworkDeps): Transport {
  const { node = process.versions.node, systemCertificates: system = systemCertificates } = deps
  if (proxy === 'direct' && certificates === 'usual') return sendRequest
  if (proxy !== 'direct' && !canUseProxies(node)) return () => Promise.reject(proxyNeedsNode(node))
  return createSender(
    createAgent({
      ...(proxy !== 'direct' && { proxy }),
      ...(certificates === 'system' && { certificates: system() }),
    }),
  )
}

/** Remembers that `way` works: for the next request, and on the disk for the next run. */
async function keep(way: Way, ways: Plan, { disk, now }: TransportOptions): Promise<void> {
  const kept = keptAfter(way, { kept: ways.kept, environment: ways.environment, now: now() })
  if (JSON.stringify(kept) !== JSON.stringify(ways.kept)) await storeKept(disk, kept)
  Object.assign(ways, { way, kept })
}

function faultOf(
  error: unknown,
  failure: NetworkFailure,
  { url, way, options }: { url: URL; way: Way; options: TransportOptions },
): NetworkFault {
  const { now, systemCertificates: system = systemCertificates } = options
  const hint = networkHint(failure, {
    host: url.host,
    proxy: way.proxy === 'direct' ? undefined : proxyName(way.proxy),
    now: now(),
    readsSystem: failure !== 'issuer' || system() !== undefined,
  })
  return new NetworkFault(error, { failure, hint })
}
