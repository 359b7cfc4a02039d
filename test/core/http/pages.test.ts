import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutPage, PAGE_SIZE, pageOf, readPages } from '../../../lib/core/http/pages.ts'

test('pageOf() reads the query, and has a size of its own', () => {
  expect(pageOf({})).toEqual({ after: undefined, limit: PAGE_SIZE })
  expect(pageOf({ after: 'a', limit: '7' })).toEqual({ after: 'a', limit: 7 })
})

describe('cutPage()', () => {
  const orders = [{ descending: false }, { descending: true }]
  test.each(orders)('has each entry on exactly one page, in order: %j', async ({ descending }) => {
    const entries = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 9 })
    await fc.assert(
      fc.asyncProperty(entries, fc.integer({ min: 1, max: 4 }), async (all, limit) => {
        const read = async ({ after }: { after?: string | undefined }) => {
          const { entries: shown, next } = cutPage(
            all,
            { placeOf: entry => entry, descending },
            { after, limit },
          )
          expect(shown.length).toBeLessThanOrEqual(limit)
          return { shown, next }
        }
        const pages: string[] = []
        for await (const { shown } of readPages(read)) pages.push(...shown)
        const sorted = [...all].sort()
        expect(pages).toEqual(descending ? sorted.reverse() : sorted)
      }),
    )
  })
})
