/**
 * Which way a request takes to the host: through which proxy, and with which certificates. Pure. A host or a proxy that
 * lies gains nothing by any of these: what a device installs is decided by the publisher's signature.
 */
import { isUnreachable, type NetworkFailure } from './failure.ts'
import type { ProxyChoice } from './proxy.ts'

export interface Way {
  readonly proxy: ProxyChoice
  /** The certificates that Node has, or these and the system's. */
  readonly certificates: 'usual' | 'system'
}

/** What has worked in earlier runs, for the next run. */
export interface Kept {
  /** The proxy of the environment in which a run worked, for runs whose environment names none. */
  readonly proxy?: string | undefined
  /** The time at which only the system's certificates worked, in milliseconds since the epoch. */
  readonly systemSince?: number | undefined
}

/** What names a proxy for the host; a member is undefined if it names none. */
export interface ProxySources {
  /** `direct` if `NO_PROXY` names the host. */
  readonly environment: ProxyChoice | undefined
  readonly kept: string | undefined
  readonly enrolled: string | undefined
  readonly windows: string | undefined
}

/** Milliseconds after which Node's own certificates are tried again. */
const KEPT_FOR = 30 * 86_400_000

/**
 * Returns the proxies to try, in this order. If the environment names a proxy or an exception, only that is tried,
 * because a person has asked for it. The other proxies may be out of reach in another network, so the last entry is
 * `direct`.
 */
export function proxiesOf({ environment, kept, enrolled, windows }: ProxySources): readonly ProxyChoice[] {
  if (environment !== undefined) return [environment]
  const named = [kept, enrolled, windows].filter(proxy => proxy !== undefined)
  return [...new Set<ProxyChoice>([...named, 'direct'])]
}

/** Returns the way that a run tries first. */
export function firstWay(proxies: readonly ProxyChoice[], { systemSince }: Kept, now: number): Way {
  const isKept = systemSince !== undefined && Math.abs(now - systemSince) < KEPT_FOR
  return { proxy: proxies[0] ?? 'direct', certificates: isKept ? 'system' : 'usual' }
}

/** Returns the way to try after a failure; undefined if no other way can help. */
export function nextWay(way: Way, failure: NetworkFailure, proxies: readonly ProxyChoice[]): Way | undefined {
  if (failure === 'issuer' && way.certificates === 'usual') return { ...way, certificates: 'system' }
  const proxy = way.proxy === 'direct' ? undefined : proxies[proxies.indexOf(way.proxy) + 1]
  if (proxy === undefined) return undefined
  if (failure.startsWith('proxy')) return { ...way, proxy }
  // in another network a stranger may answer under the name of the proxy
  return ['issuer', 'otherHost', 'dates'].includes(failure) ? { proxy, certificates: 'usual' } : undefined
}

/**
 * Whether the failure of a later way tells a person more than the failure before it. If no way has a connection, the
 * first one is meant: its proxy.
 */
export function tellsMore(failure: NetworkFailure, before: NetworkFailure | undefined): boolean {
  return before === undefined || !isUnreachable(failure)
}

/** Returns what to keep after `way` has worked. */
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
