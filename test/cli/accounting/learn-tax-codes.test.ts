import { beforeEach, describe, expect, test } from 'vitest'
import { type Books, serveBooks } from './books.ts'

let served: Books['served']
let kura: Books['kura']

beforeEach(async () => {
  ;({ served, kura } = await serveBooks())
})

describe('kura accounting learn-tax-codes', () => {
  const words = ['learn-tax-codes', '--codes', '136,999', '--account-item', '会議費', '--date', '2026-06-15']

  test('shows the test deals in a dry run', async () => {
    const { out } = await kura(words)
    expect(out).toMatch(/^dry run: nothing was written; 2 test deals of 2026-06-15, 会議費:/)
    expect(out).toMatch(/136 +1,001 yen\n999 +1,002 yen\n/)
  })

  test('reads codes as they are typed in Japanese', async () => {
    const typed = words.map(word => (word === '136,999' ? '１３６、 ９９９' : word))
    expect((await kura(typed)).out).toMatch(/136 +1,001 yen\n999 +1,002 yen\n/)
    await expect(kura(words.map(word => (word === '136,999' ? '136,x' : word)))).rejects.toThrow(
      'Cannot use --codes "136,x": "x" is not a number',
    )
  })

  test('learns, with a person who confirms the first deal, and reports what was refused', async () => {
    const before = served.service.company.deals.size
    const { out } = await kura([...words, '--write'], { answers: ['yes', 'Mei'] })
    expect(out).toMatch(/confirmed by Mei/)
    expect(out).toMatch(/136 +課対仕入10% +learned\n999 +refused +.*tax_code/)
    expect(served.service.company.deals.size).toBe(before)
  })

  test('deletes its deal if the person says no', async () => {
    const before = served.service.company.deals.size
    await kura([...words, '--write'], { answers: ['no'] })
    expect(served.service.company.deals.size).toBe(before)
  })
})
