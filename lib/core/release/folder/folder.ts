/**
 * Reads each file of the release folder on first use, and all files again after the pointer was replaced. The host
 * checks no signatures, because publishing and every device check them, and the host could not forge one.
 */
import { constants, readFileSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, messageOf } from '../../errors.ts'
import { keepMade } from '../../work/keep-made.ts'
import { decompress } from '../body/compression.ts'
import type { Catalog } from '../body/layout.ts'
import type { Content } from '../body/packing.ts'
import {
  damaged,
  manifestName,
  POINTER,
  type Pointer,
  parseCatalog,
  parseManifest,
  parsePointer,
  type SignedManifest,
  type StoredCatalog,
} from '../catalog.ts'
import { DEFAULT_RELEASE_DIR } from '../default-folder.ts'
import type { Envelope } from '../schema.ts'

/** With O_NONBLOCK, opening a pipe does not wait, and the pipe counts as an empty file. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** The most bytes of bodies and contents that a snapshot caches. */
const CACHE_BYTES = 24_000_000

export interface StoredBody {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly brotli: boolean
}

/** A release, as it was when its pointer was read. */
export interface ReleaseSnapshot {
  readonly pointer: Pointer
  stored(): Promise<StoredCatalog>
  catalog(): Promise<Catalog>
  /** Returns undefined unless the manifest is of the current release or one of the last. */
  manifest(digest: string): Promise<SignedManifest | undefined>
  /** Returns the answer of version 1 to a device that has nothing. */
  first(): Promise<StoredBody>
  /** Returns the prepared answer of version 2 to a device that has the release `from`, or nothing. */
  update(from: string | undefined): Promise<StoredBody | undefined>
  page(page: number): Promise<StoredBody | undefined>
  part(sha256: string, part: number): Promise<StoredBody | undefined>
  /** Returns a part that is not cached, so that the caller can free its memory. */
  ownPart(sha256: string, part: number): Promise<StoredBody | undefined>
  delta(sha256: string): Promise<Buffer>
  /** @throws AppError `release_invalid` if a content is not stored in a page */
  contents(digests: Iterable<string>): Promise<Map<string, Content>>
}

export interface ReleaseFolder {
  /**
   * Returns the same snapshot until the pointer is replaced.
   * @throws AppError `release_missing` if there is no release, `release_invalid` if it is damaged
   */
  current(): ReleaseSnapshot
}

/** @param fixed whether the folder never changes while the process lives, as on the host */
export function openReleaseFolder(
  dir: string = DEFAULT_RELEASE_DIR,
  { fixed = false }: { fixed?: boolean } = {},
): ReleaseFolder {
  let known: { readonly stamp: string; readonly snapshot: ReleaseSnapshot } | undefined
  return {
    current() {
      if (known && fixed) return known.snapshot
      const stamp = pointerStamp(dir)
      if (known?.stamp !== stamp) known = { stamp, snapshot: createSnapshot(dir, readPointer(dir)) }
      return known.snapshot
    },
  }
}

/** @throws AppError `release_missing`, `release_invalid` */
export async function latestRoot(dir?: string): Promise<Envelope> {
  const { roots } = await openReleaseFolder(dir).current().stored()
  const last = roots.at(-1)
  if (!last) throw damaged(POINTER)
  return last.envelope
}

function pointerStamp(dir: string): string {
  try {
    const { mtimeMs, ino, size } = statSync(join(dir, POINTER))
    return `${mtimeMs} ${ino} ${size}`
  } catch (cause) {
    throw missing(cause)
  }
}

function readPointer(dir: string): Pointer {
  try {
    return parsePointer(readFileSync(join(dir, POINTER), { encoding: 'utf8', flag: READ }))
  } catch (cause) {
    throw damaged(POINTER, cause)
  }
}

function missing(cause: unknown): AppError {
  return new AppError('release_missing', 'Cannot hand out files: this deployment has no release', {
    hint: 'run kura publish, commit the release folder and deploy; locally, npm start publishes one',
    cause: messageOf(cause),
  })
}

