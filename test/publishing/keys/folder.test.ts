import { generateKeyPairSync } from 'node:crypto'
import { mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  checkKeyDir,
  createKey,
  defaultKeyDir,
  keyFile,
  openKeys,
} from '../../../lib/publishing/keys/folder.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const PROJECT = join(import.meta.dirname, '../../..')

async function folderWith(passphrase: string | undefined) {
  const dir = join(await temporaryDirectory(), 'keys')
  return { dir, passphrase: async () => passphrase }
}

describe('defaultKeyDir()', () => {
  test.each([
    { name: 'XDG_CONFIG_HOME', configHome: '/srv/config', want: '/srv/config/kura/keys' },
    { name: 'nothing', configHome: undefined, want: join(homedir(), '.config/kura/keys') },
    {
      name: 'a relative XDG_CONFIG_HOME, which does not count',
      configHome: 'config',
      want: join(homedir(), '.config/kura/keys'),
    },
  ])('follows $name', ({ configHome, want }) => {
    expect(defaultKeyDir(configHome)).toBe(want)
  })
})

describe('checkKeyDir()', () => {
  test.each([
    { name: 'the project', dir: PROJECT, development: false, refused: true },
    {
      name: 'a folder in it that is not there yet',
      dir: join(PROJECT, 'new/keys'),
      development: false,
      refused: true,
    },
    {
      name: 'a folder reached by ..',
      dir: join(PROJECT, '..', 'x', '..') + PROJECT.slice(PROJECT.lastIndexOf('/')),
      development: false,
      refused: true,
    },
    { name: '.kura for development', dir: join(PROJECT, '.kura/keys'), development: true, refused: false },
    { name: '.kura otherwise', dir: join(PROJECT, '.kura/keys'), development: false, refused: true },
    {
      name: 'a name that only begins like .kura',
      dir: join(PROJECT, '.kura2'),
      development: true,
      refused: true,
    },
    { name: 'beside the project', dir: `${PROJECT}-keys`, development: false, refused: false },
    { name: 'elsewhere', dir: '/somewhere/else', development: false, refused: false },
  ])('$name: refused $refused', ({ dir, development, refused }) => {
    const work = () => checkKeyDir(dir, { development })
    if (refused) expect(work).toThrow('it is inside the project')
    else expect(work).not.toThrow()
  })

  test('looks through links', async () => {
    const base = await temporaryDirectory()
    await mkdir(join(base, 'project'))
    await symlink(join(base, 'project'), join(base, 'link'))
    const work = () =>
      checkKeyDir(join(base, 'link/keys'), { development: false, checkout: join(base, 'project') })
    expect(work).toThrow('it is inside the project')
  })
})

describe('a key', () => {
  test('is written in clear without a passphrase, and opens', async () => {
    const folder = await folderWith(undefined)
    const { keyid, publicKey, file } = await createKey(folder)
    expect(await readFile(file, 'utf8')).toMatch(/^-----BEGIN PRIVATE KEY-----\n/)
    expect(await openKeys(folder, { keyids: [keyid], needed: 1 })).toMatchObject([{ keyid, publicKey }])
  })

  test('is encrypted with a passphrase, and opens with it alone', async () => {
    const folder = await folderWith('correct horse')
    const { keyid, file } = await createKey(folder)
    expect(await readFile(file, 'utf8')).toMatch(/^-----BEGIN ENCRYPTED PRIVATE KEY-----\n/)
    expect(await openKeys(folder, { keyids: [keyid], needed: 1 })).toMatchObject([{ keyid }])
    const open = (passphrase: string | undefined) =>
      openKeys({ ...folder, passphrase: async () => passphrase }, { keyids: [keyid], needed: 1 })
    await expect(open('wrong')).rejects.toMatchObject({
      code: 'release_key',
      message: expect.stringContaining('the passphrase is wrong'),
    })
    await expect(open(undefined)).rejects.toThrow('it needs its passphrase')
    await expect(open('')).rejects.toThrow('it needs its passphrase')
  })

  test('is never in an error, nor is its passphrase', async () => {
    const folder = await folderWith('correct horse')
    const { keyid } = await createKey(folder)
    const error = await openKeys(
      { ...folder, passphrase: async () => 'battery staple' },
      { keyids: [keyid], needed: 1 },
    ).catch(error => error)
    expect(`${error.message} ${error.hint} ${error.cause}`).not.toContain('battery')
  })

  test.each([
    { name: 'a file that is no key', content: async () => 'text', want: 'it is not a PEM private key' },
    {
      name: 'a key of another kind',
      content: async () =>
        String(
          generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
            type: 'pkcs8',
            format: 'pem',
          }),
        ),
      want: 'it is not an Ed25519 key',
    },
    {
      name: 'another key than its name says',
      content: async () =>
        String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })),
      want: 'its name is not the id of the key in it',
    },
  ])('is refused if its file is $name', async ({ content, want }) => {
    const folder = await folderWith(undefined)
    const { keyid, file } = await createKey(folder)
    await writeFile(file, await content())
    await expect(openKeys(folder, { keyids: [keyid], needed: 1 })).rejects.toThrow(want)
  })
})

describe('openKeys()', () => {
  test('opens as many as are needed, in the given order, and asks for no other passphrase', async () => {
    const folder = await folderWith('secret')
    const keys = [await createKey(folder), await createKey(folder), await createKey(folder)]
    const keyids = keys.map(({ keyid }) => keyid)
    await rename(keyFile(folder.dir, keyids[0] ?? ''), join(folder.dir, 'away.pem'))
    const asked: string[] = []
    const passphrase = async ({ keyid }: { keyid: string }) => {
      asked.push(keyid)
      return 'secret'
    }
    const opened = await openKeys({ ...folder, passphrase }, { keyids, needed: 1 })
    expect(opened.map(({ keyid }) => keyid)).toEqual([keyids[1]])
    expect(asked).toEqual([keyids[1]])
  })

  test('says how many are missing', async () => {
    const folder = await folderWith(undefined)
    const { keyid } = await createKey(folder)
    await expect(openKeys(folder, { keyids: [keyid, 'other'], needed: 2 })).rejects.toMatchObject({
      code: 'release_key',
      message: expect.stringContaining("has 1 of the root's 2 keys, expected 2"),
      hint: expect.stringContaining('--keys'),
    })
  })
})
