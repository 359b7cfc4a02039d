import { basename, dirname, join } from 'node:path'
import { fileFault } from '../../core/disk/file-fault.ts'
import { openRegular } from '../../core/disk/regular-file.ts'
import { AppError } from '../../core/errors.ts'
import { type Said, say } from '../phrase.ts'
import { readBody } from '../visit/read-body.ts'
import type { VisitPage } from '../visit/visit.ts'
import { MOVE_VISIT } from '../visit/words.ts'
import type { SitemapFile } from './findings.ts'
import { type LoadSitemap, loadSitemaps } from './load-sitemaps.ts'
import { SITEMAP_LIMIT } from './sitemap.ts'
import { MOVE_SITE } from './words.ts'

export interface OldList {
  readonly addresses: readonly string[]
  /** The reasons why the list may be incomplete; each names its file. */
  readonly problems: readonly Said[]
}

/**
 * Reads the lists of the old site. The sitemaps of a saved index come from its folder, because the old host already
 * serves the new site's.
 * @throws AppError `usage` if a named file cannot be read
 */
export async function readOldList(
  sources: readonly string[],
  { most }: { most: number },
  { visit }: { visit: VisitPage },
): Promise<OldList> {
  const problems: Said[] = []
  const { pages, leftOut } = await loadSitemaps(
    sources,
    { most },
    {
      load: address =>
        isAddress(address)
          ? visit(address, { read: 'anything', limit: SITEMAP_LIMIT })
          : readListFile(address, { named: sources.includes(address) }),
      onFile: file => void problems.push(...problemsOf(file)),
      childOf: (parent, location) => (isAddress(parent) ? location : besideFile(parent, location)),
    },
  )
  if (leftOut > 0) problems.push(say(MOVE_SITE.pagesLeftOut, { count: leftOut, most }))
  return { addresses: pages, problems }
}

function problemsOf({ hop: { url, status = 0, location, trouble }, problems }: SitemapFile): Said[] {
  const faults = [...problems, ...(trouble ? [trouble] : [])]
  if (location) faults.push(say(MOVE_SITE.oldListMoved))
  else if (!trouble && status !== 200) faults.push(say(MOVE_VISIT.answers, { status }))
  return faults.map(({ phrase }) => say(MOVE_SITE.oldListProblem, { file: url, reason: phrase }))
}

function isAddress(source: string): boolean {
  return /^https?:\/\//i.test(source)
}

function besideFile(index: string, location: string): string | undefined {
  if (!URL.canParse(location)) return undefined
  const name = basename(decoded(new URL(location).pathname))
  return name === '' ? undefined : join(dirname(index), name)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Reads a file, which must exist if the person named it. One that an index lists may be missing. */
async function readListFile(path: string, { named }: { named: boolean }): ReturnType<LoadSitemap> {
  try {
    const file = await openRegular(path)
    const body = await readBody(file.createReadStream(), '', SITEMAP_LIMIT)
    return { hop: { url: path, status: 200 }, body }
  } catch (cause) {
    if (named) throw new AppError('usage', `Cannot read "${path}": ${fileFault(cause)}`, { cause })
    const trouble = { verdict: 'unknown', ...say(MOVE_VISIT.notSaved) } as const
    return { hop: { url: path, trouble }, body: undefined }
  }
}
