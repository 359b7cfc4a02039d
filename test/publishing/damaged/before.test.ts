/**
 * If a content or a delta in the release folder is damaged, the next release is still published; it only lacks a delta.
 */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openReleaseFolder } from '../../../lib/core/release/folder/folder.ts'
import { checkRelease } from '../../../lib/publishing/check/check.ts'
import {
  createTestPublisher,
  type PayloadMap,
  TEST_NOW,
  type TestPublisher,
} from '../../helpers/publishing/release.ts'
import { copiedPublisher } from '../../helpers/publishing/temporary-publisher.ts'
import { drawn } from '../../helpers/run/sampled.ts'

const PATH = 'words/dictionary.tsv'

/**
 * A payload with a text of long lines, which compress fast; each version changes one more line. A text of `LARGE` lines
 * is stored in parts, one of `SMALL` lines in a page.
 */
function payload(version: number, lines: number): PayloadMap {
  const filler = ' and so on'.repeat(60)
  const text = Array.from({ length: lines }, (_, line) => `line ${line} of ${(line * 7919) % 9_001}${filler}`)
  for (let edit = 1; edit < version; edit++) text[edit * 7] = `changed ${edit}`
  return { [PATH]: text.join('\n'), 'a.md': '# A\n' }
}

const [SMALL, LARGE] = [120, 5_200]

type Damage = (publisher: TestPublisher) => Promise<unknown>

/** Changes each file of the release whose name begins with `prefix`. */
function bend(prefix: string, change: (file: string) => Promise<unknown>): Damage {
  return async ({ releaseDir }) => {
    const names = (await readdir(releaseDir)).filter(name => name.startsWith(prefix))
    expect(names).not.toEqual([])
    for (const name of names) await change(join(releaseDir, name))
  }
}

const other = (file: string) => writeFile(file, file.endsWith('.br') ? brotliCompressSync('other') : 'other')

/** Changes the catalog so that it can still be read. */
const catalog = (pattern: RegExp, text: string) =>
  bend('catalog-', async file => {
    const before = await readFile(file, 'utf8')
    expect(before).toMatch(pattern)
    await writeFile(file, before.replace(pattern, text))
  })

const CASES: { name: string; lines: number; damage: Damage }[] = [
  { name: 'parts are gone', lines: LARGE, damage: bend('part-', file => rm(file)) },
  { name: 'parts are no brotli', lines: LARGE, damage: bend('part-', file => writeFile(file, 'no')) },
  { name: 'parts have another content', lines: LARGE, damage: bend('part-', other) },
  { name: 'a page is gone', lines: SMALL, damage: bend('page-', file => rm(file)) },
  { name: 'a page is no brotli', lines: SMALL, damage: bend('page-', file => writeFile(file, 'no')) },
  { name: 'a page has nothing in it', lines: SMALL, damage: bend('page-', other) },
  { name: 'the catalog has no places', lines: SMALL, damage: catalog(/"places":\{.*?\}\}/, '"places":{}') },
]

/** Publishers of release 1, by the number of the text's lines; each test changes a copy. */
const before = new Map<number, TestPublisher>()
beforeAll(async () => {
  for (const lines of [SMALL, LARGE]) {
    const publisher = await createTestPublisher()
    before.set(lines, publisher)
    await publisher.publish(payload(1, lines))
  }
})
afterAll(() => Promise.all([...before.values()].map(publisher => publisher.remove())))

async function publishedOnce(lines: number): Promise<TestPublisher> {
  const publisher = before.get(lines)
  if (!publisher) throw new Error(`no release has ${lines} lines`)
  return copiedPublisher(publisher)
}

async function expectFit({ payloadDir, releaseDir }: TestPublisher): Promise<void> {
  const report = await checkRelease({ payloadDir, releaseDir, now: TEST_NOW, production: false })
  expect(report).toMatchObject({ problems: [], warnings: [] })
}

async function deltasOf({ releaseDir }: TestPublisher): Promise<number> {
  const { deltas = {} } = await openReleaseFolder(releaseDir).current().stored()
  return Object.values(deltas).flat().length
}

const warning = expect.stringMatching(
  /^devices may download "words\/dictionary\.tsv" whole, for lack of a delta: Cannot .+/,
)

describe.each([{ force: false }, { force: true }])('the content before is damaged, force $force', options => {
  test.each(drawn(CASES, options.force ? 3 : 6))('$name', async ({ lines, damage }) => {
    const publisher = await publishedOnce(lines)
    await damage(publisher)
    const outcome = await publisher.publish(payload(2, lines), options)
    expect(outcome).toMatchObject({ manifest: { version: 2 }, warnings: [warning] })
    expect(await deltasOf(publisher)).toBe(0)
    await expectFit(publisher)
    // the release after that has a delta again
    expect(await publisher.publish(payload(3, lines))).toMatchObject({ warnings: [] })
    expect(await deltasOf(publisher)).toBe(1)
  })
})

describe.each([
  { name: 'a file that changes again', version: 3, left: 1 },
  { name: 'a file that stays', version: 2, left: 0 },
])('a delta to the release before, of $name', ({ version, left }) => {
  const damages: { name: string; damage: Damage }[] = [
    { name: 'is gone', damage: bend('part-', file => rm(file)) },
    { name: 'has another content', damage: bend('part-', other) },
  ]
  test.each(damages)('$name', async ({ damage }) => {
    const publisher = await publishedOnce(SMALL)
    await publisher.publish(payload(2, SMALL))
    await damage(publisher)
    const outcome = await publisher.publish(payload(version, SMALL), { force: true })
    expect(outcome).toMatchObject({ manifest: { version: 3 }, warnings: [warning] })
    expect(await deltasOf(publisher)).toBe(left)
    await expectFit(publisher)
  })
})

test.each(['null', '5', '[null]', '[{"from":1,"sha256":""}]', '[{"from":""}]'])(
  'a catalog with the deltas %s is damaged as a whole: --force is needed',
  async entry => {
    const publisher = await publishedOnce(SMALL)
    await publisher.publish(payload(2, SMALL))
    await catalog(/("deltas":\{"[0-9a-f]{64}":)\[.*?\]/, `$1${entry}`)(publisher)
    await expect(publisher.publish(payload(3, SMALL))).rejects.toMatchObject({ code: 'release_invalid' })
    expect(await publisher.publish(payload(3, SMALL), { force: true })).toMatchObject({ warnings: [] })
    expect(await deltasOf(publisher)).toBe(0)
    await expectFit(publisher)
  },
)
