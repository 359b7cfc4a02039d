import { describe, expect, test } from 'vitest'
import { MOVE_REDIRECTS } from '../../../lib/move/page/redirect-words.ts'
import { MOVE_PAGE } from '../../../lib/move/page/words.ts'
import { type Said, say } from '../../../lib/move/phrase.ts'
import type { Acceptance } from '../../../lib/move/report/accepted.ts'
import { createCauseTally } from '../../../lib/move/report/causes.ts'
import { reportHtml } from '../../../lib/move/report/html.ts'
import type { MoveReport } from '../../../lib/move/report/move-report.ts'
import { createFindingReporter } from '../../../lib/move/report/reported-finding.ts'
import { MOVE_SITE } from '../../../lib/move/site/words.ts'
import type { Finding } from '../../../lib/move/verdicts.ts'
import type { Hop } from '../../../lib/move/visit/hop.ts'
import { LOCALES } from '../../helpers/chromium.ts'
import { checkServed, html, page } from '../page/moved-pages.ts'

const ENGLISH = { language: 'en', timezone: 'UTC' } as const

const whole = await checkServed({ pages: ['/'] })

function finding(said: Said, verdict: Finding['verdict'], url = 'https://new.example/'): Finding {
  return { point: 1, verdict, url, ...said }
}

function causesOf(
  findings: readonly Finding[],
  trails: readonly (readonly Hop[])[] = [],
  accepted: readonly Acceptance[] = [],
) {
  const tally = createCauseTally(whole.site)
  const { report } = createFindingReporter(accepted)
  for (const [at, found] of findings.entries()) tally.add(report(found, [trails[at] ?? []]))
  return tally.causes()
}

function reportOf(more: Partial<MoveReport>): string {
  return reportHtml({ ...whole, ...more }, ENGLISH)
}

describe('reportHtml()', () => {
  test('names the causes at its top, each a link to its card with what to do', () => {
    const causes = causesOf([
      finding(say(MOVE_PAGE.refresh, { href: '/' }), 'warning'),
      finding(
        say(MOVE_REDIRECTS.staysOld, { status: 200, host: 'new.example' }),
        'failed',
        'https://old.example/a',
      ),
    ])
    const text = reportOf({ causes })
    const [top = '', ...cards] = text.split('<article')
    expect([...top.matchAll(/href="#(.*?)">(.*?)</g)].map(match => match.slice(1))).toEqual([
      ['cause-1', 'Old addresses are not redirected'],
      ['cause-2', 'A page redirects by itself'],
    ])
    expect(cards[0]).toContain('id="cause-1"')
    expect(cards[0]).toContain('What to do:</b> Add the rule for this host')
    expect(cards[0]).toContain('&quot;value&quot;:&quot;old.example&quot;')
    expect(cards[1]).not.toContain('<pre>')
  })

  test.each(LOCALES)(
    'stays under 100 kB and in one card for a cause of 1,000 addresses: $language',
    locale => {
      const long = `/${'長い'.repeat(900)}`
      const found = Array.from({ length: 1_000 }, (_, at) => {
        const target = `https://new.example/${at % 400}/${at}${long}`
        const said = say(MOVE_REDIRECTS.losesPath, { arrival: 'https://new.example/', target })
        return finding(said, 'failed', `https://old.example/${at % 400}/${at}${long}`)
      })
      const trails = found.map(({ url }) => [{ url, status: 301, location: 'https://new.example/' }])
      const text = reportHtml({ ...whole, causes: causesOf(found, trails) }, locale)
      expect(Buffer.byteLength(text)).toBeLessThan(100_000)
      expect(text.match(/<article/g)).toHaveLength(1)
      expect(text).toMatch(/Old addresses lead to the homepage|旧アドレスがトップページに転送される/)
    },
  )

  test('stays under 100 kB with many causes, and says how many are left out', () => {
    const found = Array.from({ length: 250 }, (_, at) =>
      finding(
        say(MOVE_REDIRECTS.staysOld, { status: 200, host: 'x'.repeat(600) }),
        'failed',
        `https://old.example/${at}`,
      ),
    )
    const trails = found.map(({ url }, at) => [{ url, status: 200 + at }])
    const text = reportOf({ causes: causesOf(found, trails) })
    expect(Buffer.byteLength(text)).toBeLessThan(100_000)
    expect(text).toMatch(/\d+ more causes are in the files beside this page/)
  })

  test('names who accepted a cause, when and why, in its language', () => {
    const accepted = {
      cause: 'content',
      by: '山田',
      at: '2026-11-20T00:00:00Z',
      reason: '<b>予定</b>',
    } as const
    const causes = causesOf([finding(say(MOVE_PAGE.noText), 'failed')], [], [accepted])
    const text = reportHtml({ ...whole, causes }, { language: 'ja', timezone: 'Asia/Tokyo' })
    expect(text).toContain('<article class="accepted"')
    expect(text).toContain('2026年11月20日に山田が承認：&lt;b&gt;予定&lt;/b&gt;')
    expect(text).toContain('<code>content</code>')
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
      [...text.matchAll(/href="([^"]*)"/g)].every(([, target]) => /^#cause-\d+$/.test(target ?? '')),
    ).toBe(true)
  })

  test('escapes whatever a site says', () => {
    const path = '/"><script>alert(1)</script>\u202e\u001b[31m'
    const said = say(MOVE_PAGE.refresh, { href: '<img src=x onerror=alert(1)>" & more' })
    const text = reportOf({
      causes: causesOf([finding(said, 'failed', path)]),
      notes: [say(MOVE_SITE.noteAliasMissing, { host: '<b>note</b>' })],
    })
    expect(text).not.toMatch(/<script|<img|<b>note/)
    expect([...text].filter(character => character === '\u202e' || character === '\u001b')).toEqual([])
    expect(text).toContain('&lt;U+202E&gt;&lt;U+001B&gt;')
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

  test('is made for the light and the dark', () => {
    const text = reportOf({})
    expect(text).toContain('color-scheme: light dark')
    expect(text).toContain('prefers-color-scheme: dark')
  })
})
