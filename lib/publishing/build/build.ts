import { compressOnce } from '../../core/release/body/compression.ts'
import { type Catalog, layOutAnswer, renderAnswer } from '../../core/release/body/layout.ts'
import { type Content, encodeContent, readBlob } from '../../core/release/body/packing.ts'
import {
  KEPT_MANIFESTS,
  manifestName,
  type Pointer,
  type PreparedUpdate,
  type StoredCatalog,
  type StoredDeltas,
} from '../../core/release/catalog.ts'
import { sha256 } from '../../core/release/envelope.ts'
import { BODY_BUDGET, WIRE_VERSION } from '../../core/release/limits.ts'
import type { SignedRoot } from '../../core/release/root.ts'
import type { Envelope, Manifest } from '../../core/release/schema.ts'
import { planUpdate } from '../../core/release/update/plan.ts'
import { type ListedRelease, renderUpdate, sentText } from '../../core/release/update/render.ts'
import type { ReportProgress } from '../../core/work/progress.ts'
import type { PayloadFile } from '../payload/file.ts'
import { checkAnswer, firstFile, type Put, type StoredFile, updateFile } from './bodies.ts'
import type { MakeDeltas } from './deltas/deltas.ts'
import { type PutDeltas, putBodies, putDeltas } from './put.ts'

export interface Release {
  readonly pointer: Pointer
  readonly catalog: StoredCatalog
}

export interface ReleaseInput {
  readonly manifest: Manifest
  readonly envelope: Envelope
  readonly files: readonly PayloadFile[]
  readonly chain: readonly SignedRoot[]
  /** The earlier releases that devices may have, the newest first. */
  readonly earlier: readonly ListedRelease[]
  readonly deltas?: MakeDeltas | undefined
  /** The maximum size of an answer in bytes; a test may set fewer. */
  readonly budget?: number
}

export interface BuildDeps {
  readonly put: Put
  readonly progress: ReportProgress
}

/**
 * Only a few bodies are in memory at a time, however large the payload is. A changed file also needs memory for its
 * delta.
 * @throws AppError `payload_invalid` if the list of files alone is too large for an answer, or if a file has changed
 */
export async function buildRelease(input: ReleaseInput, deps: BuildDeps): Promise<Release> {
  const digest = sha256(input.envelope.signed)
  const roots = input.chain.map(({ root, envelope }) => ({ version: root.version, envelope }))
  await deps.put(manifestName(digest), JSON.stringify(input.envelope))
  const { pages, parts, places, sent } = await putBodies(input.files, deps)
  const { files } = input.manifest
  const frame = { release: digest, envelope: input.envelope, files, roots, places, pages: pages.length }
  const first = await putAnswer(await firstFile(await firstBody(frame, input.files)), input, deps)
  const wholeBytes = async (file: PayloadFile) =>
    sent.get(file.sha256) ?? (await compressOnce(await readBlob(file))).length
  const deltas = await putDeltas(input.deltas?.(wholeBytes) ?? [], deps.put)
  const updates = await putUpdates(input, { frame, deltas }, deps)
  const catalog: StoredCatalog = {
    roots,
    manifests: [digest, ...input.earlier.map(({ release }) => release)].slice(0, KEPT_MANIFESTS),
    pages,
    parts: { ...parts, ...deltas.parts },
    places: Object.fromEntries(places),
    deltas: deltas.table,
  }
  const text = JSON.stringify(catalog)
  const catalogName = `catalog-${sha256(text)}.json`
  await deps.put(catalogName, text)
  return { pointer: pointerOf(input, { digest, catalog: catalogName, first, updates }), catalog }
}

async function putFile({ name, body }: StoredFile, { put }: BuildDeps): Promise<string> {
  await put(name, body)
  return name
}

async function putAnswer(
  file: StoredFile,
  { files, budget }: Pick<ReleaseInput, 'files' | 'budget'>,
  deps: BuildDeps,
): Promise<string> {
  checkAnswer(file, files.length, budget)
  return putFile(file, deps)
}

async function putUpdates(
  input: ReleaseInput,
  { frame, deltas }: { frame: Catalog; deltas: PutDeltas },
  deps: BuildDeps,
): Promise<PreparedUpdate[]> {
  const { envelope, earlier, files } = input
  const blobs = new Map(files.map(file => [file.sha256, file]))
  const updates: PreparedUpdate[] = []
  const prepared = prepareUpdates({
    current: { release: frame.release, text: envelope.signed, files: frame.files },
    signatures: envelope.signatures,
    places: frame.places,
    deltas: deltas.table,
    earlier,
    blob: async sha256 => {
      const file = blobs.get(sha256)
      return file ? readBlob(file) : (deltas.bytes.get(sha256) ?? new Uint8Array(0))
    },
  })
  for await (const { from, file } of prepared) {
    const name = await putAnswer(file, input, deps)
    updates.push({ ...(from !== undefined && { from }), name })
  }
  return updates
}

/** The answer for a device that has the newest root and nothing else. */
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

function pointerOf(
  { manifest, chain }: ReleaseInput,
  names: { digest: string; catalog: string; first: string; updates: readonly PreparedUpdate[] },
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
    updates: names.updates,
  }
}

/** The number of bytes of contents in the answer for a device that has nothing, and so needs all pages anyway. */
const FIRST_BUDGET = 300_000

interface UpdatesInput {
  readonly current: ListedRelease
  readonly signatures: Envelope['signatures']
  readonly places: ReadonlyMap<string, StoredCatalog['places'][string]>
  readonly deltas: StoredDeltas
  readonly earlier: readonly ListedRelease[]
  readonly blob: (sha256: string) => Promise<Uint8Array>
}

interface PreparedAnswer {
  /** The release that the device has; undefined for a device without one. */
  readonly from: string | undefined
  readonly file: StoredFile
}

/** Leaves out an answer that is too large. Devices then get the answer for a device that has nothing. */
async function* prepareUpdates(input: UpdatesInput): AsyncGenerator<PreparedAnswer, void> {
  for (const named of [undefined, ...input.earlier]) {
    const file = await updateFile(await updateFor(named, input))
    if (!named || file.body.length <= BODY_BUDGET) yield { from: named?.release, file }
  }
}

async function updateFor(named: ListedRelease | undefined, input: UpdatesInput): Promise<Uint8Array> {
  const { current, signatures, places, deltas, blob } = input
  const text = sentText(current, named)
  const list = text.bytes.length
  const facts = { files: current.files, places, deltas, named: named?.files, lacks: new Set<string>(), list }
  const plan = planUpdate(facts, named ? BODY_BUDGET : FIRST_BUDGET)
  const blobs: Uint8Array[] = []
  for (const sha256 of [...plan.contents, ...plan.deltasHere]) blobs.push(await blob(sha256))
  return renderUpdate({ current, signatures, roots: [], text, plan }, blobs)
}
