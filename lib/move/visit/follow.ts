import { type Hop, isOnHosts } from './hop.ts'
import type { Visit, VisitOptions, VisitPage } from './visit.ts'

export type TrailEnd = 'answered' | 'arrived' | 'silent' | 'loop' | 'left' | 'too many'

export interface Trail {
  readonly hops: readonly Hop[]
  readonly end: TrailEnd
  readonly last: Visit
}

export interface FollowOptions extends VisitOptions {
  readonly hosts: ReadonlySet<string>
  /** A redirect to this address ends the trail as `arrived`: the address is visited separately. */
  readonly until?: string
}

/** The most hops that are followed: more than a move may use, so that a long chain is shown. */
const MOST_HOPS = 10

export async function follow(
  url: string,
  options: FollowOptions,
  { visit }: { visit: VisitPage },
): Promise<Trail> {
  const hops: Hop[] = []
  const seen = new Set<string>()
  for (let at = url; ; ) {
    seen.add(at)
    const last = await visit(at, options)
    hops.push(last.hop)
    const { location, status } = last.hop
    if (location === undefined) return { hops, end: status === undefined ? 'silent' : 'answered', last }
    const end = endBefore(location, { ...options, hops, seen })
    if (end !== undefined) return { hops, end, last }
    at = location
  }
}

function endBefore(
  location: string,
  { hops, seen, hosts, until }: FollowOptions & { hops: readonly Hop[]; seen: ReadonlySet<string> },
): TrailEnd | undefined {
  if (location === until) return 'arrived'
  if (seen.has(location)) return 'loop'
  if (!isOnHosts(location, hosts)) return 'left'
  return hops.length > MOST_HOPS ? 'too many' : undefined
}
