/**
 * Signatures in the release folder: they describe contents that have left the release, as long as a device may have
 * them.
 */
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isDeployedName } from '../../../../lib/core/release/catalog.ts'
import { sha256 } from '../../../../lib/core/release/envelope.ts'
import { openReleaseFolder } from '../../../../lib/core/release/folder/folder.ts'
import { DELTA_FROM } from '../../../../lib/core/release/limits.ts'
import { checkRelease } from '../../../../lib/publishing/check/check.ts'
import { type PayloadMap, TEST_NOW, type TestPublisher } from '../../../helpers/publishing/release.ts'
import { temporaryPublisher } from '../../../helpers/publishing/temporary-publisher.ts'
import { longLines } from '../../publish-world.ts'

const PATH = 'words/dictionary.tsv'
const [A, B, C] = [1, 2, 3].map(seed => longLines(DELTA_FROM + 1, seed)) as [Buffer, Buffer, Buffer]
/** Nearly A. */
const NEXT = Buffer.concat([Buffer.from('x'), A])

/** A payload that has this file, or lacks it; no two versions are the same. */
const holding = (content: Buffer | undefined, version: number): PayloadMap => ({
  'a.md': `# ${version}\n`,
  ...(content && { [PATH]: content }),
})

/** Publishes one content after the other; 0 stands for a release without the file. */
async function published(...contents: readonly (Buffer | 0)[]): Promise<TestPublisher> {
  const publisher = await temporaryPublisher()
  for (const [index, content] of contents.entries())
    expect(await publisher.publish(holding(content || undefined, index + 1))).toMatchObject({ warnings: [] })
  return publisher
}

async function catalogOf({ releaseDir }: TestPublisher) {
  const { signatures = {}, deltas = {} } = await openReleaseFolder(releaseDir).current().stored()
  return { signatures, deltas: Object.values(deltas).flat() }
}

async function signatureFiles({ releaseDir }: TestPublisher): Promise<string[]> {
  return (await readdir(releaseDir)).filter(name => name.startsWith('signature-')).sort()
}

async function warningsOf({ payloadDir, releaseDir }: TestPublisher): Promise<readonly string[]> {
  const report = await checkRelease({ payloadDir, releaseDir, now: TEST_NOW, production: false })
  expect(report.problems).toEqual([])
  return report.warnings
}

describe('the folder has the signature of', () => {
  const cases: { name: string; contents: (Buffer | 0)[]; want: Buffer[] }[] = [
    { name: 'nothing in the first release', contents: [A], want: [] },
    { name: 'what has changed', contents: [A, B], want: [A] },
    { name: 'what has changed, also if a delta leads from it', contents: [A, NEXT], want: [A] },
    { name: 'what has left', contents: [A, 0], want: [A] },
    { name: 'all that devices may have', contents: [A, B, 0, C, 0], want: [C, B, A] },
    { name: 'nothing that is back', contents: [A, B, A], want: [B] },
    { name: 'what has left again', contents: [A, 0, A, 0], want: [A] },
    { name: 'what the oldest release has', contents: [A, 0, 0, 0, 0, 0], want: [A] },
    { name: 'nothing that is older', contents: [A, 0, 0, 0, 0, 0, 0], want: [] },
    { name: 'nothing of 64 KB', contents: [A.subarray(0, DELTA_FROM), 0], want: [] },
  ]
  test.each(cases)('$name', async ({ contents, want }) => {
    const publisher = await published(...contents)
    const { signatures } = await catalogOf(publisher)
    expect(Object.keys(signatures)).toEqual(want.map(content => sha256(content)))
    const files = await signatureFiles(publisher)
    expect(files).toEqual(Object.values(signatures).sort())
    for (const name of files)
      expect(name).toBe(`signature-${sha256(await readFile(join(publisher.releaseDir, name)))}.bin`)
    expect(await warningsOf(publisher)).toEqual([])
  })
})

