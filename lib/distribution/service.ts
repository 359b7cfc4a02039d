/**
 * The distribution function. A device asks with its signed request, this service answers from the release folder that
 * the deployment carries: it hands out what the publisher signed, forges nothing, writes no file, and answers while
 * the store is down. Every answer is `no-store`; bodies that publishing compressed go out as they are.
 */
import type { Deployment } from '../config.ts'
import { AppError, hasCode } from '../errors.ts'
import type { Call } from '../http/router.ts'
import type { Trace } from '../http/trace.ts'
import type { Store } from '../store/store.ts'
import { isCurrent, planAnswer, renderAnswer } from './answer.ts'
import type { Pointer } from './catalog.ts'
import { acceptsBrotli, compressNow, decompress } from './compression.ts'
import { type FullQuestion, joinQuestion, parseBody, parseQuery } from './question.ts'
import {
  openReleaseFolder,
  type ReleaseFolder,
  type ReleaseSnapshot,
  type StoredBody,
} from './release-folder.ts'
import { createReporter } from './reporter.ts'
import {
  type DeviceReport,
  reportOf,
  SIGHTING_PREFIX,
  type Statement,
  sightingFormat,
  statusStatement,
  wholeState,
} from './sightings.ts'

/** The facts of the current release. */
export type ReleaseFacts = Omit<Pointer, 'v' | 'catalog' | 'first'>

export interface Distribution {
  /** Answers a device: GET and POST alike. @throws AppError `bad_request`, `not_found`, `release_missing` */
  answer(call: Call): Promise<Response>
  /** Every device that was seen, beside the current release, ordered by name. @throws AppError `store_unavailable` */
  devices(): Promise<DeviceReport[]>
  /** @throws AppError `release_missing`, `release_invalid` */
  current(): Promise<ReleaseFacts>
}

export interface DistributionParts {
  /** The release folder; the one in the project unless given. */
  readonly releaseDir?: string | undefined
  readonly store: () => Store | undefined | Promise<Store | undefined>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly deployment: Deployment
  /** Waits so many milliseconds, or rejects once the signal is aborted. */
  readonly wait?: ((milliseconds: number, signal: AbortSignal) => Promise<unknown>) | undefined
}

/** Small bodies go out as they are: compressing them costs more than it saves. */
const COMPRESS_FROM = 1_000

export function createDistribution(parts: DistributionParts): Distribution {
  const folder = openReleaseFolder(parts.releaseDir, { fixed: parts.deployment !== 'local' })
  const reporter = createReporter(parts)
  return {
    async answer({ url, body, caller, request, trace }) {
      const question = joinQuestion(parseQuery(url.searchParams), await parseBody(body))
      const statement = statementOf(question, folder.current().pointer, caller)
      const reported = statement && trace.part('sighting', () => reporter.record(statement, trace))
      const response = withCurrent(folder, snapshot =>
        reply(snapshot, question, { trace, brotli: acceptsBrotli(request.headers.get('accept-encoding')) }),
      )
      const [answered] = await Promise.all([response, reported])
      return answered
    },
    async devices() {
      const store = await parts.store()
      const { records, now } = (await store?.list(SIGHTING_PREFIX)) ?? { records: [], now: parts.now() }
      const current = currentOrNone(folder)
      return records
        .map(({ value }) => sightingFormat.parse(value))
        .flatMap(sighting => (sighting ? [reportOf(sighting, { current, now })] : []))
    },
    async current() {
      const { v: _v, catalog: _catalog, first: _first, ...facts } = folder.current().pointer
      return facts
    },
  }
}

interface ReplyOptions {
  readonly trace: Trace
  /** Whether the device takes brotli. */
  readonly brotli: boolean
}

/** Works on the current release; where it was replaced meanwhile and its files are gone, once more on the new one. */
async function withCurrent<T>(
  folder: ReleaseFolder,
  work: (snapshot: ReleaseSnapshot) => Promise<T>,
): Promise<T> {
  const snapshot = folder.current()
  try {
    return await work(snapshot)
  } catch (error) {
    const later = folder.current()
    if (!hasCode(error, 'release_invalid') || later === snapshot) throw error
    return work(later)
  }
}

