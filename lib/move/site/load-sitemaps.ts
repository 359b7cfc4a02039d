import { say } from '../phrase.ts'
import { addressKey } from '../visit/address-key.ts'
import type { Hop } from '../visit/hop.ts'
import type { Visit } from '../visit/visit.ts'
import type { SitemapFile } from './findings.ts'
import { readSitemap, type Sitemap } from './sitemap.ts'
import { MOVE_SITE } from './words.ts'

export type LoadSitemap = (address: string) => Promise<Pick<Visit, 'hop' | 'body'>>

export interface LoadDeps {
  readonly load: LoadSitemap
  /** Called once for each file, whose text is not kept. */
  readonly onFile: (file: SitemapFile) => void
  /** Returns the address of a listed sitemap; undefined leaves it out. */
  readonly childOf: (parent: string, location: string) => string | undefined
}

const MOST_FILES = 1000
/** The depth of indexes. The protocol does not allow an index of indexes, but some sites have one. */
const DEEPEST_INDEX = 2

export interface LoadedSitemaps {
  /** The pages in order, each once and in its first spelling. */
  readonly pages: readonly string[]
  /** The number of pages beyond the limit. */
  readonly leftOut: number
}

/** Loads at most `most` page addresses, also of the sitemaps that the sitemaps list. */
export async function loadSitemaps(
  starts: readonly string[],
  { most }: { most: number },
  deps: LoadDeps,
): Promise<LoadedSitemaps> {
  const pages = new Map<string, string>()
  const seen = new Set(starts.map(addressKey))
  let leftOut = 0
  const open = starts.map(address => ({ address, depth: 0 }))
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const { depth } = next
    const { hop, sitemap } = await loadOne(next.address, deps)
    const children = childrenOf(next.address, sitemap, deps).filter(child => !seen.has(addressKey(child)))
    const taken = depth < DEEPEST_INDEX ? children.slice(0, MOST_FILES - seen.size) : []
    for (const address of taken) {
      seen.add(addressKey(address))
      open.push({ address, depth: depth + 1 })
    }
    const skipped = children.length - taken.length
    const problems = skipped > 0 ? [say(MOVE_SITE.unreadSitemaps, { count: skipped })] : []
    deps.onFile({ hop, ...sitemap, problems: [...sitemap.problems, ...problems] })
    if (sitemap.kind !== 'index') leftOut += addPages(pages, sitemap.locations, most)
  }
  return { pages: [...pages.values()], leftOut }
}

function addPages(pages: Map<string, string>, locations: readonly string[], most: number): number {
  let leftOut = 0
  for (const location of locations) {
    const key = addressKey(location)
    if (pages.has(key)) continue
    if (pages.size < most) pages.set(key, location)
    else leftOut += 1
  }
  return leftOut
}

function childrenOf(parent: string, { kind, locations }: Sitemap, { childOf }: LoadDeps): string[] {
  return kind === 'index' ? locations.flatMap(location => childOf(parent, location) ?? []) : []
}

const NOTHING: Sitemap = { kind: 'pages', locations: [], text: '', problems: [] }

async function loadOne(address: string, { load }: LoadDeps): Promise<{ hop: Hop; sitemap: Sitemap }> {
  const { hop, body } = await load(address)
  if (!body) return { hop, sitemap: NOTHING }
  return {
    hop,
    sitemap: body.complete ? readSitemap(body.bytes) : { ...NOTHING, problems: [say(MOVE_SITE.tooLarge)] },
  }
}
