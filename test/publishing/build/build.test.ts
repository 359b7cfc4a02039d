import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { referredNames } from '../../../lib/core/release/catalog.ts'
import { keyidOf, rawPublicKey, sha256, signEnvelope } from '../../../lib/core/release/envelope.ts'
import { readRoot } from '../../../lib/core/release/root.ts'
import { answerSchema, type Manifest } from '../../../lib/core/release/schema.ts'
import { noProgress } from '../../../lib/core/work/progress.ts'
import { buildRelease, type ReleaseInput } from '../../../lib/publishing/build/build.ts'
import { blobOf } from '../../helpers/publishing/packed.ts'

/** `now`: how many bodies are being compressed; `most`: the largest number at once. */
const load = vi.hoisted(() => ({ now: 0, most: 0 }))
vi.mock('../../../lib/core/release/body/compression.ts', async importOriginal => {
  const original = await importOriginal<typeof import('../../../lib/core/release/body/compression.ts')>()
  const counted = async <T>(work: Promise<T>): Promise<T> => {
    load.now += 1
    load.most = Math.max(load.most, load.now)
    return work.finally(() => {
      load.now -= 1
    })
  }
  return {
    ...original,
    compressOnce: (body: string | Uint8Array) => counted(original.compressOnce(body)),
    createPartCompressor(parts: number) {
      const compress = original.createPartCompressor(parts)
      return (part: Uint8Array) => counted(compress(part))
    },
  }
})

function inputOf(contents: Readonly<Record<string, string | Buffer>>): ReleaseInput {
  const { privateKey } = generateKeyPairSync('ed25519')
  const publicKey = rawPublicKey(privateKey)
  const expires = '2027-01-01T00:00:00.000Z'
  const root = { v: 1, version: 1, keys: { [keyidOf(publicKey)]: publicKey }, threshold: 1, expires }
  const files = Object.entries(contents).map(([path, text]) => {
    const content = Buffer.from(text)
    return blobOf(content, path)
  })
  const manifest: Manifest = {
    v: 1,
    version: 3,
    created: '2026-01-01T00:00:00.000Z',
    expires,
    index: { path: 'MEMORY.md', heading: '## Shared' },
    files: files.map(({ read: _, ...file }) => file),
  }
  const envelope = signEnvelope('release', JSON.stringify(manifest), [privateKey])
  const chain = [readRoot(signEnvelope('root', JSON.stringify(root), [privateKey]))]
  return { manifest, envelope, files, chain, earlier: [] }
}

/** Builds a release, and returns its files by name. */
async function build(input: ReleaseInput) {
  const files = new Map<string, string | Uint8Array>()
  const put = async (name: string, body: string | Uint8Array) =>
    void files.set(name, typeof body === 'string' ? body : body.slice())
  return { ...(await buildRelease(input, { put, progress: noProgress })), files }
}

describe('buildRelease()', () => {
  test('makes exactly the files that its pointer and catalog refer to', async () => {
    const { pointer, catalog, files } = await build(inputOf({ a: 'a', b: Buffer.alloc(3_000_001, 7) }))
    expect(new Set(files.keys())).toEqual(referredNames(pointer, catalog))
    expect(pointer).toMatchObject({
      version: 3,
      files: 2,
      bytes: 3_000_002,
      root: { version: 1, development: false },
    })
    expect(Object.values(catalog.parts)).toEqual([
      [expect.stringMatching(/\.bin\.br$/), expect.stringMatching(/\.bin$/)],
    ])
  })

  test('prepares the answer to a device that has nothing', async () => {
    const { pointer, files } = await build(inputOf({ a: 'a', 'b.bin': Buffer.from([0xff]) }))
    const body = brotliDecompressSync(Buffer.from(files.get(pointer.first) ?? ''))
    const answer = answerSchema.parse(JSON.parse(body.toString()))
    expect(answer.files.map(({ path, text, base64 }) => [path, text ?? base64])).toEqual([
      ['a', 'a'],
      ['b.bin', '/w=='],
    ])
    expect(answer.roots).toEqual([])
  })

  test('keeps a part as it is if compression does not make it smaller', async () => {
    const random = Buffer.concat(
      Array.from({ length: 94_000 }, (_, index) => Buffer.from(sha256(`${index}`), 'hex')),
    )
    const { catalog } = await build(inputOf({ random }))
    expect(Object.values(catalog.parts).flat()).toEqual([
      expect.stringMatching(/\.bin$/),
      expect.stringMatching(/\.bin$/),
    ])
  })

  test('compresses a few bodies at once, however many pages and parts there are', async () => {
    load.most = 0
    const pages = Array.from({ length: 6 }, (_, index) => [
      `${index}.bin`,
      Buffer.alloc(2_000_000, 0xf0 + index),
    ])
    const parts = [0xe0, 0xe1].map(byte => [`${byte}.bin`, Buffer.alloc(9_000_000, byte)])
    const { catalog } = await build(inputOf(Object.fromEntries([...pages, ...parts])))
    expect(catalog.pages).toHaveLength(6)
    expect(Object.values(catalog.parts).flat()).toHaveLength(6)
    expect(load.most).toBe(2)
  })

  test('gives back the memory of a part once it is put, and no other', async () => {
    const input = inputOf({ 'a.bin': Buffer.alloc(24_000_000, 0xe0), 'b.bin': randomBytes(6_000_000) })
    const bodies: Uint8Array[] = []
    const put = async (name: string, body: string | Uint8Array) => {
      if (name.startsWith('part-') && typeof body !== 'string') bodies.push(body)
      expect(bodies.filter(({ length }) => length > 0).length).toBeLessThanOrEqual(4)
    }
    await buildRelease(input, { put, progress: noProgress })
    expect(bodies.map(({ length }) => length)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 3_000_000, 3_000_000])
  })

  test('refuses more files than an answer can list, even compressed', async () => {
    const files = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [sha256(`${index}`), '']))
    const input = { ...inputOf(files), budget: 4_000 }
    await expect(build(input)).rejects.toMatchObject({
      code: 'payload_invalid',
      message: expect.stringMatching(
        /^Cannot publish 100 files: their list has [0-9]+ bytes, compressed, and an answer has room for 4000$/,
      ),
    })
    await expect(build({ ...input, budget: 8_000 })).resolves.toMatchObject({ pointer: { files: 100 } })
  })
})
