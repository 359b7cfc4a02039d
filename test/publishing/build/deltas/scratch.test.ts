/**
 * Scratch files of a publish lie beside the release; a disk without room for them does not count as a damaged release.
 */
import { expect, onTestFinished, test, vi } from 'vitest'
import { AppError } from '../../../../lib/core/errors.ts'
import { openReleaseFolder } from '../../../../lib/core/release/folder/folder.ts'
import { orSkip } from '../../../../lib/publishing/build/deltas/before.ts'
import { dictionary } from '../../../helpers/publishing/dictionary.ts'
import { temporaryPublisher } from '../../../helpers/publishing/temporary-publisher.ts'

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