describe('a signature', () => {
  const damages: { name: string; damage: (file: string) => Promise<unknown> }[] = [
    { name: 'is gone', damage: file => rm(file) },
    { name: 'is empty', damage: file => writeFile(file, '') },
    { name: 'is cut short', damage: async file => writeFile(file, (await readFile(file)).subarray(0, -12)) },
    { name: 'has another block', damage: async file => writeFile(file, (await readFile(file)).fill(1, 20)) },
  ]
  const damaged = async (damage: (file: string) => Promise<unknown>) => {
    const publisher = await published(A, 0)
    const [name = ''] = await signatureFiles(publisher)
    await damage(join(publisher.releaseDir, name))
    expect(await warningsOf(publisher)).toEqual([
      expect.stringMatching(`^the release folder's "${name}" is damaged or missing: restore it from git`),
    ])
    return { publisher, name }
  }

  test.each(damages)('that $name is told, and the file that comes back has no delta', async ({ damage }) => {
    const { publisher, name } = await damaged(damage)
    expect(await publisher.publish(holding(NEXT, 3))).toMatchObject({
      manifest: { version: 3 },
      warnings: [
        `devices may download "${PATH}" whole, for lack of a delta: Cannot use the release: its file "${name}" is damaged or missing`,
      ],
    })
    expect(await catalogOf(publisher)).toEqual({ signatures: {}, deltas: [] })
    expect(await signatureFiles(publisher)).toEqual([])
    expect(await warningsOf(publisher)).toEqual([])
  })

  test.each(damages)('that $name is told, and removed, if the file stays away', async ({ damage }) => {
    const { publisher } = await damaged(damage)
    const { warnings } = await publisher.publish(holding(undefined, 3))
    expect(warnings).toEqual([expect.stringContaining(`devices may download "${PATH}" whole`)])
    expect(await signatureFiles(publisher)).toEqual([])
    expect(await publisher.publish(holding(undefined, 4))).toMatchObject({ warnings: [] })
  })

  test('is not made of a content that is damaged, and a person is told', async () => {
    const publisher = await published(A)
    const page = (await readdir(publisher.releaseDir)).find(name => name.startsWith('page-')) ?? ''
    await rm(join(publisher.releaseDir, page))
    const { warnings } = await publisher.publish(holding(undefined, 2))
    expect(warnings).toEqual([expect.stringContaining(`devices may download "${PATH}" whole`)])
    expect(await catalogOf(publisher)).toMatchObject({ signatures: {} })
    expect(await warningsOf(publisher)).toEqual([])
  })
})

/** Changes the catalog so that it can still be read. */
async function bendCatalog({ releaseDir }: TestPublisher, pattern: RegExp, text: string): Promise<void> {
  const file = join(releaseDir, openReleaseFolder(releaseDir).current().pointer.catalog)
  const before = await readFile(file, 'utf8')
  expect(before).toMatch(pattern)
  await writeFile(file, before.replace(pattern, text))
}

test('a release folder of an earlier publisher, which has no signatures, is still published from', async () => {
  const publisher = await published(A, 0)
  await bendCatalog(publisher, /,"signatures":\{.*?\}/, '')
  expect(await publisher.publish(holding(NEXT, 3))).toMatchObject({ warnings: [] })
  expect(await catalogOf(publisher)).toEqual({ signatures: {}, deltas: [] })
  expect(await signatureFiles(publisher)).toEqual([])
})

test.each(['null', '[]', '{"a":5}', '{"a":"../../key.pem"}'])(
  'a catalog with the signatures %s is damaged as a whole: --force is needed',
  async table => {
    const publisher = await published(A, 0)
    await bendCatalog(publisher, /"signatures":\{.*?\}/, `"signatures":${table}`)
    await expect(publisher.publish(holding(NEXT, 3))).rejects.toMatchObject({ code: 'release_invalid' })
    expect(await publisher.publish(holding(NEXT, 3), { force: true })).toMatchObject({ warnings: [] })
  },
)

test('what the host would deploy is told without the signatures', async () => {
  const publisher = await published(Buffer.alloc(1_000_000))
  const { weight } = await publisher.publish(holding(undefined, 2))
  const names = (await readdir(publisher.releaseDir)).filter(isDeployedName)
  expect(names.some(name => name.startsWith('signature-'))).toBe(false)
  const sizes = await Promise.all(
    names.map(async name => (await stat(join(publisher.releaseDir, name))).size),
  )
  // the pointer's size and that of a kept manifest are estimates
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  expect(Math.abs((weight?.bytes ?? 0) - bytes)).toBeLessThan(5_000)
  const [signature = ''] = await signatureFiles(publisher)
  expect((await stat(join(publisher.releaseDir, signature))).size).toBeGreaterThan(20_000)
})
