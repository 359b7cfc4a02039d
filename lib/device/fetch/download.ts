/**
 * Downloads the contents that this device lacks into the staging folder: from the answer itself, from its pages, and
 * part by part. What has been staged stays staged if a later step fails.
 */
import { mapConcurrently } from '../../concurrency.ts'
import { AppError, hasCode } from '../../errors.ts'
import { longWork, type ReportProgress } from '../../progress.ts'
import { PART_SIZE } from '../../release/limits.ts'
import type { Answer } from '../../release/schema.ts'
import type { Fetcher, Reply } from './fetcher.ts'
import { type Content, mismatch, type Staging } from './staging.ts'
import { contentOf, readPage, type Source, sourceOf } from './wire.ts'

/** The size in bytes from which progress is shown. */
const LONG_TRANSFER = 1_000_000

export interface DownloadDeps {
  readonly fetcher: Fetcher
  readonly staging: Staging
  readonly progress: ReportProgress
}

/**
 * Stages those of `contents` (by SHA-256) that `answer` hands out; the caller finds what is still lacking.
 * @throws AppError as `Fetcher.ask`, `content_mismatch`, `device_write`
 */
export async function download(
  contents: ReadonlyMap<string, Content>,
  answer: Answer,
  deps: DownloadDeps,
): Promise<void> {
  const { staging, fetcher } = deps
  const meter = createMeter([...contents.values()], deps)
  const lacks = (sha256: string) => contents.has(sha256) && !staging.has(sha256)
  const sources = new Map<string, Source>()
  for (const entry of answer.files) {
    if (lacks(entry.sha256)) sources.set(entry.sha256, sourceOf(entry, fetcher.host))
  }
  const stage = async (sha256: string, data: Uint8Array | undefined) => {
    const content = contents.get(sha256)
    if (!content || !data || !lacks(sha256)) return
    await staging.put(content, data)
    meter.add(content.size)
  }
  await mapConcurrently([...sources], async ([sha256, source]) => {
    if (source.kind === 'here') await stage(sha256, source.data)
  })
  for (const page of pagesOf(sources.values())) {
    const files = await fetchPage(fetcher, page)
    await mapConcurrently(files, file => stage(file.sha256, contentOf(file)))
  }
  for (const [sha256, source] of sources) {
    const content = contents.get(sha256)
    if (content && source.kind === 'parts') await downloadParts(content, source.parts, { ...deps, meter })
  }
}

/** The pages to ask for, each once. */
function pagesOf(sources: Iterable<Source>): Set<number> {
  return new Set([...sources].flatMap(source => (source.kind === 'page' ? [source.page] : [])))
}

/** The contents of a page; none if the host no longer has the page because its release has changed. */
async function fetchPage(fetcher: Fetcher, page: number) {
  const reply = await askOrGone(fetcher, { page: String(page) })
  return reply ? readPage(reply.body, { page, host: fetcher.host }).files : []
}

/** Continues at the first missing part. If parts of an earlier run turn out to be wrong, all are downloaded again. */
async function downloadParts(
  content: Content,
  count: number,
  deps: DownloadDeps & { meter: Meter },
): Promise<void> {
  const expected = Math.max(1, Math.ceil(content.size / PART_SIZE))
  if (count !== expected) throw mismatch(content, `the host has it in ${count} parts, expected ${expected}`)
  const arrived = Math.min(await deps.staging.arrivedParts(content), count)
  deps.meter.add(arrived * PART_SIZE)
  for (const from of arrived === 0 ? [0] : [arrived, 0]) {
    if (!(await fetchParts(content, { from, to: count }, deps))) return
    if (await deps.staging.joinParts(content)) return
  }
  throw mismatch(content, 'its parts together are not the content that the release names')
}

/** Returns false if the host no longer has such a part. */
async function fetchParts(
  content: Content,
  { from, to }: { from: number; to: number },
  { fetcher, staging, meter }: DownloadDeps & { meter: Meter },
): Promise<boolean> {
  for (let part = from; part < to; part++) {
    const reply = await askOrGone(fetcher, { part: `${content.sha256}.${part}` }, PART_SIZE)
    if (!reply) return false
    await staging.addPart(content, part, reply.body)
    meter.add(reply.body.byteLength)
  }
  return true
}

async function askOrGone(
  fetcher: Fetcher,
  query: Record<string, string>,
  limit?: number,
): Promise<Reply | undefined> {
  try {
    const reply = await fetcher.ask({ query, ...(limit !== undefined && { limit }) })
    if (reply.status === 200) return reply
  } catch (error) {
    if (hasCode(error, 'not_found')) return undefined
    throw error
  }
  throw new AppError(
    'remote_answer',
    `Cannot fetch from "${fetcher.host}": it answers 304 to a request for content`,
    {
      hint: 'something between this device and the host caches answers: ask the operator about caches and proxies',
    },
  )
}

interface Meter {
  add(bytes: number): void
}

function createMeter(contents: readonly Content[], { staging, progress }: DownloadDeps): Meter {
  const total = contents.reduce((sum, { size }) => sum + size, 0)
  const report = longWork(progress, { total, from: LONG_TRANSFER })
  let done = contents.reduce((sum, { sha256, size }) => sum + (staging.has(sha256) ? size : 0), 0)
  return {
    add(bytes) {
      done = Math.min(total, done + bytes)
      report({ what: 'fetching', done, total, unit: 'bytes' })
    },
  }
}
