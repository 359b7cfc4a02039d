import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { encodeDelta } from '../../../lib/core/release/delta/format.ts'
import { sha256 } from '../../../lib/core/release/envelope.ts'
import { type DiskChanges, openDisk } from '../../../lib/device/disk/disk.ts'
import { STAGING, stagedPath } from '../../../lib/device/disk/layout.ts'
import { rebuild } from '../../../lib/device/fetch/rebuild.ts'
import { openStaging } from '../../../lib/device/fetch/staging.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const PIECE = 32
const SIZE = 4_688 * PIECE
const OLD = Buffer.from(Uint8Array.from({ length: SIZE }, (_, index) => (index * 31) % 251))
/** A delta that copies the pieces of the old file in reverse order. */
const backwards = (length: number) =>
  Array.from({ length: SIZE / length }, (_, index) => ({ offset: SIZE - length * (index + 1), length }))
const NEW = Buffer.concat(backwards(PIECE).map(({ offset }) => OLD.subarray(offset, offset + PIECE)))

/** Notes the size of each piece that is written. */
function counting(pieces: number[]): (changes: DiskChanges) => DiskChanges {
  return changes => ({
    ...changes,
    write: (path, data, options) =>
      changes.write(
        path,
        typeof data === 'string' || data instanceof Uint8Array ? data : counted(data),
        options,
      ),
  })

  async function* counted(data: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of data) {
      pieces.push(piece.length)
      yield piece
    }
  }
}

/** Rebuilds the new file; returns whether that succeeded, and the sizes of the written pieces. */
async function rebuilt(delta: Uint8Array) {
  const dir = await temporaryDirectory()
  await mkdir(join(dir, STAGING), { recursive: true })
  await writeFile(join(dir, 'a.bin'), OLD)
  const pieces: number[] = []
  const disk = openDisk(dir, { intercept: counting(pieces) })
  const content = { sha256: sha256(NEW), size: SIZE, path: 'a.bin' }
  const staging = await openStaging([content], { disk, stamps: new Map() })
  const warnings: string[] = []
  const made = await rebuild(
    content,
    { from: sha256(OLD), fromSize: SIZE, delta },
    { disk, staging, holders: new Map([[sha256(OLD), 'a.bin']]), fetchDelta: async () => false, warnings },
  )
  const staged = await readFile(join(dir, stagedPath(content.sha256))).catch(() => undefined)
  return { made, pieces, warnings, staged }
}

test('a delta that makes a file from short copies is written in few pieces', async () => {
  const { made, pieces, staged } = await rebuilt(encodeDelta(backwards(PIECE)))
  expect(made).toBe(true)
  expect(pieces).toEqual([65_536, 65_536, SIZE - 2 * 65_536])
  expect(staged?.equals(NEW)).toBe(true)
})

test.each([
  { name: 'that copies single bytes', delta: encodeDelta(backwards(1)) },
  { name: 'that copies fewer bytes than the least', delta: encodeDelta(backwards(16)) },
  { name: 'that is larger than half of its file', delta: encodeDelta([{ insert: NEW }]) },
])('a delta $name is not used, and the run says so', async ({ delta }) => {
  expect(await rebuilt(delta)).toEqual({
    made: false,
    pieces: [],
    staged: undefined,
    warnings: [expect.stringContaining('was fetched whole')],
  })
})
