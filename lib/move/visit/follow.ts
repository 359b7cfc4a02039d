/** Follows redirects hop by hop within the hosts of a move; what leads elsewhere is said and not visited. */
import type { Ask } from './ask.ts'
import { type Hop, isOnHosts } from './hop.ts'
import type { Visit, VisitOptions } from './visit.ts'

/** How a chain of redirects ended. */
export type TrailEnd = 'answered' | 'silent' | 'loop' | 'left' | 'too many'

export interface Trail {
  readonly hops: readonly Hop[]
  readonly end: TrailEnd
  /** The last visit, which holds the final page. */
  readonly last: Visit
}

export interface FollowOptions extends VisitOptions {
  readonly hosts: ReadonlySet<string>
}

/** Where following stops, far beyond what passes. */
const MOST_HOPS = 10

export async function follow(ask: Ask, url: string, options: FollowOptions): Promise<Trail> {
  const hops: Hop[] = []
  const seen = new Set<string>()
  for (let at = url; ; ) {
    seen.add(at)
    const last = await ask(at, options)
    hops.push(last.hop)
    const { location, status } = last.hop
    if (location === undefined) return { hops, end: status === undefined ? 'silent' : 'answered', last }
    const end = endBefore(location, hops, seen, options.hosts)
    if (end !== undefined) return { hops, end, last }
    at = location
  }
}

function endBefore(
  location: string,
  hops: readonly Hop[],
  seen: ReadonlySet<string>,
  hosts: ReadonlySet<string>,
): TrailEnd | undefined {
  if (seen.has(location)) return 'loop'
  if (!isOnHosts(location, hosts)) return 'left'
  return hops.length >= MOST_HOPS ? 'too many' : undefined
}
