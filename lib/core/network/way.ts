/** A deceiving host or proxy gains nothing, because the publisher's signature decides what is installed. */
import { isUnreachable, type NetworkFailure } from './failure.ts'
import type { ProxyChoice } from './proxy.ts'

export interface Way {
  readonly proxy: ProxyChoice
  /** The trusted certificates. `usual`: the ones that Node trusts; `system`: the ones of the system too. */
  readonly certificates: 'usual' | 'system'
}

/** What a successful run stores for later runs. */
export interface Kept {
  /** The proxy for runs whose environment names no proxy. */
  readonly proxy?: string | undefined
  /** Since when only the system's certificates have worked, in milliseconds since the epoch. */
  readonly systemSince?: number | undefined
}

/** The proxies by their source. A member is undefined if its source names no proxy. */
export interface ProxySources {
  /** The environment's proxy, or `direct` if `NO_PROXY` names the host. */
  readonly environment: ProxyChoice | undefined
  readonly kept: string | undefined
  readonly enrolled: string | undefined
  readonly windows: string | undefined
}

/** The milliseconds after which Node's own certificates are tried again. */
const KEPT_FOR = 30 * 86_400_000

/**
 * Returns the proxies to try, in order. The environment's proxy, or its `direct`, is a person's choice, so nothing else
 * is tried. Otherwise the last one is `direct`, because the proxies may be out of reach in another network.
 */
export function proxiesOf({ environment, kept, enrolled, windows }: ProxySources): readonly ProxyChoice[] {
  if (environment !== undefined) return [environment]
  const named = [kept, enrolled, windows].filter(proxy => proxy !== undefined)
  return [...new Set<ProxyChoice>([...named, 'direct'])]
}

export function firstWay(proxies: readonly ProxyChoice[], { systemSince }: Kept, now: number): Way {
  const isKept = systemSince !== undefined && Math.abs(now - systemSince) < KEPT_FOR
  return { proxy: proxies[0] ?? 'direct', certificates: isKept ? 'system' : 'usual' }
}

/** Returns the way to try after a failure. Undefined if no other way can help. */
export function nextWay(way: Way, failure: NetworkFailure, proxies: readonly ProxyChoice[]): Way | undefined {
  if (failure === 'issuer' && way.certificates === 'usual') return { ...way, certificates: 'system' }
  const proxy = way.proxy === 'direct' ? undefined : proxies[proxies.indexOf(way.proxy) + 1]
  if (proxy === undefined) return undefined
  if (failure.startsWith('proxy')) return { ...way, proxy }
  // another way may help, because the proxy's name may belong to a stranger's computer in this network
  return ['issuer', 'otherHost', 'dates'].includes(failure) ? { proxy, certificates: 'usual' } : undefined
}

/** A way that reaches nothing tells no more than the first failure, because the first proxy is the intended one. */
export function tellsMore(failure: NetworkFailure, before: NetworkFailure | undefined): boolean {
  return before === undefined || !isUnreachable(failure)
}

export function keptAfter(
  way: Way,
  { kept, environment, now }: { kept: Kept; environment: ProxyChoice | undefined; now: number },
): Kept {
  const { proxy } = environment === undefined ? kept : { proxy: environment }
  const since = firstWay([], kept, now).certificates === 'system' ? kept.systemSince : now
  return {
    ...(proxy !== undefined && proxy !== 'direct' && { proxy }),
    ...(way.certificates === 'system' && { systemSince: since }),
  }
}
