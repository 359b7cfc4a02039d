import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { sha256 } from '../../../../lib/core/release/envelope.ts'
import { BODY_BUDGET, PART_SIZE } from '../../../../lib/core/release/limits.ts'
import { answerSchema, pageSchema } from '../../../../lib/core/release/schema.ts'
import { FILES, kinds, serve } from '../world.ts'

describe('answer()', () => {
  test('hands out a release of several pages and parts, no body over the budget', async () => {
    const { publisher, files, ask } = await serve()
    const texts = Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [`${index}.md`, `${index}`.repeat(999_000)]),
    )
    const large = Buffer.alloc(2 * PART_SIZE + 1, 7)
    await publisher.publish({ ...texts, 'large.bin': large })
    const { response } = await ask()
    const text = await response.text()
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(BODY_BUDGET)
    const answer = answerSchema.parse(JSON.parse(text))
    expect(answer.pages).toBe(3)
    expect(kinds(answer).filter(kind => kind.includes('page'))).toHaveLength(6)
    for (const entry of answer.files.filter(({ page }) => page !== undefined)) {
      const { response } = await ask({ query: { page: String(entry.page) } })
      const page = pageSchema.parse(await response.json())
      const content = page.files.find(({ sha256 }) => sha256 === entry.sha256)
      expect(content?.text).toBe(texts[entry.path])
    }
    const parts: Buffer[] = []
    for (let part = 0; part < 3; part++) {
      const { response } = await ask({ query: { part: `${sha256(large)}.${part}` } })
      expect(response.headers.get('content-type')).toBe('application/octet-stream')
      parts.push(Buffer.from(await response.arrayBuffer()))
    }
    expect(Buffer.concat(parts).equals(large)).toBe(true)
    expect((await files({ body: { want: [sha256(texts['4.md'] ?? '')] } })).files[4]?.text).toBe(
      texts['4.md'],
    )
  })

  test.each([
    { name: 'the prepared answer', asked: {} },
    { name: 'a page', asked: { query: { page: '0' } } },
    { name: 'an answer made for this device', asked: { body: { want: [sha256('蔵'.repeat(5_000))] } } },
  ])('sends $name compressed to those who take brotli, and in clear to others', async ({ asked }) => {
    const { publisher, ask } = await serve()
    await publisher.publish({ ...FILES, 'long.md': '蔵'.repeat(5_000) })
    const clear = (await ask({ ...asked, encoding: 'gzip' })).response
    const compressed = (await ask({ ...asked, encoding: 'gzip, br' })).response
    expect(clear.headers.get('content-encoding')).toBeNull()
    expect(compressed.headers.get('content-encoding')).toBe('br')
    const [text, bytes] = [await clear.text(), Buffer.from(await compressed.arrayBuffer())]
    expect(brotliDecompressSync(bytes).toString()).toBe(text)
    expect(Number(clear.headers.get('content-length'))).toBe(Buffer.byteLength(text))
    expect(Number(compressed.headers.get('content-length'))).toBe(bytes.length)
  })

  test('sends a part that is stored as it is without an encoding', async () => {
    const { publisher, ask } = await serve()
    const large = Buffer.alloc(PART_SIZE + 1, 7)
    await publisher.publish({ large })
    const { response } = await ask({ query: { part: `${sha256(large)}.1` }, encoding: 'br' })
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from([7]))
  })
})
