/** A host or proxy that deceives the device gains nothing: the publisher's signature decides what is installed. */
import { isUnreachable, type NetworkFailure } from './failure.ts'
import type { ProxyChoice } from './proxy.ts'

export interface Way {
  readonly proxy: ProxyChoice
  /** `usual`: those that Node trusts; `system`: also those of the system. */
  readonly certificates: 'usual' | 'system'
}

/** A successful run stores this for later runs. */
export interface Kept {
  /** For runs whose environment names no proxy. */
  readonly proxy?: string | undefined
  /** Since when only the system's certificates have worked, milliseconds since the epoch. */
  readonly systemSince?: number | undefined
}

/** A member is undefined if its source names no proxy. */
export interface ProxySources {
  /** `direct` if `NO_PROXY` names the host. */
  readonly environment: ProxyChoice | undefined
  readonly kept: string | undefined
  readonly enrolled: string | undefined
  readonly windows: string | undefined
}

/** After so many milliseconds, Node's own certificates are tried again. */
const KEPT_FOR = 30 * 86_400_000

/**
 * The proxies to try, in order. A person has chosen the environment's proxy, or `direct`, so nothing else is tried
 * then. Otherwise the last one is `direct`, because the proxies may be out of reach in another network.
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

/** Undefined if no other way can help. */
export function nextWay(way: Way, failure: NetworkFailure, proxies: readonly ProxyChoice[]): Way | undefined {
  if (failure === 'issuer' && way.certificates === 'usual') return { ...way, certificates: 'system' }
  const proxy = way.proxy === 'direct' ? undefined : proxies[proxies.indexOf(way.proxy) + 1]
  if (proxy === undefined) return undefined
  if (failure.startsWith('proxy')) return { ...way, proxy }
  // the proxy may belong to another network: here, a stranger's computer may answer under its name
  return ['issuer', 'otherHost', 'dates'].includes(failure) ? { proxy, certificates: 'usual' } : undefined
}

/** If no way reaches anything, the first failure is shown, because the first proxy is the intended one. */
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
