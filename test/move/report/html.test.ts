import { describe, expect, test } from 'vitest'
import type { PageRecord } from '../../../lib/move/page/check-page.ts'
import { MOVE_PAGE } from '../../../lib/move/page/words.ts'
import { say } from '../../../lib/move/phrase.ts'
import { reportHtml } from '../../../lib/move/report/html.ts'
import type { MoveReport } from '../../../lib/move/report/move-report.ts'
import { MOVE_SITE } from '../../../lib/move/site/words.ts'
import type { Verdict } from '../../../lib/move/verdicts.ts'
import { MOVE_VISIT } from '../../../lib/move/visit/words.ts'
import { checkServed, html, page } from '../page/moved-pages.ts'

const ENGLISH = { language: 'en', timezone: 'UTC' } as const

const whole = await checkServed({ pages: ['/'] })

function badPage(path: string, verdict: Exclude<Verdict, 'passed'>): PageRecord {
  const url = `https://new.example${path}`
  const findings = [
    {
      point: 1 as const,
      verdict,
      url,
      ...say(MOVE_PAGE.refresh, { href: '<img src=x onerror=alert(1)>" & more' }),
    },
  ]
  return { path, verdict, points: { 1: verdict }, findings, trails: [[{ url, status: 200 }]] }
}

function reportOf(more: Partial<MoveReport>): string {
  return reportHtml({ ...whole, ...more }, ENGLISH)
}

describe('reportHtml()', () => {
  test('shows the failing pages first', () => {
    const pages = {
      ...whole.pages,
      worst: [badPage('/failing', 'failed'), badPage('/silent', 'unknown'), badPage('/odd', 'warning')],
    }
    const text = reportOf({ pages })
    const places = ['/failing', '/silent', '/odd', 'id="point-1"'].map(part => text.indexOf(part))
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(places[0]).toBeGreaterThan(0)
  })

  test('needs nothing from anywhere and runs nothing', async () => {
    const report = await checkServed({
      pages: ['/', '/a'],
      change: ({ host, path }) => (host === 'new.example' && path === '/a' ? html(page('/b')) : undefined),
    })
    const text = reportHtml(report, ENGLISH)
    expect(text).toContain('names &quot;https://new.example/b&quot; as canonical')
    expect(text).not.toMatch(/<(?:script|img|link|iframe|object)\b|\bsrc=|@import|url\(/)
    expect(
      [...text.matchAll(/href="([^"]*)"/g)].every(([, target]) => /^#point-\d$/.test(target ?? '')),
    ).toBe(true)
  })

  test('escapes whatever a site says', () => {
    const path = '/"><script>alert(1)</script>\u202e\u001b[31m'
    const pages = { ...whole.pages, worst: [badPage(path, 'failed')] }
    const text = reportOf({
      pages,
      notes: [say(MOVE_SITE.noteAliasMissing, { host: '<b>note</b>' })],
      findings: badPage('/', 'failed').findings,
    })
    expect(text).not.toMatch(/<script|<img|<b>note/)
    expect([...text].filter(character => character === '\u202e' || character === '\u001b')).toEqual([])
    expect(text).toContain('&lt;U+202E&gt;&lt;U+001B&gt;')
  })

  test.each([
    { language: 'en', want: ['/a answers 308 to /b', '/b answers 200', '/c did not answer in time'] },
    { language: 'ja', want: ['/a → 308で/bに転送', '/b → 200', '/c 制限時間内に応答がありませんでした'] },
  ] as const)('shows the response of each hop: $language', ({ language, want }) => {
    const trail = [
      { url: '/a', status: 308, location: '/b' },
      { url: '/b', status: 200 },
      { url: '/c', trouble: { verdict: 'unknown', ...say(MOVE_VISIT.timedOut) } as const },
    ]
    const report = { ...whole, findings: badPage('/', 'failed').findings, hops: [trail] }
    const text = reportHtml(report, { language, timezone: 'Asia/Tokyo' })
    const [trails = ''] = /<ol class="trails">.*?<\/ol>/.exec(text) ?? []
    expect([...trails.matchAll(/<span>(.*?)<\/span>/g)].map(match => match[1])).toEqual(want)
  })

  test('marks numbers, says if a table is wide, and has a dash for what was not counted', () => {
    const text = reportOf({ numbers: { ...whole.numbers, before: undefined } })
    expect(text).toContain('<table class="many"><thead><tr><th scope="col">Point</th>')
    expect(text).toContain('<table><thead><tr><th scope="col">What</th><th scope="col" class="n">Before</th>')
    expect(text).toContain('<td>Dead links</td><td class="n">–</td><td class="n">0</td>')
    expect(text).toContain('<td class="n" data-name="Checked">1</td>')
  })

  test('says when it is partial', () => {
    const counts = { ...whole.pages.counts, checked: 3 }
    const text = reportOf({
      complete: false,
      verdict: 'unknown',
      pages: { ...whole.pages, counts, expected: 90 },
    })
    expect(text).toContain('This report is partial')
    expect(text).toContain('stopped after 3 of 90 pages')
    expect(reportOf({})).not.toContain('partial')
  })

  test('says how many pages it leaves out', () => {
    const pages = { ...whole.pages, worst: [badPage('/a', 'failed')], leftOut: 77 }
    expect(reportOf({ pages })).toContain('77 more pages')
  })

  test('is made for the light and the dark', () => {
    const text = reportOf({})
    expect(text).toContain('color-scheme: light dark')
    expect(text).toContain('prefers-color-scheme: dark')
  })
})
