import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { pathWithin, refuseOverlap } from '../../lib/publishing/folders.ts'
import { temporaryPublisher } from '../helpers/publishing/temporary-publisher.ts'
import { temporaryDirectory } from '../helpers/temporary-directory.ts'

describe('refuseOverlap()', () => {
  const ROWS = [
    { name: 'folders beside each other', payload: 'payload', release: 'payload2', keys: 'payload-keys' },
    {
      name: 'a payload in the folder of the keys',
      payload: 'keys/payload',
      release: 'release',
      keys: 'keys',
    },
    { name: 'keys in the payload', payload: 'p', release: 'r', keys: 'p/a/keys', code: 'release_key' },
    { name: 'keys in the payload by a link', payload: 'link', release: 'r', keys: 'p', code: 'release_key' },
    { name: 'the folder of the keys itself', payload: 'p', release: 'r', keys: 'p', code: 'release_key' },
    { name: 'a release in the payload', payload: 'p', release: 'p/r', keys: 'k', code: 'payload_invalid' },
    { name: 'a payload in the release', payload: 'r/p', release: 'r', keys: 'k', code: 'payload_invalid' },
    { name: 'one folder for both', payload: 'p', release: 'link', keys: 'k', code: 'payload_invalid' },
  ]
  test.each(ROWS)('$name', async ({ payload, release, keys, code }) => {
    const dir = await temporaryDirectory()
    await mkdir(join(dir, 'p'))
    await symlink('p', join(dir, 'link'))
    const folders = {
      payloadDir: join(dir, payload),
      releaseDir: join(dir, release),
      keyDir: join(dir, keys),
    }
    if (code === undefined) expect(() => refuseOverlap(folders)).not.toThrow()
    else expect(() => refuseOverlap(folders)).toThrow(expect.objectContaining({ code }))
  })

  test('comes before anything is written', async () => {
    const publisher = await temporaryPublisher()
    const releaseDir = join(publisher.payloadDir, 'release')
    await expect(publisher.publish({ a: 'a' }, { releaseDir })).rejects.toMatchObject({
      code: 'payload_invalid',
      message: expect.stringContaining('it contains the release folder'),
    })
    expect(await readdir(publisher.payloadDir)).toEqual(['a'])
  })
})

test('pathWithin() takes a name that begins with two dots for what it is', async () => {
  const dir = await temporaryDirectory()
  expect(pathWithin(join(dir, '..keys'), dir)).toBe('..keys')
  expect(pathWithin(join(dir, '..'), dir)).toBeUndefined()
})

test.each([
  { name: 'a file', make: (path: string) => writeFile(path, '') },
  { name: 'a link that leads nowhere', make: (path: string) => symlink('nowhere', path) },
])('$name in the place of the release folder is no bug of kura', async ({ make }) => {
  const publisher = await temporaryPublisher()
  const releaseDir = join(publisher.dir, 'other')
  await make(releaseDir)
  await expect(publisher.publish({ a: 'a' }, { releaseDir })).rejects.toMatchObject({
    code: 'release_invalid',
    message: expect.stringContaining(`Cannot work on "${releaseDir}": E`),
    hint: expect.stringContaining('KURA_RELEASE_DIR'),
  })
})
