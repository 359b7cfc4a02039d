import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { followRoots } from '../../../lib/core/release/root.ts'
import { keyFile } from '../../../lib/publishing/keys/folder.ts'
import { addRootKey, createRoot, readChain, rotateRoot } from '../../../lib/publishing/keys/roots.ts'
import { TEST_NOW } from '../../helpers/publishing/release.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const DAY = 86_400_000

interface Place {
  readonly releaseDir: string
  readonly keys: { readonly dir: string; passphrase(): Promise<string | undefined> }
  readonly now: number
}

async function place(passphrase?: string): Promise<Place> {
  const dir = await temporaryDirectory()
  return {
    releaseDir: join(dir, 'release'),
    keys: { dir: join(dir, 'keys'), passphrase: async () => passphrase },
    now: TEST_NOW,
  }
}

async function namesOf({ releaseDir }: Place): Promise<string[]> {
  return readdir(releaseDir)
}

describe('createRoot()', () => {
  test('makes root 1 with one key, for a year', async () => {
    const here = await place()
    const { root, created } = await createRoot(here)
    expect(root).toEqual({
      v: 1,
      version: 1,
      keys: { [created.keyid]: created.publicKey },
      threshold: 1,
      expires: new Date(TEST_NOW + 365 * DAY).toISOString(),
    })
    expect((await readChain(here.releaseDir)).map(({ root }) => root)).toEqual([root])
    expect(await namesOf(here)).toEqual(['roots.json'])
    expect((await stat(created.file)).mode & 0o777).toBe(0o600)
    expect((await stat(here.keys.dir)).mode & 0o777).toBe(0o700)
  })

  test('marks a development root and takes another lifetime', async () => {
    const { root } = await createRoot({ ...(await place()), development: true, days: 3 })
    expect(root).toMatchObject({ development: true, expires: new Date(TEST_NOW + 3 * DAY).toISOString() })
  })

  test('with a second key, each of the two signs alone', async () => {
    const here = await place()
    const { root, created, spare } = await createRoot({ ...here, spare: true })
    expect(root.threshold).toBe(1)
    expect(Object.keys(root.keys)).toEqual([created.keyid, spare?.keyid])
    await rm(created.file)
    const { retired } = await rotateRoot({ ...here, keyid: created.keyid })
    expect(retired).toBe(created.keyid)
  })

  test('in the place of a chain whose keys are lost, it begins anew', async () => {
    const here = await place()
    const first = await createRoot(here)
    await rm(first.created.file)
    await expect(rotateRoot(here)).rejects.toMatchObject({
      code: 'release_key',
      hint: expect.stringContaining('kura root init --replace'),
    })
    const { root } = await createRoot({ ...here, replace: true })
    expect(root.version).toBe(1)
    expect((await readChain(here.releaseDir)).map(({ root }) => root)).toEqual([root])
  })

  test('never makes a second chain, and leaves no key behind', async () => {
    const here = await place()
    await createRoot(here)
    await expect(createRoot(here)).rejects.toMatchObject({ code: 'root_invalid' })
    expect(await readdir(here.keys.dir)).toHaveLength(1)
  })
})

describe('rotateRoot()', () => {
  test('replaces the only key in a root that a device of the first one follows', async () => {
    const here = await place('secret')
    const first = await createRoot(here)
    const { root, created, retired, envelope } = await rotateRoot({ ...here, now: TEST_NOW + DAY })
    expect(retired).toBe(first.created.keyid)
    expect(root.keys).toEqual({ [created.keyid]: created.publicKey })
    expect(root).toMatchObject({
      version: 2,
      threshold: 1,
      expires: new Date(TEST_NOW + 366 * DAY).toISOString(),
    })
    expect(followRoots(first, [envelope]).root).toEqual(root)
    expect((await readChain(here.releaseDir)).map(({ root }) => root.version)).toEqual([1, 2])
  })

  test('keeps a development root one', async () => {
    const here = await place()
    await createRoot({ ...here, development: true })
    expect((await rotateRoot(here)).root.development).toBe(true)
  })

  test('asks which key if there are several, and takes the beginning of its id', async () => {
    const here = await place()
    const { created } = await createRoot(here)
    await addRootKey(here)
    await expect(rotateRoot(here)).rejects.toMatchObject({
      code: 'root_invalid',
      message: expect.stringContaining('has 2 such keys'),
      hint: expect.stringContaining(created.keyid),
    })
    await expect(rotateRoot({ ...here, keyid: 'zz' })).rejects.toThrow('has 0 such keys')
    const { retired, root } = await rotateRoot({ ...here, keyid: created.keyid.slice(0, 16) })
    expect(retired).toBe(created.keyid)
    expect(Object.keys(root.keys)).toHaveLength(2)
  })

  test('is signed by the remaining keys if they are enough, and opens no other', async () => {
    const here = await place()
    const { created: leaving } = await createRoot(here)
    const { created: staying } = await addRootKey(here)
    await writeFile(leaving.file, 'no key any more')
    const { envelope, created } = await rotateRoot({ ...here, keyid: leaving.keyid })
    expect(envelope.signatures.map(({ keyid }) => keyid)).toEqual([staying.keyid, created.keyid])
  })

  test('replaces a lost key if the others reach the threshold', async () => {
    const here = await place()
    const { created } = await createRoot(here)
    await addRootKey(here)
    await rm(created.file)
    const { root, retired } = await rotateRoot({ ...here, keyid: created.keyid })
    expect(retired).toBe(created.keyid)
    expect(root.version).toBe(3)
  })

  test('is refused if the threshold is not reached, and leaves chain and keys as they were', async () => {
    const here = await place()
    const { created } = await createRoot(here)
    await addRootKey({ ...here, threshold: 2 })
    await rm(created.file)
    const before = await readFile(join(here.releaseDir, 'roots.json'), 'utf8')
    await expect(rotateRoot({ ...here, keyid: created.keyid })).rejects.toMatchObject({
      code: 'release_key',
      message: expect.stringContaining("has 1 of the root's 2 keys, expected 2"),
    })
    expect(await readFile(join(here.releaseDir, 'roots.json'), 'utf8')).toBe(before)
    expect(await readdir(here.keys.dir)).toHaveLength(1)
  })
})

