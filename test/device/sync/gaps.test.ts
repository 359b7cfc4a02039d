/**
 * Only changed parts travel, also if a file was missing in some releases, or another one had its name: the device still
 * has the old content. The real publisher and the real function answer over real HTTP.
 */
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openReleaseFolder } from '../../../lib/core/release/folder/folder.ts'
import { filesOf } from '../../helpers/device/device.ts'
import { startRealHost } from '../../helpers/device/real-host.ts'
import { dictionary, unlike } from '../../helpers/publishing/dictionary.ts'
import type { PayloadMap } from '../../helpers/publishing/release.ts'
import { drawn } from '../../helpers/run/sampled.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const PATH = 'dictionaries/読み方.tsv'
/** A change takes fewer bytes of the answer's body than this; the whole file takes more than 100,000. */
const SMALL = 3_000

const AWAY: PayloadMap = {}
const BEFORE = { [PATH]: dictionary(1) }
const BACK = { [PATH]: dictionary(2) }
const OTHER = { [PATH]: unlike() }
const start = (part: number) => dictionary(1).slice(0, dictionary(1).length * part)

interface Story {
  readonly name: string
  /** The releases after the one that the device has. */
  readonly releases: readonly PayloadMap[]
  readonly has?: PayloadMap
}

/** Adds a small file that differs in each release, so that no two releases are the same. */
const withNote = (files: PayloadMap, version: number) => ({ ...files, 'a.md': `# Release ${version}\n` })

async function runStory({ has = BEFORE, releases }: Story) {
  const { publisher, run, dir } = await startRealHost(withNote(has, 1))
  await run()
  for (const [index, files] of releases.entries()) await publisher.publish(withNote(files, index + 2))
  const last = withNote(releases.at(-1) ?? {}, releases.length + 1)
  return { publisher, dir, last, result: await run() }
}

describe('a device gets the change alone', () => {
  const stories: Story[] = [
    { name: 'the file left for one release and is back, changed', releases: [AWAY, BACK] },
    { name: 'the file left for three releases', releases: [AWAY, AWAY, AWAY, BACK] },
    { name: 'the file left for four releases', releases: [AWAY, AWAY, AWAY, AWAY, BACK] },
    { name: 'the file is back, and changed once more', releases: [AWAY, BACK, { [PATH]: dictionary(3) }] },
    { name: 'the file changed before it left', releases: [BACK, AWAY, { [PATH]: dictionary(3) }] },
    { name: 'the file is back under another name', releases: [AWAY, { 'words/kana.tsv': dictionary(2) }] },
    {
      name: 'the file is back in the place of another one',
      has: { ...BEFORE, 'b.tsv': unlike() },
      releases: [{ 'b.tsv': unlike() }, { 'b.tsv': dictionary(2) }],
    },
    {
      name: 'the file took the place of another one',
      has: { ...BEFORE, 'b.tsv': unlike() },
      releases: [{ 'b.tsv': dictionary(2) }],
    },
    {
      name: 'the file exchanged its name with another one',
      has: { ...BEFORE, 'b.tsv': unlike() },
      releases: [{ [PATH]: unlike(), 'b.tsv': dictionary(2) }],
    },
    {
      name: 'the file was renamed before it left',
      has: { 'words/kana.tsv': dictionary(1) },
      releases: [BACK, AWAY, { [PATH]: dictionary(3) }],
    },
    { name: 'the file was another one for a release', releases: [OTHER, BACK] },
    { name: 'the file was another one for four releases', releases: [OTHER, OTHER, OTHER, OTHER, BACK] },
    {
      name: 'the file changed before it was another one',
      releases: [BACK, OTHER, { [PATH]: dictionary(3) }],
    },
    { name: 'the file was cut short for a release', releases: [{ [PATH]: start(0.05) }, BACK] },
    { name: 'the file was cut by a third for a release', releases: [{ [PATH]: start(0.67) }, BACK] },
  ]
  test.each(drawn(stories, 3))('$name', async story => {
    const { result, dir, last } = await runStory(story)
    expect(result).toMatchObject({ release: story.releases.length + 1, warnings: [] })
    expect(result.bytes).toBeLessThan(SMALL)
    expect(await filesOf(dir)).toMatchObject(last)
  })
})

describe('a device gets the whole', () => {
  const stories: Story[] = [
    { name: 'it is six releases behind', releases: [AWAY, AWAY, AWAY, AWAY, AWAY, BACK] },
    { name: 'its release was without the file', has: AWAY, releases: [BEFORE, AWAY, BACK] },
    { name: 'it has the file that was there in between', has: OTHER, releases: [BEFORE, OTHER, BACK] },
  ]
  test.each(drawn(stories, 1))('$name', async story => {
    const { result, dir, last } = await runStory(story)
    expect(result).toMatchObject({ warnings: [] })
    expect(result.bytes).toBeGreaterThan(50_000)
    expect(await filesOf(dir)).toMatchObject(last)
  })
})

test('a fresh clone of the release folder is enough to publish the delta', async () => {
  const { publisher, run } = await startRealHost(withNote(BEFORE, 1))
  await run()
  await publisher.publish(withNote(AWAY, 2))
  const clone = join(await temporaryDirectory(), 'release')
  await cp(publisher.releaseDir, clone, { recursive: true })
  await rm(publisher.releaseDir, { recursive: true })
  await cp(clone, publisher.releaseDir, { recursive: true })
  await publisher.publish(withNote(BACK, 3))
  expect((await run()).bytes).toBeLessThan(SMALL)
})

test('a file that comes back as it was costs a device that still has it nothing', async () => {
  const { result, publisher } = await runStory({ name: '', releases: [OTHER, BEFORE] })
  expect(result.bytes).toBeLessThan(SMALL)
  const { signatures } = await openReleaseFolder(publisher.releaseDir).current().stored()
  expect(Object.keys(signatures ?? {})).toHaveLength(1)
})
