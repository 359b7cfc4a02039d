/** Stages the contents that this device lacks. They stay staged if a later step fails. */
import { hasCode } from '../../core/errors.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import { PART_SIZE } from '../../core/release/limits.ts'
import { createLimiter, loadAhead, mapConcurrently, workAhead } from '../../core/work/concurrency.ts'
import { longWork, type ReportProgress } from '../../core/work/progress.ts'
import type { Disk } from '../disk/disk.ts'
import { FETCHING } from '../disk/words.ts'
import { contentOf, readPage, type Source } from './answer.ts'
import type { Fetcher, Reply } from './fetcher.ts'
import { rebuild } from './rebuild.ts'
import { type Content, mismatch, partsOf, type Staging } from './staging.ts'
import { FETCH_FAILURES, FETCH_HINTS, FETCH_PARTS } from './words.ts'

/** The size in bytes from which the progress of a transfer is shown. */
const LONG_TRANSFER = 1_000_000

/** The writes at a time. The file system commits parallel syncs together, so 32 take hardly longer than one. */
export const WRITES_AT_ONCE = 32

export interface DownloadDeps {
  readonly disk: Disk
  readonly fetcher: Fetcher
  readonly staging: Staging
  readonly progress: ReportProgress
  readonly warnings: string[]
}

export interface Origins {
  readonly sources: ReadonlyMap<string, Source>
  readonly holders: ReadonlyMap<string, string>
}

/**
 * Stages those of `contents` that have a source. The caller checks which contents are still missing.
 * @throws AppError as `Fetcher.ask`, `content_mismatch`, `device_write`
 */
export async function download(
  contents: readonly Content[],
  { sources, holders }: Origins,
  deps: DownloadDeps,
): Promise<void> {
  const { staging, fetcher } = deps
  const meter = createMeter(contents, deps)
  const lacking = contents.filter(({ sha256 }) => !staging.has(sha256))
  const wanted = new Map(lacking.map(content => [content.sha256, content]))
  const found = lacking.flatMap(content => {
    const source = sources.get(content.sha256)
    return source ? [{ content, source }] : []
  })
  const stage = async ({ sha256, read }: Delivery) => {
    const content = wanted.get(sha256)
    const data = content && !staging.has(sha256) ? read(content.size) : undefined
    if (!content || !data) return
    await staging.put(content, data)
    meter.add(content.size)
  }
  for (const { content, source } of found) {
    if (source.kind !== 'delta') continue
    if (await rebuild(content, source, { ...deps, holders, fetchDelta })) meter.add(content.size)
  }
  // the next page is downloaded and written while this one is synced to the disk
  const deliveries = deliveriesOf(found, fetcher)
  const limit = createLimiter(WRITES_AT_ONCE)
  const stageLimited = (delivery: Delivery) => limit(() => stage(delivery))
  await workAhead(deliveries, several => mapConcurrently(several, stageLimited, { width: WRITES_AT_ONCE }))
  for (const { content, source } of found) {
    if (source.kind === 'parts') await downloadParts(content, source.parts, { ...deps, meter })
  }

  /** A delta that is not in the answer has parts, like a large file. */
  async function fetchDelta(delta: Content): Promise<boolean> {
    return downloadParts(delta, partsOf(delta.size), { ...deps, meter: { add: () => undefined } })
  }
}

/** `size` is the expected number of bytes. */
interface Delivery {
  readonly sha256: string
  read(size: number): Uint8Array | undefined
}

async function* deliveriesOf(
  found: readonly { readonly content: Content; readonly source: Source }[],
  fetcher: Fetcher,
): AsyncGenerator<Delivery[], void> {
  yield found.flatMap(({ content: { sha256 }, source }) =>
    source.kind === 'here' ? [{ sha256, read: () => source.data }] : [],
  )
  const pages = new Set(found.flatMap(({ source }) => (source.kind === 'page' ? [source.page] : [])))
  for await (const files of loadAhead(pages, page => fetchPage(fetcher, page)))
    yield files.map(file => ({ sha256: file.sha256, read: size => contentOf(file, size) }))
}

/** Returns no contents if the host no longer has the page, because its release has changed. */
async function fetchPage(fetcher: Fetcher, page: number) {
  const reply = await askOrGone(fetcher, { page: String(page) })
  return reply ? readPage(reply.body, { page, host: fetcher.host }).files : []
}

type PartDeps = Pick<DownloadDeps, 'fetcher' | 'staging'> & { readonly meter: Meter }

/** Returns false if the host no longer has the parts. If an earlier run's parts are wrong, downloads all again. */
async function downloadParts(content: Content, count: number, deps: PartDeps): Promise<boolean> {
  const expected = partsOf(content.size)
  if (count !== expected) throw mismatch(content, phrase(FETCH_PARTS.partCount, { count, expected }))
  const arrived = Math.min(await deps.staging.arrivedParts(content), count)
  deps.meter.add(arrived * PART_SIZE)
  for (const from of arrived === 0 ? [0] : [arrived, 0]) {
    if (!(await fetchParts(content, { from, to: count }, deps))) return false
    if (await deps.staging.joinParts(content)) return true
  }
  throw mismatch(content, phrase(FETCH_PARTS.joined))
}

async function fetchParts(
  content: Content,
  { from, to }: { from: number; to: number },
  { fetcher, staging, meter }: PartDeps,
): Promise<boolean> {
  const numbers = Array.from({ length: to - from }, (_, index) => from + index)
  const replies = loadAhead(numbers, part =>
    askOrGone(fetcher, { part: `${content.sha256}.${part}` }, PART_SIZE),
  )
  let part = from
  for await (const reply of replies) {
    if (!reply) return false
    await staging.addPart(content, part++, reply.body)
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
  const message = phrase(FETCH_FAILURES.unchangedContent, { host: fetcher.host })
  throw phraseError('remote_answer', message, { hint: phrase(FETCH_HINTS.caches) })
}

interface Meter {
  add(bytes: number): void
}

function createMeter(
  contents: readonly Content[],
  { staging, progress }: Pick<DownloadDeps, 'staging' | 'progress'>,
): Meter {
  const total = contents.reduce((sum, { size }) => sum + size, 0)
  const report = longWork(progress, { total, from: LONG_TRANSFER })
  let done = contents.reduce((sum, { sha256, size }) => sum + (staging.has(sha256) ? size : 0), 0)
  return {
    add(bytes) {
      done = Math.min(total, done + bytes)
      report({ what: FETCHING, done, total, unit: 'bytes' })
    },
  }
}
