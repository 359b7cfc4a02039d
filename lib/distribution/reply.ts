/** The HTTP answer to one question about one release; prepared bodies are sent as they are stored. */
import { AppError } from '../errors.ts'
import type { Trace } from '../http/trace.ts'
import { compressNow, decompress } from '../release/compression.ts'
import type { ReleaseSnapshot, StoredBody } from '../release/folder.ts'
import { renderAnswer } from '../release/layout.ts'
import { isCurrent, isReport, planAnswer } from './answer.ts'
import type { FullQuestion } from './question.ts'

/** Smaller bodies are not compressed: that would cost more than it saves. */
const COMPRESS_FROM = 1_000

export interface ReplyOptions {
  readonly trace: Trace
  /** Whether the device accepts brotli. */
  readonly brotli: boolean
}

/** Answers a question. @throws AppError `not_found` for a page or part that the release does not have, `release_invalid` */
export async function reply(
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
  // a report gets no list of files: its sender has just received one, and would ignore this one
  if (isCurrent(pointer, question) || isReport(question)) {
    options.trace.note('answer', isReport(question) ? 'report' : 'current')
    return new Response(null, { status: 304, headers: { 'cache-control': 'no-store' } })
  }
  return files(snapshot, question, options)
}

/** The list of files, prepared or computed for this device. */
async function files(
  snapshot: ReleaseSnapshot,
  question: FullQuestion,
  options: ReplyOptions,
): Promise<Response> {
  const held = question.have === undefined ? undefined : await snapshot.manifest(question.have)
  const lacksRoot = (question.root ?? Number.POSITIVE_INFINITY) < snapshot.pointer.root.version
  if (!held && !question.want && !lacksRoot) {
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
  return computed(JSON.stringify(answer), options)
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

async function computed(text: string, { brotli }: ReplyOptions): Promise<Response> {
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
    hint: 'the release has changed, or the number is wrong: ask again without it',
    details: { field },
  })
}
