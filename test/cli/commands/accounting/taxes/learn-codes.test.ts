import { beforeEach, describe, expect, test } from 'vitest'
import { type Books, serveBooks } from '../books.ts'

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

  describe('--abandon', () => {
    /** Creates a run that has stopped at the question about the first deal. */
    async function stopped() {
      const before = served.service.company.deals.size
      await expect(kura([...words, '--write'])).rejects.toThrow('there is no terminal')
      expect(served.service.company.deals.size).toBe(before + 1)
      return () => served.service.company.deals.size - before
    }

    test('shows the run, and ends it if the person says yes', async () => {
      const left = await stopped()
      const no = await kura(['learn-tax-codes', '--abandon'], { answers: ['no'] })
      expect(no.out).toMatch(
        /run +\S+\ndate +2026-06-15\ntax codes +136, 999\ntest deals +\d+\nnothing was changed/,
      )
      expect(left()).toBe(1)
      const yes = await kura(['learn-tax-codes', '--abandon'], { answers: ['yes'] })
      expect(yes.asked).toEqual(['delete its test deals, and learn nothing? (yes/no) '])
      expect(left()).toBe(0)
    })

    test('ends the run that is named, without a question', async () => {
      const left = await stopped()
      const shown = await kura(['learn-tax-codes', '--abandon'], { answers: ['no'] })
      const run = /^run +(\S+)$/m.exec(shown.out)?.[1] ?? ''
      await expect(kura(['learn-tax-codes', '--abandon', 'other'])).rejects.toMatchObject({
        code: 'conflict',
      })
      expect(left()).toBe(1)
      expect((await kura(['learn-tax-codes', '--abandon', run])).asked).toEqual([])
      expect(left()).toBe(0)
    })

    test('says that no run is open', async () => {
      await expect(kura(['learn-tax-codes', '--abandon'])).rejects.toThrow('no run is open')
    })
  })
})
