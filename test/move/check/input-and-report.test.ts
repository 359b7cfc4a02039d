import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readMove } from '../../../lib/move/moved-site.ts'
import { say } from '../../../lib/move/phrase.ts'
import type { PageRecord } from '../../../lib/move/report/page-record.ts'
import { MOVE_SITE } from '../../../lib/move/site/words.ts'
import { POINTS } from '../../../lib/move/verdicts.ts'
import {
  checkedMove,
  checkServed,
  HOSTS,
  html,
  PAGES,
  page,
  sitemapOf,
  text,
  xml,
} from '../page/moved-pages.ts'
import { expectVerdicts, newPage, type Row } from './verdicts.ts'

const checker = (name: string) => ({ checkerFile: { name: 'checker.json', text: `{"allowed":"${name}"}` } })

const rows: Row[] = [
  { name: '6: the checker names the new domain', input: checker('new.example'), want: { 6: 'passed' } },
  { name: '6: the checker names the old domain', input: checker('old.example'), want: { 6: 'failed' } },
  {
    name: 'a list that may be incomplete',
    input: { oldProblems: [say(MOVE_SITE.oldListMoved)] },
    want: { 2: 'unknown' },
  },
]

describe('checkMove()', () => {
  test.each(rows)('$name', expectVerdicts)

  test('requests every form of every old address, and no address of a page twice', async () => {
    const { report, hosts } = await checkedMove({ pages: ['/', '/a', '/search?q=1'] })
    await hosts[Symbol.asyncDispose]()
    expect(report.verdict).toBe('passed')
    const origins = [
      'https://old.example',
      'http://old.example',
      'https://www.old.example',
      'http://www.old.example',
    ]
    const forms = ['/', '/?kura-move-check=1', '/a', '/a/', '/search?q=1', '/search', '/search/?q=1']
    for (const url of origins.flatMap(origin => forms.map(form => `${origin}${form}`)))
      expect(hosts.requests).toContain(url)
    expect(hosts.requests.filter(url => url === 'https://new.example/a')).toHaveLength(1)
  })

  test('passes every page on once, with every hop', async () => {
    const records: PageRecord[] = []
    await checkServed({ pages: ['/', '/a'], deps: { onPage: record => void records.push(record) } })
    expect(records.map(({ path }) => path).sort()).toEqual(['/', '/a'])
    const trail = records[1]?.trails.find(([hop]) => hop?.url === 'http://www.old.example/a')
    expect(trail?.map(({ url, status }) => `${status} ${url}`)).toEqual([
      '308 http://www.old.example/a',
      '301 https://www.old.example/a',
      '200 https://new.example/a',
    ])
  })

  test('reads an index of compressed sitemaps', async () => {
    const report = await checkServed({
      change: ({ host, path }) => {
        if (host !== 'new.example') return undefined
        if (path === '/robots.txt') return text('Sitemap: https://new.example/index.xml')
        if (path === '/index.xml')
          return xml(
            '<sitemapindex><sitemap><loc>https://new.example/1.xml.gz</loc></sitemap></sitemapindex>',
          )
        if (path !== '/1.xml.gz') return undefined
        return xml(gzipSync(sitemapOf(PAGES.map(page => `https://new.example${page}`))))
      },
    })
    expect(report.verdict).toBe('passed')
    expect(report.points[3]).toMatchObject({ point: 4, checked: 3, passed: 3 })
  })

  test('a sitemap that cannot be read now has not lost pages', async () => {
    const sitemaps = ['1.xml', '2.xml'].map(
      name => `<sitemap><loc>https://new.example/${name}</loc></sitemap>`,
    )
    const report = await checkServed({
      input: { oldListed: PAGES },
      change: ({ host, path }) => {
        if (host !== 'new.example') return undefined
        if (path === '/sitemap.xml') return xml(`<sitemapindex>${sitemaps.join('')}</sitemapindex>`)
        if (path === '/1.xml') return xml(sitemapOf(['https://new.example/']))
        return path === '/2.xml' ? { status: 403 } : undefined
      },
    })
    expect(report.points[3]).toMatchObject({ point: 4, verdict: 'unknown', failed: 0 })
  })

  test('counts strings before and after by place and form', async () => {
    const before = {
      total: 3,
      rows: [{ place: 'links' as const, form: 'raw' as const, count: 3, subdomains: 0, examples: [] }],
      subdomains: [],
    }
    const report = await checkServed({
      input: { before },
      change: newPage({ body: '<a href="https://old.example/">x</a>' }),
    })
    expect(report.strings.before).toBe(before)
    expect(report.strings.after).toEqual({
      total: 1,
      rows: [
        { place: 'links', form: 'raw', count: 1, subdomains: 0, examples: ['https://new.example/about/'] },
      ],
      subdomains: [],
    })
  })

  test('an old www name that never existed is no form of the old address', async () => {
    const report = await checkServed({ hosts: HOSTS.filter(host => host !== 'www.old.example') })
    expect(report.verdict).toBe('passed')
    expect(report.notes.map(({ message }) => message)).toEqual([
      'www.old.example does not resolve, so it was no form of the old addresses',
      'new.example does not ask browsers to use only https (HSTS)',
    ])
  })

  test('notes HSTS of the new site', async () => {
    const hsts = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    const report = await checkServed({
      change: ({ scheme, host, path }) =>
        `${scheme}://${host}${path}` === 'https://new.example/' ? html(page('/'), hsts) : undefined,
    })
    expect(report.notes.map(({ message }) => message)).toEqual([
      'new.example asks browsers to use only https for 365 days (HSTS), also for its subdomains',
    ])
  })

  test('says which listed addresses were left out', async () => {
    const report = await checkServed({ input: { oldAddresses: ['/', 'https://shop.old.example/'] } })
    expect(report.notes.map(({ message }) => message)).toEqual([
      '1 addresses of the list are not on old.example and were left out: https://shop.old.example/',
      'new.example does not ask browsers to use only https (HSTS)',
    ])
  })

  test('moves between Japanese names', async () => {
    const report = await checkServed({
      input: { site: readMove('日本.example', 'new.example'), oldAddresses: ['https://日本.example/about/'] },
      hosts: [...HOSTS, 'xn--wgv71a.example', 'www.xn--wgv71a.example'],
      change: newPage({ body: 'https://日本.example' }),
    })
    expect(report.points.map(({ verdict }) => verdict).slice(0, 3)).toEqual(['failed', 'passed', 'passed'])
  })

  test('waits as long as Retry-After says, and passes', async () => {
    let refusals = 0
    const report = await checkServed({
      change: ({ host, path }) => {
        if (host !== 'new.example' || path !== '/about/' || refusals++ > 0) return undefined
        return { status: 429, headers: { 'retry-after': '30' } }
      },
    })
    expect(report.verdict).toBe('passed')
    expect(Date.parse(report.ended) - Date.parse(report.started)).toBeGreaterThanOrEqual(30_000)
  })

  test('refuses a private address before it requests anything', async () => {
    await expect(checkServed({ network: { allowPrivate: false } })).rejects.toMatchObject({ code: 'usage' })
  })

  test('refuses a list that holds nothing of the old site', async () => {
    await expect(checkServed({ input: { oldAddresses: ['https://new.example/'] } })).rejects.toMatchObject({
      code: 'usage',
    })
  })

  test('a stop leaves a report that says so', async () => {
    const stop = new AbortController()
    const report = await checkServed({
      deps: { signal: stop.signal, onPage: () => stop.abort(new Error('stopped')) },
      options: { workers: 1 },
    })
    expect(report).toMatchObject({
      complete: false,
      verdict: 'unknown',
      pages: { counts: { checked: 1 }, expected: PAGES.length },
    })
  })

  test('a stop before the first page leaves one as well', async () => {
    const stop = new AbortController()
    const report = await checkServed({
      deps: { signal: stop.signal },
      change: ({ path }) => {
        if (path === '/sitemap.xml') stop.abort(new Error('stopped'))
        return undefined
      },
    })
    expect(report).toMatchObject({ complete: false, verdict: 'unknown', pages: { counts: { checked: 0 } } })
  })
})

test('every point of document 2 has its place in a report', () => {
  expect(POINTS).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})
