import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readMove } from '../../../lib/move/moved-site.ts'
import { urlVariants } from '../../../lib/move/page/url-variants.ts'
import { createTable, firstMatch, followRules, writtenRow } from '../../../lib/move/rules/follow-rules.ts'
import { lintRules } from '../../../lib/move/rules/lint/lint.ts'
import { writeRules } from '../../../lib/move/rules/redirect-rules.ts'

const site = readMove('old.example', 'new.example')
const limits = { rule: 60_000, total: 60_000 }
const paths = fc
  .array(fc.constantFrom('a', 'b.html', '日本', '%20', 'x-y', '.well-known', 'index'), { maxLength: 4 })
  .chain(parts => fc.constantFrom('', '/').map(end => `/${parts.join('/')}${parts.length > 0 ? end : ''}`))
const queries = fc.constantFrom('', '?q=1', '?q=a%20b&r=', '?')

describe('writeRules()', () => {
  test('writes one permanent rule with a host condition a name, the new www name last', () => {
    expect(writeRules(site)).toEqual(
      ['old.example', 'www.old.example', 'www.new.example'].map(value => ({
        source: '/(.*)',
        has: [{ type: 'host', value }],
        destination: 'https://new.example/$1',
        permanent: true,
      })),
    )
  })

  test('answers the old homepages with 301 on request', () => {
    const rows = createTable(writeRules(site, { homepage301: true }).map(writtenRow))
    const statusOf = (url: string) => firstMatch(rows, new URL(url))?.row.status
    expect(statusOf('https://old.example/')).toBe(301)
    expect(statusOf('https://www.old.example/')).toBe(301)
    expect(statusOf('https://old.example/a')).toBe(308)
  })

  test.each([false, true])(
    'lead every form of every address to the same address in one step (301: %s)',
    homepage301 => {
      const rows = createTable(writeRules(site, { homepage301 }).map(writtenRow))
      fc.assert(
        fc.property(paths, queries, (path, query) => {
          const address = new URL(`${path}${query}`, 'https://old.example')
          for (const { url, target } of urlVariants(`${address.pathname}${address.search}`, site)) {
            const trail = followRules(rows, new URL(url.replace('http:', 'https:')))
            expect(trail.steps).toHaveLength(1)
            expect(trail.end).toEqual({ kind: 'answered', url: new URL(target).href })
          }
        }),
      )
    },
  )

  test('leave nothing for the lint to find, whatever the addresses are', () => {
    fc.assert(
      fc.property(fc.array(paths, { maxLength: 5 }), addresses => {
        const report = lintRules(
          { redirects: writeRules(site) },
          { addresses, from: [site] },
          { limits, clock: () => 0 },
        )
        expect(report.findings).toEqual([])
        expect(report.urls.every(({ rule }) => rule !== undefined)).toBe(true)
      }),
    )
  })
})
