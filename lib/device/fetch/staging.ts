/** A content counts as staged only after this run has hashed it. */
import { createHash, type Hash } from 'node:crypto'
import type { AppError } from '../../core/errors.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import type { Phrase } from '../../core/phrase.ts'
import { sha256 as digestOf } from '../../core/release/envelope.ts'
import { PART_SIZE } from '../../core/release/limits.ts'
import type { Disk } from '../disk/disk.ts'
import { keepStamps } from '../disk/entry.ts'
import { madePath, partialPath, STAGING, stagedPath } from '../disk/layout.ts'
import { FETCH_FAILURES, FETCH_HINTS, FETCH_PARTS } from './words.ts'

/** `path` is one of the content's paths, for messages. */
export interface Content {
  readonly sha256: string
  readonly size: number
  readonly path: string
}

export interface Staging {
  has(sha256: string): boolean
  /** @throws AppError `content_mismatch`, `device_write` */
  put(content: Content, data: Uint8Array): Promise<void>
  /** Returns false, and stages nothing, if the pieces do not have the hash of the content. */
  make(content: Content, pieces: AsyncIterable<Uint8Array>): Promise<boolean>
  /** Stages a copy of the file `from`, or nothing if that file has changed in the meantime. */
  copy(content: Content, from: string): Promise<void>
  arrivedParts(content: Content): Promise<number>
  addPart(content: Content, part: number, data: Uint8Array): Promise<void>
  /** Makes the content of its parts. Returns false, and removes the parts, if their hash is another. */
  joinParts(content: Content): Promise<boolean>
}

export interface StagingDeps {
  readonly disk: Disk
  /** The SHA-256 of unchanged files by their stamps. Each staged file is added. */
  readonly stamps: Map<string, string>
}

/** Opens the staging folder for `contents`, and hashes those that an earlier run staged. */
export async function openStaging(
  contents: readonly Content[],
  { disk, stamps }: StagingDeps,
): Promise<Staging> {
  const ready = new Set<string>()
  const names = new Set(await disk.list(STAGING))
  // another run, or a person who copied the folder, may have written the file
  const holds = async (path: string, sha256: string): Promise<boolean> => {
    const entry = await disk.look(path)
    if (entry.kind !== 'file' || (await disk.digest(path, entry)) !== sha256) return false
    keepStamps(stamps, entry, sha256)
    return true
  }
  for (const { sha256 } of contents) {
    if (names.has(sha256) && (await holds(stagedPath(sha256), sha256))) ready.add(sha256)
  }
  return {
    has: sha256 => ready.has(sha256),
    async put(content, data) {
      checkContent(content, data)
      const path = stagedPath(content.sha256)
      await disk.write(path, data)
      const entry = await disk.look(path)
      if (entry.kind === 'file') keepStamps(stamps, entry, content.sha256)
      ready.add(content.sha256)
    },
    async make({ sha256 }, pieces) {
      const hash = createHash('sha256')
      const made = madePath(sha256)
      try {
        await disk.write(made, hashed(pieces, hash))
        if (hash.digest('hex') === sha256) {
          const entry = await disk.look(made)
          if (entry.kind === 'file') keepStamps(stamps, entry, sha256)
          await disk.rename(made, stagedPath(sha256))
          ready.add(sha256)
        }
        return ready.has(sha256)
      } finally {
        if (!ready.has(sha256)) await disk.remove(made)
      }
    },
    async copy({ sha256 }, from) {
      await disk.copy(from, stagedPath(sha256))
      if (await holds(stagedPath(sha256), sha256)) ready.add(sha256)
    },
    async arrivedParts({ sha256 }) {
      const entry = await disk.look(partialPath(sha256))
      return entry.kind === 'file' ? Math.floor(entry.size / PART_SIZE) : 0
    },
    async addPart(content, part, data) {
      const expected = Math.min(PART_SIZE, content.size - part * PART_SIZE)
      if (data.byteLength !== expected)
        throw mismatch(content, phrase(FETCH_PARTS.partSize, { part, bytes: data.byteLength, expected }))
      await disk.extend(partialPath(content.sha256), data, { length: part * PART_SIZE })
    },
    async joinParts({ sha256 }) {
      const whole = await holds(partialPath(sha256), sha256)
      if (whole) await disk.rename(partialPath(sha256), stagedPath(sha256))
      else await disk.remove(partialPath(sha256))
      if (whole) ready.add(sha256)
      return whole
    },
  }
}

async function* hashed(pieces: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    hash.update(piece)
    yield piece
  }
}

function checkContent(content: Content, data: Uint8Array): void {
  if (data.byteLength !== content.size)
    throw mismatch(content, phrase(FETCH_PARTS.size, { bytes: data.byteLength, expected: content.size }))
  const actual = digestOf(data)
  if (actual !== content.sha256)
    throw mismatch(
      content,
      phrase(FETCH_PARTS.hash, { actual: actual.slice(0, 12), expected: content.sha256.slice(0, 12) }),
    )
}

/** The number of parts of a content; an empty content has one part. */
export function partsOf(size: number): number {
  return Math.max(1, Math.ceil(size / PART_SIZE))
}

/** The error for a content that differs from the signed release. */
export function mismatch({ path }: Content, why: Phrase): AppError {
  return phraseError('content_mismatch', phrase(FETCH_FAILURES.mismatch, { path, why }), {
    hint: phrase(FETCH_HINTS.unsigned),
  })
}
