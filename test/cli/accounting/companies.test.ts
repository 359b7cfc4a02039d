import { beforeEach, describe, expect, test } from 'vitest'
import { type Books, serveBooks } from './books.ts'

let kura: Books['kura']

beforeEach(async () => {
  ;({ kura } = await serveBooks())
})

describe('kura accounting companies', () => {
  test('shows both numbers of each company', async () => {
    const { out } = await kura(['companies'])
    expect(out).toMatch(/開発用テスト事業所 +1234567 +8101234567 +admin/)
    expect(out).toMatch(/株式会社ことなる番号 +7654321 +0091234567 +read_only/)
  })
})
