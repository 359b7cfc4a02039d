/** Replies with a body; loaded only for these. A device that accepts brotli gets prepared bodies unchanged. */
import { AppError } from '../../core/errors.ts'
import type { Trace } from '../../core/http/trace.ts'
import { acceptsBrotli, compressNow, decompress } from '../../core/release/body/compression.ts'
import { renderAnswer } from '../../core/release/body/layout.ts'
import { decodeContent } from '../../core/release/body/packing.ts'
import type { ReleaseSnapshot, StoredBody } from '../../core/release/folder/folder.ts'
import { BODY_BUDGET, UPDATE_VERSION } from '../../core/release/limits.ts'
import { planUpdate } from '../../core/release/update/plan.ts'
import { listedRelease, renderUpdate, sentText } from '../../core/release/update/render.ts'
import { newerRoots, planAnswer } from './answer.ts'
import type { FullQuestion } from './question.ts'
import { lacksRoot } from './short-reply.ts'

/** The bytes from which a body is compressed: for a smaller one, this costs more than it saves. */
const COMPRESS_FROM = 1_000

/** A larger release gets the prepared list in version 1, unless the device lacks a root. */
const MOST_LISTED = 10_000

export interface ReplyOptions {
  readonly trace: Trace
  /** The request, whose headers show whether the device accepts brotli. */
  readonly request: Pick<Request, 'headers'>
}

/** @throws AppError `not_found` for a page or part that the release does not have, `release_invalid` */
export async function reply(
  snapshot: ReleaseSnapshot,
  question: FullQuestion,
  options: ReplyOptions,
): Promise<Response> {
  options.trace.note('release', snapshot.pointer.version)
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
  return question.v === UPDATE_VERSION
    ? update(snapshot, question, options)
    : files(snapshot, question, options)
}

/** Answers in version 2: prepared by publishing, or computed for this device. */
async function update(
  snapshot: ReleaseSnapshot,
  question: FullQuestion,
  options: ReplyOptions,
): Promise<Response> {
  const type = 'application/octet-stream'
  const stored = lacksRoot(snapshot.pointer, question) ? undefined : await preparedUpdate(snapshot, question)
  if (stored) return prepared(stored, type, { kind: 'update', ...options })
  const body = await encode(await updateFor(snapshot, question), options)
  // the prepared answer has no roots, so a device that needs a newer root would refuse its release
  const isTooLarge = body.bytes.length > BODY_BUDGET && !lacksRoot(snapshot.pointer, question)
  const list = isTooLarge ? await snapshot.update(undefined) : undefined
  if (list) return prepared(list, type, { kind: 'list', ...options })
  options.trace.note('answer', 'computed update')
  return bodyAnswer(body, type)
}

/** The prepared answer; undefined if the device lacks contents of its release. An unknown release counts as none. */
async function preparedUpdate(
  snapshot: ReleaseSnapshot,
  { have, knows = have, lacks = [] }: FullQuestion,
): Promise<StoredBody | undefined> {
  const { release, updates = [] } = snapshot.pointer
  const isKnown = knows === release || updates.some(({ from }) => from === knows)
  if (!isKnown) return snapshot.update(undefined)
  return lacks.length === 0 ? snapshot.update(knows) : undefined
}

/** Computes an answer: not all roots and lacking contents can be prepared for. @throws AppError `release_invalid` */
async function updateFor(
  snapshot: ReleaseSnapshot,
  { have, knows = have, root, lacks = [] }: FullQuestion,
): Promise<Uint8Array<ArrayBuffer>> {
  const { deltas = {} } = await snapshot.stored()
  const catalog = await snapshot.catalog()
  const { release, envelope, files, places } = catalog
  const current = { release, text: envelope.signed, files }
  const signed = knows === undefined ? undefined : await snapshot.manifest(knows)
  const named = signed && listedRelease(signed)
  const text = sentText(current, named)
  const list = text.bytes.length
  const plan = planUpdate({ files, places, deltas, named: named?.files, lacks: new Set(lacks), list })
  const contents = await snapshot.contents(plan.contents)
  const blobs = [
    ...plan.contents.map(sha256 => decodeContent(contents.get(sha256))),
    ...(await Promise.all(plan.deltasHere.map(snapshot.delta))),
  ]
  const { signatures } = envelope
  return new Uint8Array(
    renderUpdate({ current, signatures, roots: newerRoots(catalog, root), text, plan }, blobs),
  )
}

/** Answers in version 1: prepared by publishing, or computed for this device. */
async function files(
  snapshot: ReleaseSnapshot,
  question: FullQuestion,
  options: ReplyOptions,
): Promise<Response> {
  const held = question.have === undefined ? undefined : await snapshot.manifest(question.have)
  const isFirst = !held && !question.want
  const isLong = snapshot.pointer.files > MOST_LISTED
  if ((isFirst || isLong) && !lacksRoot(snapshot.pointer, question)) {
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
  const body = await encode(Buffer.from(JSON.stringify(answer)), options)
  return bodyAnswer(body, 'application/json; charset=utf-8')
}

async function prepared(
  { bytes, brotli }: StoredBody,
  type: string,
  { kind, trace, request }: ReplyOptions & { kind: string },
): Promise<Response> {
  trace.note('answer', kind)
  const isAccepted = !brotli || acceptsBrotli(request.headers.get('accept-encoding'))
  return bodyAnswer(isAccepted ? { bytes, brotli } : { bytes: await decompress(bytes), brotli: false }, type)
}

async function encode(
  bytes: Uint8Array<ArrayBuffer>,
  { request }: Pick<ReplyOptions, 'request'>,
): Promise<StoredBody> {
  const brotli = bytes.length >= COMPRESS_FROM && acceptsBrotli(request.headers.get('accept-encoding'))
  return { bytes: brotli ? await compressNow(bytes) : bytes, brotli }
}

function bodyAnswer({ bytes, brotli }: StoredBody, type: string): Response {
  const headers: Record<string, string> = {
    'content-type': type,
    'content-length': String(bytes.byteLength),
    'cache-control': 'no-store',
    vary: 'Accept-Encoding',
  }
  if (brotli) headers['content-encoding'] = 'br'
  return new Response(bytes, { headers })
}

function outOfRange(field: string, what: string): AppError {
  return new AppError('not_found', `Cannot find ${what}: the current release has no such ${field}`, {
    hint: 'the release has changed, or the number is wrong: ask again without it',
    details: { field },
  })
}
