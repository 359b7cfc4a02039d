import { createHash } from 'node:crypto'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { AppError } from '../../../../lib/core/errors.ts'
import { openReleaseFolder } from '../../../../lib/core/release/folder/folder.ts'
import { DELTA_FROM } from '../../../../lib/core/release/limits.ts'
import { nearestInSize, orSkip } from '../../../../lib/publishing/build/deltas/from-contents.ts'
import { dictionary } from '../../../helpers/publishing/dictionary.ts'
import { temporaryPublisher } from '../../../helpers/publishing/temporary-publisher.ts'

/**
 * Scratch files of a publish lie beside the release; a disk without room for them does not count as a damaged release.
 */
describe('scratch', () => {
  test('the system need not have a folder for temporary files', async () => {
    const publisher = await temporaryPublisher()
    await publisher.publish({ 'words.tsv': dictionary(1) })
    vi.stubEnv('TMPDIR', '/nowhere')
    onTestFinished(() => {
      vi.unstubAllEnvs()
    })
    expect(await publisher.publish({ 'words.tsv': dictionary(2) })).toMatchObject({ warnings: [] })
    const { deltas = {} } = await openReleaseFolder(publisher.releaseDir).current().stored()
    expect(Object.keys(deltas)).toHaveLength(1)
  })

  const full = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { syscall: 'write' })

  test.each([
    { name: 'a disk without room', error: full(), skips: false },
    { name: 'a payload that has changed', error: new AppError('payload_invalid', 'changed'), skips: false },
    {
      name: 'a file of the release that cannot be read',
      error: new AppError('release_invalid', 'damaged', { cause: full() }),
      skips: true,
    },
    { name: 'a damaged delta', error: new AppError('content_mismatch', 'damaged'), skips: true },
  ])('a file lacks a delta because of $name: $skips', async ({ error, skips }) => {
    const skipped = vi.fn()
    const made = orSkip('a.md', Promise.reject(error), { skipped })
    if (skips) await expect(made).resolves.toBeUndefined()
    else await expect(made).rejects.toBe(error)
    expect(skipped.mock.calls).toEqual(skips ? [['a.md', error]] : [])
  })
})

/** Publishing keeps a delta only for a large file, and only if the change is less than half of the whole file. */
describe('worthwhile', () => {
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
})

describe('before', () => {
  const files = ['b 900', 'c 110', 'd 800', 'e 120', 'f 70', 'a 5000'].map(text => {
    const [path = '', size] = text.split(' ')
    return { path, size: Number(size), sha256: path }
  })
  const next = { path: 'a', size: 100, sha256: 'new' }

  test('nearestInSize() gives the four that are nearest, and leaves the list as it is', () => {
    const before = structuredClone(files)
    expect(nearestInSize(files, next.size).map(({ path }) => path)).toEqual(['c', 'e', 'f', 'd'])
    expect(files).toEqual(before)
  })
})
