/** Builds all files of a release folder from a signed manifest and its contents; writes nothing. */
import { createLimiter } from '../concurrency.ts'
import { AppError } from '../errors.ts'
import { longWork, noProgress, type ReportProgress } from '../progress.ts'
import { KEPT_MANIFESTS, manifestName, type Pointer, type StoredCatalog } from '../release/catalog.ts'
import { compressOnce } from '../release/compression.ts'
import { sha256 } from '../release/envelope.ts'
import { type Catalog, frameBytes, layOutAnswer, renderAnswer } from '../release/layout.ts'
import { BODY_BUDGET, WIRE_VERSION } from '../release/limits.ts'
import { encodeContent, type Packing, pack } from '../release/packing.ts'
import type { SignedRoot } from '../release/root.ts'
import type { Envelope, Manifest } from '../release/schema.ts'
import type { PayloadFile } from './walk.ts'

/** How many bodies are compressed at once: each of them needs megabytes of memory. */
const AT_ONCE = 4

export interface Release {
  readonly pointer: Pointer
  readonly catalog: StoredCatalog
  /** All files except the pointer, by name. */
  readonly files: ReadonlyMap<string, string | Uint8Array>
}

export interface ReleaseInput {
  readonly manifest: Manifest
  readonly envelope: Envelope
  readonly files: readonly PayloadFile[]
  readonly chain: readonly SignedRoot[]
  /** The digests of the releases before this one, the newest first. */
  readonly previous: readonly string[]
}

/** Builds a release. @throws AppError `payload_invalid` if the list of files alone is larger than an answer may be */
export async function buildRelease(
  input: ReleaseInput,
  progress: ReportProgress = noProgress,
): Promise<Release> {
  const files = new Map<string, string | Uint8Array>()
  const packing = pack(input.files)
  const digest = sha256(input.envelope.signed)
  const memory = catalogOf(input, packing, digest)
  checkFrame(memory)
  files.set(manifestName(digest), JSON.stringify(input.envelope))
  const total = packing.pages.length + [...packing.parts.values()].flat().length + 1
  const report = longWork(progress, { total, from: 10 })
  let done = 0
  const put = (name: string, body: Uint8Array) => {
    files.set(name, body)
    done += 1
    report({ what: 'compressing', done, total, unit: 'pages' })
    return name
  }
  const limit = createLimiter(AT_ONCE)
  const [first, pages, parts] = await Promise.all([
    limit(() => putBrotli(put, 'first', firstBody(memory, input.files))),
    Promise.all(packing.pages.map(body => limit(() => putBrotli(put, 'page', body)))),
    putParts(packing, slice => limit(() => putPart(put, slice))),
  ])
  const catalog: StoredCatalog = {
    roots: memory.roots,
    manifests: [digest, ...input.previous].slice(0, KEPT_MANIFESTS),
    pages,
    parts,
    places: Object.fromEntries(packing.places),
  }
  const text = JSON.stringify(catalog)
  const catalogName = `catalog-${sha256(text)}.json`
  files.set(catalogName, text)
  return { pointer: pointerOf(input, { digest, catalog: catalogName, first }), catalog, files }
}

type Put = (name: string, body: Uint8Array) => string

async function putBrotli(put: Put, kind: 'first' | 'page', body: string): Promise<string> {
  const compressed = await compressOnce(body)
  return put(`${kind}-${sha256(compressed)}.json.br`, compressed)
}

async function putParts(
  packing: Packing,
  putSlice: (slice: Uint8Array) => Promise<string>,
): Promise<Record<string, string[]>> {
  const stored = [...packing.parts].map(async ([digest, slices]) => {
    const names = await Promise.all(slices.map(putSlice))
    return [digest, names] as const
  })
  return Object.fromEntries(await Promise.all(stored))
}

/** A part is stored compressed only if that is smaller. */
async function putPart(put: Put, slice: Uint8Array): Promise<string> {
  const compressed = await compressOnce(slice)
  const smaller = compressed.length < slice.length
  const body = smaller ? compressed : slice
  return put(`part-${sha256(body)}.bin${smaller ? '.br' : ''}`, body)
}

/** The answer to a device that has the newest root and nothing else. */
function firstBody(catalog: Catalog, files: readonly PayloadFile[]): string {
  const plan = layOutAnswer(catalog, { roots: [], wants: () => true })
  const inline = new Set(plan.entries.flatMap(({ file, place }) => (place === 'inline' ? [file.sha256] : [])))
  const contents = new Map(
    files
      .filter(({ sha256 }) => inline.has(sha256))
      .map(({ sha256, content }) => [sha256, encodeContent(content)]),
  )
  return JSON.stringify(renderAnswer(catalog, plan, contents))
}

/** Checks the size of the largest answer without contents: all roots, and every file in a page. */
function checkFrame(catalog: Catalog): void {
  const entries = catalog.files.map(file => ({ file, place: { page: Number.MAX_SAFE_INTEGER } }))
  const bytes = frameBytes(catalog, { roots: catalog.roots.map(({ envelope }) => envelope), entries })
  if (bytes <= BODY_BUDGET) return
  throw new AppError(
    'payload_invalid',
    `Cannot publish ${catalog.files.length} files: their list has ${bytes} bytes, an answer has room for ${BODY_BUDGET}`,
    { hint: 'combine files, or shorten their paths and titles' },
  )
}

function catalogOf({ manifest, envelope, chain }: ReleaseInput, packing: Packing, digest: string): Catalog {
  return {
    release: digest,
    envelope,
    files: manifest.files,
    roots: chain.map(({ root, envelope }) => ({ version: root.version, envelope })),
    places: packing.places,
    pages: packing.pages.length,
  }
}

function pointerOf(
  { manifest, chain }: ReleaseInput,
  names: { digest: string; catalog: string; first: string },
): Pointer {
  const root = chain.at(-1)?.root
  if (!root) throw new RangeError('a release needs a root')
  return {
    v: WIRE_VERSION,
    release: names.digest,
    version: manifest.version,
    created: manifest.created,
    expires: manifest.expires,
    files: manifest.files.length,
    bytes: manifest.files.reduce((sum, { size }) => sum + size, 0),
    root: { version: root.version, expires: root.expires, development: root.development === true },
    catalog: names.catalog,
    first: names.first,
  }
}
