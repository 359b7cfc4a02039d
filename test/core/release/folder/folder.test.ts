import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sha256 } from '../../../../lib/core/release/envelope.ts'
import { latestRoot, openReleaseFolder } from '../../../../lib/core/release/folder/folder.ts'
import { PART_SIZE } from '../../../../lib/core/release/limits.ts'
import { temporaryPublisher } from '../../../helpers/publishing/temporary-publisher.ts'
import { temporaryDirectory } from '../../../helpers/temporary-directory.ts'

describe('openReleaseFolder()', () => {
  test('reads nothing before it is asked', () => {
    expect(() => openReleaseFolder('/nowhere/at/all')).not.toThrow()
  })

  test('says how to publish if there is no release', async () => {
    const folder = openReleaseFolder(await temporaryDirectory())
    expect(() => folder.current()).toThrow(
      expect.objectContaining({ code: 'release_missing', hint: expect.stringContaining('kura publish') }),
    )
  })

  test('gives the same snapshot until the pointer is replaced, then the new one', async () => {
    const publisher = await temporaryPublisher()
    const folder = openReleaseFolder(publisher.releaseDir)
    await publisher.publish({ a: '1' })
    const first = folder.current()
    expect(folder.current()).toBe(first)
    await publisher.publish({ a: '2' })
    expect(folder.current()).not.toBe(first)
    expect(folder.current().pointer.version).toBe(2)
  })

  test.each([
    { name: 'no JSON', text: '{' },
    { name: 'a list', text: '[]' },
    { name: 'an empty object', text: '{}' },
    { name: 'another wire version', text: JSON.stringify({ v: 2 }) },
    {
      name: 'a name that leads out of the folder',
      text: JSON.stringify({
        v: 1,
        release: sha256(''),
        version: 1,
        files: 1,
        bytes: 1,
        root: { version: 1 },
        catalog: '../../../etc/passwd',
        first: `first-${sha256('')}.json.br`,
      }),
    },
  ])('refuses a pointer that is $name', async ({ text }) => {
    const dir = await temporaryDirectory({ 'current.json': text })
    expect(() => openReleaseFolder(dir).current()).toThrow(
      expect.objectContaining({ code: 'release_invalid' }),
    )
  })

  test('takes contents out of their pages, and gives pages and parts', async () => {
    const publisher = await temporaryPublisher()
    const large = Buffer.alloc(PART_SIZE + 1, 1)
    await publisher.publish({ a: 'text', b: Buffer.from([0xff]), large })
    const snapshot = openReleaseFolder(publisher.releaseDir).current()
    const digests = [sha256('text'), sha256(Buffer.from([0xff]))]
    expect([...(await snapshot.contents(digests)).values()]).toEqual([{ text: 'text' }, { base64: '/w==' }])
    expect((await snapshot.page(0))?.brotli).toBe(true)
    expect(await snapshot.page(1)).toBeUndefined()
    expect((await snapshot.part(sha256(large), 1))?.bytes).toHaveLength(1)
    expect(await snapshot.part(sha256(large), 2)).toBeUndefined()
    expect(await snapshot.part(sha256('text'), 0)).toBeUndefined()
    await expect(snapshot.contents([sha256(large)])).rejects.toMatchObject({ code: 'release_invalid' })
  })

  test.each([
    { name: 'gone', damage: (file: string) => rm(file) },
    { name: 'a list', damage: (file: string) => writeFile(file, '[]') },
    { name: 'truncated', damage: (file: string) => writeFile(file, '{"roots":[') },
  ])('refuses a catalog that is $name', async ({ damage }) => {
    const publisher = await temporaryPublisher()
    await publisher.publish({ a: 'text' })
    const snapshot = openReleaseFolder(publisher.releaseDir).current()
    const file = join(publisher.releaseDir, snapshot.pointer.catalog)
    const whole = await readFile(file)
    await damage(file)
    await expect(snapshot.catalog()).rejects.toMatchObject({ code: 'release_invalid' })
    await writeFile(file, whole)
    expect((await openReleaseFolder(publisher.releaseDir).current().catalog()).files).toHaveLength(1)
  })
})

test('latestRoot() gives the newest root that was published', async () => {
  const publisher = await temporaryPublisher()
  await expect(latestRoot(publisher.releaseDir)).rejects.toMatchObject({ code: 'release_missing' })
  await publisher.publish({ a: 'a' })
  expect(JSON.parse((await latestRoot(publisher.releaseDir)).signed)).toMatchObject({ version: 1 })
})
