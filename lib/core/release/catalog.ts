/**
 * The files of a release folder. `current.json` points to the files of a release. Their names contain a digest, so a
 * new release is written beside the old one and becomes current in a single rename.
 *
 * - `current.json`: the pointer: which release, and its catalog;
 * - `catalog-<sha256>.json`: where each content is; the chain of roots; the last releases;
 * - `manifest-<digest>.json`: a signed manifest, by the SHA-256 of its signed text;
 * - `first-<sha256>.json.br`: the answer of version 1 to a device that has nothing yet;
 * - `update-<sha256>.bin.br`: the answer of version 2 to a device that has one of the last releases, or none;
 * - `page-<sha256>.json.br`: several contents in one body;
 * - `part-<sha256>.bin[.br]`: a slice of a delta, or of a content that is too large for a page;
 * - `roots.json`: the publisher's chain of roots (`kura root`), copied into each catalog.
 *
 * The files are read without zod, which would slow down a cold start.
 */
import { AppError } from '../errors.ts'
import { WIRE_VERSION } from './limits.ts'
import type { Envelope, Manifest } from './schema.ts'

export const POINTER = 'current.json'
export const ROOTS = 'roots.json'

/** The kept manifests: the current one and five before it. A device with one of these gets only the changes. */
export const KEPT_MANIFESTS = 6

const OWN_NAME =
  /^(catalog-[0-9a-f]{64}\.json|manifest-[0-9a-f]{64}\.json|(first|page)-[0-9a-f]{64}\.json\.br|update-[0-9a-f]{64}\.bin\.br|part-[0-9a-f]{64}\.bin(\.br)?|signature-[0-9a-f]{64}\.bin|\.[0-9a-f-]{36}\.tmp)$/

/** Whether publishing may remove the file. It may if publishing writes files of this name, or once did. */
export function isOwnName(name: string): boolean {
  return OWN_NAME.test(name)
}

/** Whether the host needs the file. It does not need signature files, which an earlier publisher wrote. */
export function isDeployedName(name: string): boolean {
  return name === POINTER || (isOwnName(name) && !name.startsWith('signature-'))
}

/** The place of a content: on a page (`bytes` is its length there, as JSON), or in a number of parts. */
export type Place = { readonly page: number; readonly bytes: number } | { readonly parts: number }

export interface StoredDelta {
  /** The SHA-256 of the content to which the delta is applied. */
  readonly from: string
  /** The SHA-256 under which the delta's parts are stored. */
  readonly sha256: string
  readonly bytes: number
  /** The compressed length of the delta, in bytes. */
  readonly sent: number
}

/** The deltas that lead to a file's content, by the SHA-256 of this content. */
export type StoredDeltas = Readonly<Record<string, readonly StoredDelta[]>>

export interface Pointer {
  readonly v: typeof WIRE_VERSION
  /** The digest of the manifest's signed text. */
  readonly release: string
  readonly version: number
  readonly created: string
  readonly expires: string
  readonly files: number
  readonly bytes: number
  readonly root: { readonly version: number; readonly expires: string; readonly development: boolean }
  readonly catalog: string
  readonly first: string
  /** The prepared answers of version 2. Absent in a release of an earlier publisher. */
  readonly updates?: readonly PreparedUpdate[]
}

/** The answer to a device that has all files of the release `from`. Without `from`, to a device that has nothing. */
export interface PreparedUpdate {
  readonly from?: string
  readonly name: string
}

export interface StoredCatalog {
  readonly roots: readonly { readonly version: number; readonly envelope: Envelope }[]
  /** The releases whose manifests are in the folder, the current one first. */
  readonly manifests: readonly string[]
  readonly pages: readonly string[]
  /** The names of the parts of a content or a delta, by its SHA-256. */
  readonly parts: Readonly<Record<string, readonly string[]>>
  readonly places: Readonly<Record<string, Place>>
  /** The deltas. Absent in a release of an earlier publisher. */
  readonly deltas?: StoredDeltas
}

export function manifestName(digest: string): string {
  return `manifest-${digest}.json`
}

export function referredNames(pointer: Pointer, catalog: StoredCatalog): Set<string> {
  return new Set([
    pointer.catalog,
    pointer.first,
    ...updateNames(pointer),
    ...catalog.manifests.map(manifestName),
    ...catalog.pages,
    ...Object.values(catalog.parts).flat(),
  ])
}

function updateNames({ updates = [] }: Pointer): string[] {
  return updates.map(({ name }) => name)
}

/** @throws AppError `release_invalid` */
export function parsePointer(text: string): Pointer {
  const pointer = parseObject(text, POINTER) as unknown as Pointer
  const whole =
    pointer.v === WIRE_VERSION &&
    /^[0-9a-f]{64}$/.test(pointer.release) &&
    [pointer.version, pointer.files, pointer.bytes, pointer.root?.version].every(Number.isSafeInteger) &&
    Array.isArray(pointer.updates ?? []) &&
    [pointer.catalog, pointer.first, ...updateNames(pointer)].every(isOwnName)
  if (!whole) throw damaged(POINTER)
  return pointer
}

/** @throws AppError `release_invalid` */
export function parseCatalog(text: string, name: string): StoredCatalog {
  const catalog = parseObject(text, name) as unknown as StoredCatalog
  const lists = [catalog.roots, catalog.manifests, catalog.pages].every(Array.isArray)
  const { parts, places, deltas = {} } = catalog
  if (!lists || ![parts, places, deltas].every(isObject)) throw damaged(name)
  const names = [catalog.pages, Object.values(parts).flat()].flat()
  if (!names.every(isOwnName)) throw damaged(name)
  if (!Object.values(deltas).every(areDeltas)) throw damaged(name)
  return catalog
}

function areDeltas(stored: unknown): boolean {
  const isDelta = (one: unknown) =>
    isObject(one) && typeof one['from'] === 'string' && typeof one['sha256'] === 'string'
  return Array.isArray(stored) && stored.every(isDelta)
}

export interface SignedManifest {
  readonly manifest: Manifest
  readonly envelope: Envelope
}

/** Does not check the signatures, because publishing and every device do. @throws AppError `release_invalid` */
export function parseManifest(text: string, name: string): SignedManifest {
  const envelope = parseObject(text, name) as unknown as Envelope
  if (typeof envelope.signed !== 'string' || !Array.isArray(envelope.signatures)) throw damaged(name)
  const manifest = parseObject(envelope.signed, name) as unknown as Manifest
  if (!Array.isArray(manifest.files) || !isObject(manifest.index)) throw damaged(name)
  return { manifest, envelope }
}

function parseObject(text: string, name: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return value
  } catch (cause) {
    throw damaged(name, cause)
  }
  throw damaged(name)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function damaged(name: string, cause?: unknown): AppError {
  return new AppError('release_invalid', `Cannot use the release: its file "${name}" is damaged or missing`, {
    hint: 'run kura publish --force, commit the release folder and deploy again',
    cause,
  })
}
