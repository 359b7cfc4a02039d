import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MoveReport } from '../../../lib/move/report/move-report.ts'
import { runs } from '../../helpers/run/sampled.ts'
import { movedAs, type Places, type Spell } from './spellings.ts'

const asIs: Spell = address => address
const small: Spell = address => address.replace(/%[0-9A-F]{2}/g, hex => hex.toLowerCase())

/** The facts of a report that must not depend on spellings. */
function judged({ verdict, points, findings, pages, notes }: MoveReport) {
  const all = [...findings, ...pages.worst.flatMap(page => page.findings)]
  const said = all.map(({ point, verdict, phrase }) => `${point} ${verdict} ${phrase.id}`).sort()
  return {
    verdict,
    points: points.map(point => `${point.point} ${point.verdict}`),
    said,
    pages: pages.counts,
    notes: notes.length,
  }
}

test('a weblog that writes small escapes moves to a site that writes capitals', async () => {
  const report = await movedAs({ old: small, sitemap: asIs, page: asIs, redirect: small })
  expect(judged(report).said).toEqual([])
  expect(report.verdict).toBe('passed')
  expect(report.pages.counts).toMatchObject({ checked: 5, failed: 0 })
})

/** The ways to write one address: escapes in either case, escaped unreserved characters, port, dots. */
const spelling = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 7, maxLength: 7 }).map(
  (choices): Spell =>
    address => {
      let at = 0
      const choice = () => choices[at++ % choices.length] ?? 0
      const [, host = '', rest = ''] = /^https:\/\/([^/]*)(.*)$/.exec(address) ?? []
      const escaped = rest.replace(/%[0-9A-F]{2}|[a-z~.-]/g, token => {
        if (token.length === 3) return choice() < 3 ? token.toLowerCase() : token
        return choice() < 4 ? token : `%${token.charCodeAt(0).toString(16)}`
      })
      const port = [':443', '', '.', '.:443', '', ''][choice()] ?? ''
      const dots = ['', '', '/.', '/x/..', '', ''][choice()] ?? ''
      return `https://${choice() < 2 ? host.toUpperCase() : host}${port}${dots}${escaped}`
    },
)

test('two spellings that RFC 3986 calls equivalent give the same verdicts', async () => {
  const kinds = [new Set<string>(), new Set(['/会社/en/'])]
  const plain: Places = { old: asIs, sitemap: asIs, page: asIs, redirect: asIs }
  const wanted = await Promise.all(kinds.map(async missing => judged(await movedAs(plain, missing))))
  expect(wanted.map(({ verdict }) => verdict)).toEqual(['passed', 'failed'])
  await fc.assert(
    fc.asyncProperty(
      fc.record({ old: spelling, sitemap: spelling, page: spelling, redirect: spelling }),
      fc.constantFrom(0, 1),
      async (places, kind) => {
        expect(judged(await movedAs(places, kinds[kind]))).toEqual(wanted[kind])
      },
    ),
    { numRuns: runs(40) },
  )
})
