/** Publishing keeps a delta only to a large file, and only if the change is less than half of the whole file. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { openReleaseFolder } from '../../../../lib/core/release/folder/folder.ts'
import { DELTA_FROM } from '../../../../lib/core/release/limits.ts'
import { temporaryPublisher } from '../../../helpers/publishing/temporary-publisher.ts'

/** Bytes that cannot be compressed, the same in every run. */
function noise(size: number, seed: string): Buffer {
  const blocks = Array.from({ length: Math.ceil(size / 64) }, (_, at) =>
    createHash('sha512').update(`${seed} ${at}`).digest(),
  )
  return Buffer.concat(blocks).subarray(0, size)
}

/** A file of `size` bytes of which `part` is new. */
function changed(size: number, part: number): Buffer {
  const kept = size - Math.round(size * part)
  return Buffer.concat([noise(size, 'before').subarray(0, kept), noise(size - kept, 'after')])
}

test.each([
  { name: 'less than half of a large file', size: DELTA_FROM + 1_000, part: 0.45, deltas: 1 },
  { name: 'more than half of a large file', size: DELTA_FROM + 1_000, part: 0.55, deltas: 0 },
  { name: 'a byte more than is small', size: DELTA_FROM + 1, part: 0.1, deltas: 1 },
  { name: 'a small file', size: DELTA_FROM, part: 0.1, deltas: 0 },
])('$name that has changed: $deltas', async ({ size, part, deltas }) => {
  const publisher = await temporaryPublisher()
  await publisher.publish({ 'a.bin': noise(size, 'before') })
  await publisher.publish({ 'a.bin': changed(size, part) })
  const stored = await openReleaseFolder(publisher.releaseDir).current().stored()
  expect(Object.values(stored.deltas ?? {}).flat()).toHaveLength(deltas)
})
