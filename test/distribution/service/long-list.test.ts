/** In version 1 an answer has an entry for each file: a very long list is prepared, never made for one device. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { POINTER } from '../../../lib/release/catalog.ts'
import { FILES, serve } from '../world.ts'

test.each([
  { files: 10_000, answer: 'files' },
  { files: 10_001, answer: 'first' },
])('a device with the release before one of $files files gets: $answer', async ({ files, answer }) => {
  const { publisher, ask } = await serve()
  const before = await publisher.publish(FILES)
  await publisher.publish({ ...FILES, 'a.md': '# B\n' })
  const pointer = join(publisher.releaseDir, POINTER)
  await writeFile(pointer, JSON.stringify({ ...JSON.parse(await readFile(pointer, 'utf8')), files }))
  expect((await ask({ query: { have: before.release } })).line).toMatchObject({ release: 2, answer })
})
