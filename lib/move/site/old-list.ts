/** Reads the saved list of the old site: sitemaps and lists of addresses, from files or from where they are served. */
import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { AppError } from '../../errors.ts'
import type { Ask } from '../visit/ask.ts'
import { readAnswer } from '../visit/read-answer.ts'
import type { JudgedSitemap } from './judge-site.ts'
import { type LoadSitemap, loadSitemaps } from './load-sitemaps.ts'
import { SITEMAP_LIMIT } from './sitemap.ts'

export interface OldList {
  /** Addresses as they stand in the files. */
  readonly addresses: readonly string[]
  /** Why it may be incomplete, each as a sentence fragment that names the file. */
  readonly problems: readonly string[]
}

export interface OldListOptions {
  readonly ask: Ask
  /** Addresses in all. */
  readonly most: number
}

/**
 * Every address in `sources`, each a file or an address. A sitemap that a saved index lists is looked for beside the
 * index, under its own name, for the old host serves the new one's by now.
 * @throws AppError `usage` where a named file cannot be read
 */
export async function readOldList(
  sources: readonly string[],
  { ask, most }: OldListOptions,
): Promise<OldList> {
  const problems: string[] = []
  const { pages, leftOut } = await loadSitemaps(sources, {
    most,
    load: address =>
      isAddress(address)
        ? ask(address, { read: 'anything', limit: SITEMAP_LIMIT })
        : readListFile(address, { named: sources.includes(address) }),
    onFile: file => void problems.push(...problemsOf(file)),
    childOf: (parent, location) => (isAddress(parent) ? location : besideFile(parent, location)),
  })
  if (leftOut > 0)
    problems.push(`holds ${leftOut} pages more than the ${most} that are looked at (--max-pages)`)
  return { addresses: pages, problems }
}

function problemsOf({ hop: { url, status, location, trouble }, problems }: JudgedSitemap): string[] {
  const said = problems.map(problem => `${url} ${problem}`)
  if (trouble) return [...said, `${url} ${trouble.reason}`]
  if (location) return [...said, `${url} redirects; give the copy that was saved before the move`]
  return status === 200 ? said : [...said, `${url} answers ${status}`]
}

function isAddress(source: string): boolean {
  return /^https?:\/\//i.test(source)
}

function besideFile(index: string, location: string): string | undefined {
  if (!URL.canParse(location)) return undefined
  const name = basename(decoded(new URL(location).pathname))
  return name === '' ? undefined : join(dirname(index), name)
}

/** The text that is percent-encoded, or the text as it stands where it is no such encoding. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The file's bytes; a named one must be there, one that an index lists may be missing. */
async function readListFile(path: string, { named }: { named: boolean }): ReturnType<LoadSitemap> {
  try {
    await access(path)
    const body = await readAnswer(createReadStream(path), '', SITEMAP_LIMIT)
    return { hop: { url: path, status: 200 }, body }
  } catch (cause) {
    if (named) throw new AppError('usage', `Cannot read "${path}"`, { cause })
    const trouble = { verdict: 'unknown', reason: 'was not saved beside its index' } as const
    return { hop: { url: path, trouble }, body: undefined }
  }
}
