/**
 * `.kura/staging`: contents by their SHA-256, before they are in their places. Nothing counts as staged before its
 * bytes were hashed, in this run; what an earlier run left is taken up where it is still right, and not fetched again.
 */
import { AppError } from '../../errors.ts'
import { sha256 as digestOf } from '../../release/envelope.ts'
import { PART_SIZE } from '../../release/limits.ts'
import type { Disk } from '../disk/disk.ts'
import { partialPath, STAGING, stagedPath } from '../disk/layout.ts'

/** A content of a release, and a path that has it, for messages. */
export interface Content {
  readonly sha256: string
  /** Bytes. */
  readonly size: number
  readonly path: string
}

export interface Staging {
  has(sha256: string): boolean
  /** @throws AppError `content_mismatch`, `device_write` */
  put(content: Content, data: Uint8Array): Promise<void>
  /** Takes the content from a file of the device that has it; one that changed meanwhile is not taken. */
  copy(content: Content, from: string): Promise<void>
  /** How many parts of a content have arrived. */
  arrivedParts(content: Content): Promise<number>
  addPart(content: Content, part: number, data: Uint8Array): Promise<void>
  /** Checks the parts as a whole; false, and they are gone, where they are not the content. */
  joinParts(content: Content): Promise<boolean>
}

/** Opens the staging folder for `contents`: what is there of them and still whole need not be fetched. */
export async function openStaging(disk: Disk, contents: readonly Content[]): Promise<Staging> {
  const ready = new Set<string>()
  const names = new Set(await disk.list(STAGING))
  for (const { sha256 } of contents) {
    if (names.has(sha256) && (await disk.digest(stagedPath(sha256))) === sha256) ready.add(sha256)
  }
  return {
    has: sha256 => ready.has(sha256),
    async put(content, data) {
      checkContent(content, data)
      await disk.write(stagedPath(content.sha256), data)
      ready.add(content.sha256)
    },
    async copy({ sha256 }, from) {
      await disk.copy(from, stagedPath(sha256))
      if ((await disk.digest(stagedPath(sha256))) === sha256) ready.add(sha256)
    },
    async arrivedParts({ sha256 }) {
      const found = await disk.look(partialPath(sha256))
      return found.kind === 'file' ? Math.floor(found.size / PART_SIZE) : 0
    },
    async addPart(content, part, data) {
      const wanted = Math.min(PART_SIZE, content.size - part * PART_SIZE)
      if (data.byteLength !== wanted)
        throw mismatch(content, `its part ${part} has ${data.byteLength} bytes, wanted ${wanted}`)
      await disk.extend(partialPath(content.sha256), data, { length: part * PART_SIZE })
    },
    async joinParts({ sha256 }) {
      const whole = (await disk.digest(partialPath(sha256))) === sha256
      if (whole) await disk.rename(partialPath(sha256), stagedPath(sha256))
      else await disk.remove(partialPath(sha256))
      if (whole) ready.add(sha256)
      return whole
    },
  }
}

function checkContent(content: Content, data: Uint8Array): void {
  if (data.byteLength !== content.size)
    throw mismatch(content, `it has ${data.byteLength} bytes, the release says ${content.size}`)
  const actual = digestOf(data)
  if (actual !== content.sha256)
    throw mismatch(
      content,
      `its SHA-256 begins with ${actual.slice(0, 12)}, the release says ${content.sha256.slice(0, 12)}`,
    )
}

/** The host hands out something else than was signed. */
export function mismatch({ path }: Content, reason: string): AppError {
  return new AppError('content_mismatch', `Cannot install "${path}": ${reason}`, {
    hint: 'the host hands out what the publisher did not sign: tell the operator; the files on this device are unchanged',
  })
}
