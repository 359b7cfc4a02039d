/** The check of a release finds damaged contents and deltas. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { openReleaseFolder } from '../../../lib/core/release/folder/folder.ts'
import { DELTA_FROM, PART_SIZE } from '../../../lib/core/release/limits.ts'
import { temporaryPublisher } from '../../helpers/publishing/temporary-publisher.ts'
import { longLines } from '../publish-world.ts'
import { check } from './world.ts'

describe('checkRelease() refuses', () => {
  test('a part with another content', async () => {
    const publisher = await temporaryPublisher()
    await publisher.publish({ large: Buffer.alloc(PART_SIZE + 4, 1) })
    const parts = (await readdir(publisher.releaseDir)).filter(name => name.startsWith('part-'))
    const raw = parts.find(name => name.endsWith('.bin')) ?? ''
    await writeFile(join(publisher.releaseDir, raw), Buffer.from([1, 1, 1, 2]))
    const { problems } = await check(publisher)
    expect(problems.map(({ message }) => message)).toEqual([
      'Cannot deploy the release: the content of "large" is not what its manifest says',
    ])
  })

  const LARGE = longLines(DELTA_FROM + 1_000, 1)
  const changedLarge = () => ({ large: Buffer.concat([LARGE, Buffer.from('changed')]), small: 'b' })

  test.each([
    {
      name: 'a delta with another content',
      damage: async (dir: string) => {
        const { deltas = {}, parts } = await openReleaseFolder(dir).current().stored()
        const [stored] = Object.values(deltas).flat()
        return parts[stored?.sha256 ?? '']?.[0]
      },
      message: 'is damaged',
    },
    {
      name: 'an update to nothing',
      damage: async (dir: string) => openReleaseFolder(dir).current().pointer.updates?.[0]?.name,
      message: 'its answer to a device with nothing is not valid',
    },
    {
      name: 'an update from the release before',
      damage: async (dir: string) => openReleaseFolder(dir).current().pointer.updates?.[1]?.name,
      message: 'its answer to a device with release "',
    },
  ])('$name', async ({ damage, message }) => {
    const publisher = await temporaryPublisher()
    await publisher.publish({ large: LARGE, small: 'a' })
    await publisher.publish(changedLarge())
    expect((await check(publisher)).problems).toEqual([])
    const file = join(publisher.releaseDir, (await damage(publisher.releaseDir)) ?? '')
    const [open, close] = file.endsWith('.br')
      ? [brotliDecompressSync, brotliCompressSync]
      : [Buffer.from, Buffer.from]
    const bytes = open(await readFile(file))
    // the last byte is part of a content or of a delta
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    await writeFile(file, close(bytes))
    const { problems } = await check(publisher)
    expect(problems).toMatchObject([{ code: 'release_invalid', message: expect.stringContaining(message) }])
  })
})
