/** Builds the files of a release folder from a signed manifest and its contents, one body after the other. */
import { drainConcurrently } from '../concurrency.ts'
import { AppError } from '../errors.ts'
import { longWork, type ReportProgress } from '../progress.ts'
import { KEPT_MANIFESTS, manifestName, type Pointer, type StoredCatalog } from '../release/catalog.ts'
import { compressOnce } from '../release/compression.ts'
import { sha256 } from '../release/envelope.ts'
import { type Catalog, frameBytes, layOutAnswer, renderAnswer } from '../release/layout.ts'
import { BODY_BUDGET, PART_SIZE, WIRE_VERSION } from '../release/limits.ts'
import { type Body, type Content, encodeContent, pack, readBlob } from '../release/packing.ts'
import type { SignedRoot } from '../release/root.ts'
import type { Envelope, Manifest } from '../release/schema.ts'
import type { PayloadFile } from './payload-file.ts'

/** How many bodies are compressed at once: each of them needs megabytes of memory. */
const AT_ONCE = 4

/** The size in bytes from which progress is shown. */
const LONG_COMPRESSION = 10 * PART_SIZE

export interface Release {
  readonly pointer: Pointer
  readonly catalog: StoredCatalog
}

export interface ReleaseInput {
  readonly manifest: Manifest
  readonly envelope: Envelope
  readonly files: readonly PayloadFile[]
  readonly chain: readonly SignedRoot[]
  /** The digests of the releases before this one, the newest first. */
  readonly previous: readonly string[]
}

export interface BuildDeps {
  /** Takes a file of the release folder, under its name; every file but the pointer is given to it once. */
  readonly put: (name: string, body: string | Uint8Array) => Promise<void>
  readonly progress: ReportProgress
}

/**
 * Builds a release. No more than a few bodies are in memory at once, however large the payload is.
 * @throws AppError `payload_invalid` if the list of files alone is larger than an answer may be, or if a file has changed
 */
export async function buildRelease(input: ReleaseInput, deps: BuildDeps): Promise<Release> {
  const digest = sha256(input.envelope.signed)
  const roots = input.chain.map(({ root, envelope }) => ({ version: root.version, envelope }))
  const frame = { release: digest, envelope: input.envelope, files: input.manifest.files, roots }
  checkFrame({ ...frame, places: new Map(), pages: 0 })
  await deps.put(manifestName(digest), JSON.stringify(input.envelope))
  const { pages, parts, places } = await putBodies(input.files, deps)
  const answer = await firstBody({ ...frame, places, pages: pages.length }, input.files)
  const first = await putBrotli('first', answer, deps)
  const catalog: StoredCatalog = {
    roots,
    manifests: [digest, ...input.previous].slice(0, KEPT_MANIFESTS),
    pages,
    parts,
    places: Object.fromEntries(places),
  }
  const text = JSON.stringify(catalog)
  const catalogName = `catalog-${sha256(text)}.json`
  await deps.put(catalogName, text)
  return { pointer: pointerOf(input, { digest, catalog: catalogName, first }), catalog }
}

/** Compresses and puts the pages and parts; gives their names, and the place of each content. */
async function putBodies(files: readonly PayloadFile[], deps: BuildDeps) {
  const { bodies, places } = pack(files)
  const pages: string[] = []
  const parts: Record<string, string[]> = {}
  const count = createCounter(files, deps)
  const put = async (body: Body) => {
    if (body.kind === 'page') pages[body.page] = await putBrotli('page', body.json, deps)
    else {
      parts[body.sha256] ??= []
      const names = parts[body.sha256]
      const name = await putPart(body.bytes, deps)
      if (names) names[body.part] = name
    }
    count(body.size)
  }
  await drainConcurrently(bodies, put, { width: AT_ONCE })
  return { pages, parts, places }
}

/** Reports how many bytes of the distinct contents are done. */
function createCounter(files: readonly PayloadFile[], { progress }: BuildDeps): (bytes: number) => void {
  const sizes = new Map(files.map(({ sha256, size }) => [sha256, size]))
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  const report = longWork(progress, { total, from: LONG_COMPRESSION })
  let done = 0
  return bytes => {
    done += bytes
    report({ what: 'compressing', done, total, unit: 'bytes' })
  }
}

async function putBrotli(kind: 'first' | 'page', body: string, { put }: BuildDeps): Promise<string> {
  const compressed = await compressOnce(body)
  const name = `${kind}-${sha256(compressed)}.json.br`
  await put(name, compressed)
  return name
}

/** A part is stored compressed only if that is smaller. */
async function putPart(slice: Uint8Array, { put }: BuildDeps): Promise<string> {
  const compressed = await compressOnce(slice)
  const smaller = compressed.length < slice.length
  const body = smaller ? compressed : slice
  const name = `part-${sha256(body)}.bin${smaller ? '.br' : ''}`
  await put(name, body)
  return name
}

/** The answer to a device that has the newest root and nothing else. */
async function firstBody(catalog: Catalog, files: readonly PayloadFile[]): Promise<string> {
  const plan = layOutAnswer(catalog, { roots: [], wants: () => true })
  const inline = new Set(plan.entries.flatMap(({ file, place }) => (place === 'inline' ? [file.sha256] : [])))
  const contents = new Map<string, Content>()
  for (const file of files) {
    if (inline.has(file.sha256) && !contents.has(file.sha256))
      contents.set(file.sha256, encodeContent(await readBlob(file)))
  }
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