function currentOrNone(folder: ReleaseFolder): Pointer | undefined {
  try {
    return folder.current().pointer
  } catch (error) {
    if (hasCode(error, 'release_missing')) return undefined
    throw error
  }
}

/** What the question says of the device: a reported status, or `have` with the current release. */
function statementOf(
  question: FullQuestion,
  pointer: Pointer,
  { name, keyid }: Call['caller'],
): Statement | undefined {
  if (question.status) return { name, keyid, ...statusStatement(question.status) }
  const { have, want = [], page, part } = question
  const asksForContent = want.length > 0 || page !== undefined || part !== undefined
  if (have !== pointer.release || asksForContent) return undefined
  return { name, keyid, ...wholeState(pointer) }
}

async function reply(
  snapshot: ReleaseSnapshot,
  question: FullQuestion,
  options: ReplyOptions,
): Promise<Response> {
  const { pointer } = snapshot
  options.trace.note('release', pointer.version)
  if (question.page !== undefined) {
    const body = await snapshot.page(question.page)
    if (!body) throw outOfRange('page', `page ${question.page}`)
    return prepared(body, 'application/json; charset=utf-8', { kind: 'page', ...options })
  }
  if (question.part) {
    const { sha256, part } = question.part
    const body = await snapshot.part(sha256, part)
    if (!body) throw outOfRange('part', `part ${part} of the content "${sha256}"`)
    return prepared(body, 'application/octet-stream', { kind: 'part', ...options })
  }
  if (isCurrent(pointer, question)) {
    options.trace.note('answer', 'current')
    return new Response(null, { status: 304, headers: { 'cache-control': 'no-store' } })
  }
  return files(snapshot, question, options)
}

/** The list of files, prepared or made for this device. */
async function files(
  snapshot: ReleaseSnapshot,
  question: FullQuestion,
  options: ReplyOptions,
): Promise<Response> {
  const held = question.have === undefined ? undefined : await snapshot.manifest(question.have)
  const owesRoot = (question.root ?? Number.POSITIVE_INFINITY) < snapshot.pointer.root.version
  if (!held && !question.want && !owesRoot) {
    return prepared(await snapshot.first(), 'application/json; charset=utf-8', { kind: 'first', ...options })
  }
  const catalog = await snapshot.catalog()
  const plan = planAnswer(catalog, {
    held: held && new Map(held.manifest.files.map(({ path, sha256 }) => [path, sha256])),
    root: question.root,
    want: question.want && new Set(question.want),
  })
  const inline = plan.entries.filter(({ place }) => place === 'inline').map(({ file }) => file.sha256)
  const answer = renderAnswer(catalog, plan, await snapshot.contents(inline))
  options.trace.note('answer', 'files')
  options.trace.note('inline', inline.length)
  return made(JSON.stringify(answer), options)
}

async function prepared(
  { bytes, brotli: stored }: StoredBody,
  type: string,
  { kind, trace, brotli }: ReplyOptions & { kind: string },
): Promise<Response> {
  trace.note('answer', kind)
  if (stored && brotli) return bodyAnswer(bytes, { type, brotli: true })
  return bodyAnswer(stored ? await decompress(bytes) : bytes, { type, brotli: false })
}

async function made(text: string, { brotli }: ReplyOptions): Promise<Response> {
  const type = 'application/json; charset=utf-8'
  if (brotli && text.length >= COMPRESS_FROM) return bodyAnswer(await compressNow(text), { type, brotli })
  return bodyAnswer(Buffer.from(text), { type, brotli: false })
}

function bodyAnswer(
  body: Uint8Array<ArrayBuffer>,
  { type, brotli }: { type: string; brotli: boolean },
): Response {
  const headers: Record<string, string> = {
    'content-type': type,
    'content-length': String(body.byteLength),
    'cache-control': 'no-store',
    vary: 'Accept-Encoding',
  }
  if (brotli) headers['content-encoding'] = 'br'
  return new Response(body, { headers })
}

function outOfRange(field: string, what: string): AppError {
  return new AppError('not_found', `Cannot find ${what}: the current release has no such ${field}`, {
    hint: 'the release changed in between, or the number is wrong: ask again without it',
    details: { field },
  })
}