describe('addRootKey()', () => {
  test('adds a key and leaves the threshold', async () => {
    const here = await place()
    const first = await createRoot(here)
    const { root, created, retired } = await addRootKey(here)
    expect(retired).toBeUndefined()
    expect(root).toMatchObject({ version: 2, threshold: 1 })
    expect(Object.keys(root.keys)).toEqual([first.created.keyid, created.keyid])
  })

  test('raises the threshold up to the number of keys, and lowers it again', async () => {
    const here = await place()
    const first = await createRoot(here)
    const thresholds: number[] = []
    for (const threshold of [2, 3, 1])
      thresholds.push((await addRootKey({ ...here, threshold })).root.threshold)
    expect(thresholds).toEqual([2, 3, 1])
    const chain = await readChain(here.releaseDir)
    expect(
      followRoots(
        first,
        chain.map(({ envelope }) => envelope),
      ).root.version,
    ).toBe(4)
  })

  test('raises the threshold by more than one, signed by as many of the keys before as that takes', async () => {
    const here = await place()
    await createRoot(here)
    await addRootKey(here)
    const { root, envelope } = await addRootKey({ ...here, threshold: 3 })
    expect(root.threshold).toBe(3)
    expect(envelope.signatures).toHaveLength(3)
  })

  test.each([{ threshold: 3 }, { threshold: 0 }, { threshold: 1.5 }])(
    'refuses the threshold $threshold of two keys',
    async ({ threshold }) => {
      const here = await place()
      await createRoot(here)
      await expect(addRootKey({ ...here, threshold })).rejects.toMatchObject({
        code: 'root_invalid',
        message: `Cannot require ${threshold} signatures: the root would have 2 keys`,
      })
      expect(await readdir(here.keys.dir)).toHaveLength(1)
    },
  )

  test('needs a root', async () => {
    await expect(addRootKey(await place())).rejects.toMatchObject({
      code: 'root_invalid',
      hint: expect.stringContaining('kura root init'),
    })
  })
})

describe('readChain()', () => {
  test.each([
    { name: 'text that is not JSON', change: () => '{', want: 'is not a chain of roots' },
    { name: 'a chain without a root', change: () => '{"v":1,"roots":[]}', want: 'is not a chain of roots' },
    {
      name: 'a root that is left out',
      change: (text: string) => {
        const { roots } = JSON.parse(text)
        return JSON.stringify({ v: 1, roots: [roots[0], roots[2]] })
      },
      want: 'root 3 follows root 1',
    },
    {
      name: 'a root that is there twice',
      change: (text: string) => {
        const { roots } = JSON.parse(text)
        return JSON.stringify({ v: 1, roots: [roots[0], roots[0]] })
      },
      want: 'root 1 comes after root 1',
    },
    {
      name: 'a root that was changed',
      change: (text: string) => text.replace('2027-', '2037-'),
      want: 'is not signed',
    },
  ])('refuses $name', async ({ change, want }) => {
    const here = await place()
    await createRoot(here)
    await rotateRoot(here)
    await rotateRoot(here)
    const file = join(here.releaseDir, 'roots.json')
    await writeFile(file, change(await readFile(file, 'utf8')))
    await expect(readChain(here.releaseDir)).rejects.toMatchObject({
      code: 'root_invalid',
      message: expect.stringContaining(want),
    })
  })
})

describe('keys inside the project', () => {
  test.each([
    { name: 'a development root under .kura', keys: '.kura/keys', development: true, refused: false },
    { name: 'a development root elsewhere', keys: 'keys', development: true, refused: true },
    { name: 'a root under .kura', keys: '.kura/keys', development: false, refused: true },
    {
      name: 'a root in the release folder',
      keys: 'lib/services/distribution/release',
      development: false,
      refused: true,
    },
    { name: 'a root in the project itself', keys: '.', development: false, refused: true },
  ])('$name: refused $refused', async ({ keys, development, refused }) => {
    const checkout = await temporaryDirectory()
    const folder = { dir: join(checkout, keys), passphrase: async () => undefined }
    const releaseDir = join(await temporaryDirectory(), 'release')
    const pending = createRoot({ releaseDir, keys: folder, now: TEST_NOW, development, checkout })
    if (!refused)
      return expect((await pending).created.file).toBe(keyFile(folder.dir, (await pending).created.keyid))
    await expect(pending).rejects.toMatchObject({
      code: 'release_key',
      message: expect.stringContaining('inside the project'),
    })
    expect(await readdir(checkout)).toEqual([])
  })
})
