/** Gathers the addresses of sitemaps and of the sitemaps that they list, file by file, within limits. */
import type { Hop } from '../visit/hop.ts'
import type { Visit } from '../visit/visit.ts'
import type { JudgedSitemap } from './judge-site.ts'
import { readSitemap, type Sitemap } from './sitemap.ts'

/** A fetched or read file; its bytes where there are any. */
export type LoadSitemap = (address: string) => Promise<Pick<Visit, 'hop' | 'body'>>

export interface LoadOptions {
  readonly load: LoadSitemap
  /** Addresses in all. */
  readonly most: number
  /** Hears of every file; its text is not kept. */
  readonly onFile: (file: JudgedSitemap) => void
  /** Where a sitemap listed in an index is found; undefined leaves it out. */
  readonly childOf: (parent: string, location: string) => string | undefined
}

const MOST_FILES = 1000
/** The protocol knows no index of indexes; some sites have one. */
const DEEPEST_INDEX = 2

export interface LoadedSitemaps {
  /** Every page address, in order, each once. */
  readonly pages: readonly string[]
  /** How many more there are than may be loaded. */
  readonly leftOut: number
}

export async function loadSitemaps(starts: readonly string[], options: LoadOptions): Promise<LoadedSitemaps> {
  const pages = new Set<string>()
  const seen = new Set<string>(starts)
  let leftOut = 0
  const open = starts.map(address => ({ address, depth: 0 }))
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const { depth } = next
    const { hop, sitemap } = await loadOne(next.address, options.load)
    const children = childrenOf(next.address, sitemap, options).filter(child => !seen.has(child))
    const taken = depth < DEEPEST_INDEX ? children.slice(0, MOST_FILES - seen.size) : []
    for (const address of taken) {
      seen.add(address)
      open.push({ address, depth: depth + 1 })
    }
    const skipped = children.length - taken.length
    const problems = skipped > 0 ? [`lists ${skipped} sitemaps too deep or too many to be read`] : []
    options.onFile({ hop, ...sitemap, problems: [...sitemap.problems, ...problems] })
    if (sitemap.kind !== 'index') leftOut += addPages(pages, sitemap.locations, options.most)
  }
  return { pages: [...pages], leftOut }
}

/** How many found no room. */
function addPages(pages: Set<string>, locations: readonly string[], most: number): number {
  let without = 0
  for (const location of locations) {
    if (pages.size < most) pages.add(location)
    else if (!pages.has(location)) without += 1
  }
  return without
}

function childrenOf(parent: string, { kind, locations }: Sitemap, { childOf }: LoadOptions): string[] {
  return kind === 'index' ? locations.flatMap(location => childOf(parent, location) ?? []) : []
}

const NOTHING: Sitemap = { kind: 'pages', locations: [], text: '', problems: [] }

async function loadOne(address: string, load: LoadSitemap): Promise<{ hop: Hop; sitemap: Sitemap }> {
  const { hop, body } = await load(address)
  if (!body) return { hop, sitemap: NOTHING }
  return {
    hop,
    sitemap: body.complete ? readSitemap(body.bytes) : { ...NOTHING, problems: ['is too large'] },
  }
}
