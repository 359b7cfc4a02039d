import { canUseProxies, createAgent, proxyNeedsNode, systemCertificates } from './agent.ts'
import { type NetworkFailure, NetworkFault, networkFailure } from './failure.ts'
import { type ProxyChoice, proxyName } from './proxy.ts'
import { nextWay, tellsMore, type Way } from './way.ts'
import { networkHint } from './words.ts'

/** What this computer can do. Each member has a default. */
export interface NetworkFacts {
  /** The version of Node, such as `24.19.0`. */
  readonly node?: string | undefined
  /** Returns certificates in PEM. Undefined if this Node cannot read the system's certificates. */
  readonly systemCertificates?: (() => readonly string[] | undefined) | undefined
}

/** Returns the sender of a way. Each sender is created only once. */
export function createSenders<Send>(
  { plain, by }: { plain: Send; by: (agent: ReturnType<typeof createAgent>) => Send },
  { node = process.versions.node, systemCertificates: system = systemCertificates }: NetworkFacts,
): (way: Way) => Send {
  const senders = new Map<string, Send>()
  const create = ({ proxy, certificates }: Way): Send => {
    if (proxy === 'direct' && certificates === 'usual') return plain
    if (proxy !== 'direct' && !canUseProxies(node)) throw proxyNeedsNode(node)
    return by(
      createAgent({
        ...(proxy !== 'direct' && { proxy }),
        ...(certificates === 'system' && { certificates: system() }),
      }),
    )
  }
  return way => {
    const key = JSON.stringify(way)
    const sender = senders.get(key) ?? create(way)
    senders.set(key, sender)
    return sender
  }
}

export interface AttemptFacts extends NetworkFacts {
  readonly url: URL
  readonly first: Way
  readonly proxies: readonly ProxyChoice[]
  /** The time in milliseconds since the epoch. */
  readonly now: () => number
}

/**
 * Sends by the first way. After a failure that another way may avoid, sends by the next way.
 * @throws NetworkFault if every way had a known failure, so that nothing was sent; otherwise the error of `send`
 */
export async function sendByWays<Answer>(
  send: (way: Way) => Promise<Answer>,
  { first, proxies, ...facts }: AttemptFacts,
): Promise<{ answer: Answer; way: Way }> {
  let told: NetworkFault | undefined
  for (let way: Way | undefined = first; way; ) {
    try {
      return { answer: await send(way), way }
    } catch (error) {
      const failure = networkFailure(error, { proxied: way.proxy !== 'direct' })
      if (!failure) throw error
      if (tellsMore(failure, told?.failure)) told = faultOf(error, { failure, way, ...facts })
      way = nextWay(way, failure, proxies)
    }
  }
  throw told
}

function faultOf(
  error: unknown,
  {
    failure,
    way: { proxy },
    url,
    now,
    systemCertificates: system = systemCertificates,
  }: Omit<AttemptFacts, 'first' | 'proxies'> & { failure: NetworkFailure; way: Way },
): NetworkFault {
  const hint = networkHint(failure, {
    host: url.host,
    proxy: proxy === 'direct' ? undefined : proxyName(proxy),
    now: now(),
    readsSystem: failure !== 'issuer' || system() !== undefined,
  })
  return new NetworkFault(error, { failure, hint })
}