function createReader(dir: string) {
  const cache = createCache(CACHE_BYTES)
  const uncached = (name: string) =>
    readFile(join(dir, name), { flag: READ }).catch((cause: unknown) => {
      throw damaged(name, cause)
    })
  const file = (name: string) =>
    cache.get(name, async () => {
      const bytes = await uncached(name)
      return { value: bytes, bytes: bytes.length }
    })
  const inflated = async (name: string) => {
    const bytes = await file(name)
    return name.endsWith('.br')
      ? decompress(bytes).catch(cause => Promise.reject(damaged(name, cause)))
      : bytes
  }
  return {
    file,
    uncached,
    joined: async (names: readonly string[]) => Buffer.concat(await Promise.all(names.map(inflated))),
    signedManifest: (digest: string) =>
      cache.get(digest, async () => {
        const text = await file(manifestName(digest))
        return { value: parseManifest(String(text), manifestName(digest)), bytes: text.length }
      }),
    pageContents: (name: string) =>
      cache.get(`${name} contents`, async () => {
        const text = String(await inflated(name))
        return { value: parsePage(text, name), bytes: text.length }
      }),
  }
}

function createSnapshot(dir: string, pointer: Pointer): ReleaseSnapshot {
  const reader = createReader(dir)
  const stored = keepMade(async () =>
    parseCatalog(String(await reader.file(pointer.catalog)), pointer.catalog),
  )
  const catalog = keepMade(async () =>
    catalogOf(await stored(), { pointer, current: await reader.signedManifest(pointer.release) }),
  )
  const body = async (name: string | undefined, read = reader.file): Promise<StoredBody | undefined> =>
    name === undefined ? undefined : { bytes: await read(name), brotli: name.endsWith('.br') }
  const partName = async (sha256: string, part: number): Promise<string | undefined> => {
    const { parts } = await stored()
    return Object.hasOwn(parts, sha256) ? parts[sha256]?.[part] : undefined
  }
  const contentOf = async (digest: string): Promise<Content> => {
    const place = (await catalog()).places.get(digest)
    const name = place && 'page' in place ? ((await stored()).pages[place.page] ?? '') : undefined
    const content = name === undefined ? undefined : (await reader.pageContents(name)).get(digest)
    if (content === undefined) throw damaged(pointer.catalog)
    return content
  }
  return {
    pointer,
    stored,
    catalog,
    manifest: async digest =>
      (await stored()).manifests.includes(digest) ? reader.signedManifest(digest) : undefined,
    first: async () => ({ bytes: await reader.file(pointer.first), brotli: true }),
    update: async from => body(pointer.updates?.find(update => update.from === from)?.name),
    page: async page => body((await stored()).pages[page]),
    part: async (sha256, part) => body(await partName(sha256, part)),
    ownPart: async (sha256, part) => body(await partName(sha256, part), reader.uncached),
    delta: async sha256 => {
      const { parts } = await stored()
      return reader.joined((Object.hasOwn(parts, sha256) ? parts[sha256] : undefined) ?? [])
    },
    async contents(digests) {
      const found = new Map<string, Content>()
      for (const digest of digests) found.set(digest, await contentOf(digest))
      return found
    },
  }
}

function catalogOf(
  { roots, places, pages }: StoredCatalog,
  { pointer, current }: { pointer: Pointer; current: SignedManifest },
): Catalog {
  return {
    release: pointer.release,
    envelope: current.envelope,
    files: current.manifest.files,
    roots,
    places: new Map(Object.entries(places)),
    pages: pages.length,
  }
}

function parsePage(text: string, name: string): Map<string, Content> {
  try {
    const { files } = JSON.parse(text) as { files: ({ sha256: string } & Content)[] }
    return new Map(files.map(({ sha256, ...content }) => [sha256, content as Content]))
  } catch (cause) {
    throw damaged(name, cause)
  }
}

export interface Cache {
  /** Loads a value once. Concurrent callers share one load. */
  get<T>(key: string, load: () => Promise<{ value: T; bytes: number }>): Promise<T>
}

export function createCache(limit: number): Cache {
  const entries = new Map<string, { loading: Promise<{ value: unknown; bytes: number }>; bytes: number }>()
  const trim = () => {
    let total = [...entries.values()].reduce((sum, { bytes }) => sum + bytes, 0)
    for (const [key, { bytes }] of entries) {
      if (total <= limit) return
      entries.delete(key)
      total -= bytes
    }
  }
  return {
    async get<T>(key: string, load: () => Promise<{ value: T; bytes: number }>): Promise<T> {
      const entry = entries.get(key) ?? { loading: load(), bytes: 0 }
      entries.delete(key)
      entries.set(key, entry)
      try {
        const { value, bytes } = await entry.loading
        entry.bytes = bytes
        trim()
        return value as T
      } catch (error) {
        entries.delete(key)
        throw error
      }
    },
  }
}
