/** Many contents that have arrived are written at the same time. */
import { expect, test } from 'vitest'
import { noProgress } from '../../../lib/core/work/progress.ts'
import type { Source } from '../../../lib/device/fetch/answer.ts'
import { download, WRITES_AT_ONCE } from '../../../lib/device/fetch/download.ts'
import type { Content, Staging } from '../../../lib/device/fetch/staging.ts'

/** A staging area that writes nothing: each content waits until `count` contents are being written. */
function stagingThatWaitsFor(count: number) {
  const staged = new Set<string>()
  const all = Promise.withResolvers<void>()
  let writing = 0
  let most = 0
  const put = async ({ sha256 }: Content) => {
    most = Math.max(most, ++writing)
    if (writing === count) all.resolve()
    await all.promise
    writing--
    staged.add(sha256)
  }
  return { staged, most: () => most, staging: { has: (sha256: string) => staged.has(sha256), put } }
}

test('as many contents are written at once as the device program has threads, and no more', async () => {
  const contents = Array.from({ length: 3 * WRITES_AT_ONCE }, (_, index) => ({
    sha256: `${index}`,
    size: 1,
    path: `${index}.md`,
  }))
  const sources = new Map<string, Source>(
    contents.map(({ sha256 }) => [sha256, { kind: 'here', data: new Uint8Array(1) }]),
  )
  const { staging, staged, most } = stagingThatWaitsFor(WRITES_AT_ONCE)
  await download(contents, { sources, holders: new Map() }, {
    staging: staging as unknown as Staging,
    progress: noProgress,
    warnings: [],
  } as never)
  expect(staged.size).toBe(contents.length)
  expect(most()).toBe(WRITES_AT_ONCE)
})
