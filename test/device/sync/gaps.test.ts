/**
 * A file was missing in some releases, or another one had its name: it travels whole, unless the device has this very
 * content. The real publisher and the real function answer over real HTTP.
 */
import { describe, expect, test } from 'vitest'
import { createDevice, filesOf } from '../../helpers/device/device.ts'
import { HOST_NOW } from '../../helpers/device/publisher.ts'
import { startRealHost } from '../../helpers/device/real-host.ts'
import { dictionary, unlike } from '../../helpers/publishing/dictionary.ts'
import type { PayloadMap } from '../../helpers/publishing/release.ts'
import { drawn } from '../../helpers/run/sampled.ts'

const PATH = 'dictionaries/読み方.tsv'
/** A change takes fewer bytes of the answer's body than this; the whole file takes more than 100,000. */
const SMALL = 3_000

const AWAY: PayloadMap = {}
const BEFORE = { [PATH]: dictionary(1) }
const BACK = { [PATH]: dictionary(2) }
const OTHER = { [PATH]: unlike() }

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
  return { dir, last, result: await run() }
}

/** The second to last release lacks the content that the device has (decision 0053). */
describe('a device gets the whole', () => {
  const stories: Story[] = [
    { name: 'the file left for one release and is back, changed', releases: [AWAY, BACK] },
    { name: 'the file changed before it left', releases: [BACK, AWAY, { [PATH]: dictionary(3) }] },
    { name: 'the file is back under another name', releases: [AWAY, { 'words/kana.tsv': dictionary(2) }] },
    {
      name: 'the file exchanged its name with another one',
      has: { ...BEFORE, 'b.tsv': unlike() },
      releases: [{ [PATH]: unlike(), 'b.tsv': dictionary(2) }],
    },
    { name: 'the file was another one for four releases', releases: [OTHER, OTHER, OTHER, OTHER, BACK] },
    { name: 'it is six releases behind', releases: [AWAY, AWAY, AWAY, AWAY, AWAY, BACK] },
    { name: 'its release was without the file', has: AWAY, releases: [BEFORE, AWAY, BACK] },
    { name: 'it has the file that was there in between', has: OTHER, releases: [BEFORE, OTHER, BACK] },
  ]
  test.each(drawn(stories, 2))('$name', async story => {
    const { result, dir, last } = await runStory(story)
    expect(result).toMatchObject({ warnings: [] })
    expect(result.bytes).toBeGreaterThan(50_000)
    expect(await filesOf(dir)).toMatchObject(last)
  })
})

test('a file that comes back as it was costs a device that still has it nothing', async () => {
  const { result } = await runStory({ name: '', releases: [OTHER, BEFORE] })
  expect(result.bytes).toBeLessThan(SMALL)
})

const DAY = 86_400_000

describe('what is behind or past its time', () => {
  test('an older release is reported and not installed', async () => {
    const device = await createDevice({ 'a.md': 'A' })
    const old = device.host.release
    device.publish(2, { 'a.md': 'A2' })
    await device.sync()
    device.host.release = old
    const result = await device.sync()
    expect(result).toMatchObject({ release: 2, installed: 1, changed: 0 })
    expect(result.warnings).toEqual([
      expect.stringMatching(/^host is behind: .* release 1, this device has release 2/),
    ])
    expect(device.host.reports.at(-1)?.problems).toEqual(result.warnings)
    expect(await device.read('a.md')).toBe('A2')
  })

  test('a device that lacks files is repaired from an older release as far as that has them', async () => {
    const device = await createDevice({ 'a.md': 'A', 'b.md': 'B' })
    const old = device.host.release
    device.publish(2, { 'a.md': 'A', 'b.md': 'B2' })
    await device.sync()
    device.host.release = old
    await device.write('a.md', 'mine')
    expect(await device.sync()).toMatchObject({ release: 2, installed: 2, changes: { repaired: ['a.md'] } })
    await device.write('b.md', 'mine')
    expect(await device.failure()).toMatchObject({ code: 'content_mismatch' })
    expect(await device.read('b.md')).toBe('mine')
  })

  test('the installed release past its time stays, and is warned of', async () => {
    const device = await createDevice()
    await device.sync()
    const now = () => HOST_NOW + 91 * DAY
    const result = await device.sync({ now })
    expect(result).toMatchObject({ installed: 1, changed: 0 })
    expect(result.warnings).toEqual([expect.stringContaining('release 1 expired on')])
    expect(device.host.reports.at(-1)?.problems).toEqual(result.warnings)
  })
})
