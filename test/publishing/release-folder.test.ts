/** The files in the release folder after publishing. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sha256 } from '../../lib/core/release/envelope.ts'
import { openReleaseFolder } from '../../lib/core/release/folder/folder.ts'
import { PART_SIZE } from '../../lib/core/release/limits.ts'
import type { ProgressStep } from '../../lib/core/work/progress.ts'
import { temporaryPublisher } from '../helpers/publishing/temporary-publisher.ts'
import { problemsOf, pseudoRandom } from './publish-world.ts'

describe('the release folder', () => {
  test('keeps the current manifest and the last five, what they need, and everything that publishing did not write', async () => {
    const publisher = await temporaryPublisher()
    await writeFile(join(publisher.releaseDir, 'README.md'), 'mine')
    await writeFile(join(publisher.releaseDir, 'page-of-mine.json.br'), 'mine')
    const releases: string[] = []
    for (let version = 1; version <= 8; version++) {
      const { release } = await publisher.publish({ a: `content ${version}` })
      releases.unshift(release)
    }
    const names = await readdir(publisher.releaseDir)
    const kinds = names.map(name => name.replace(/-[0-9a-f]{64}/, '')).sort()
    expect(kinds.filter(kind => kind !== 'update.bin.br')).toEqual([
      'README.md',
      'catalog.json',
      'current.json',
      'first.json.br',
      ...Array(6).fill('manifest.json'),
      'page-of-mine.json.br',
      'page.json.br',
      'roots.json',
    ])
    const snapshot = openReleaseFolder(publisher.releaseDir).current()
    expect(snapshot.pointer.updates?.map(({ from }) => from)).toEqual([undefined, ...releases.slice(1, 6)])
    expect((await snapshot.stored()).manifests).toEqual(releases.slice(0, 6))
    expect((await snapshot.manifest(releases[5] ?? ''))?.manifest.version).toBe(3)
    expect(await snapshot.manifest(releases[6] ?? '')).toBeUndefined()
  })

  test('names every file after what is in it', async () => {
    const publisher = await temporaryPublisher()
    await publisher.publish({ a: 'a', big: Buffer.alloc(PART_SIZE + 1, 1) })
    const ofEarlierPublisher = `signature-${'a'.repeat(64)}.bin`
    await writeFile(join(publisher.releaseDir, ofEarlierPublisher), 'its block signature')
    await publisher.publish({ a: 'b' })
    const names = await readdir(publisher.releaseDir)
    expect(names).not.toContain(ofEarlierPublisher)
    for (const name of names) {
      const digest = /^(?:catalog|first|update|page|part)-([0-9a-f]{64})/.exec(name)?.[1]
      if (digest) expect(sha256(await readFile(join(publisher.releaseDir, name)))).toBe(digest)
    }
  })

  test('has room for 200 files of 10 MB and one of 20 MB, no body over the budget, and all of it whole', async () => {
    const publisher = await temporaryPublisher()
    const files = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`files/${index}.bin`, pseudoRandom(50_000, index)]),
    )
    const steps = new Set<unknown>()
    const progress = ({ what }: ProgressStep) => void steps.add(what)
    await publisher.publish({ ...files, 'large.bin': pseudoRandom(20_000_000, 999) }, { progress })
    const stored = await openReleaseFolder(publisher.releaseDir).current().stored()
    expect(stored.pages).toHaveLength(4)
    expect(Object.values(stored.parts).map(parts => parts.length)).toEqual([7])
    expect([...steps]).toEqual(['reading', 'compressing'])
    expect(await problemsOf(publisher)).toEqual([])
  })
})
