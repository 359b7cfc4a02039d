import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readMove } from '../../lib/move/moved-site.ts'
import type { PageRecord } from '../../lib/move/page/check-page.ts'
import { say } from '../../lib/move/phrase.ts'
import { exitStatus } from '../../lib/move/report/move-report.ts'
import { POINTS, type PointVerdict, type Verdict } from '../../lib/move/verdicts.ts'
import {
  type Change,
  checkedMove,
  checkServed,
  HOSTS,
  html,
  type MoveCase,
  PAGES,
  page,
  redirect,
  sitemapOf,
  text,
  xml,
} from './page/moved-pages.ts'

interface Row extends MoveCase {
  readonly name: string
  /** The points whose verdict differs from that of a complete move. */
  readonly want: Partial<Record<1 | 2 | 3 | 4 | 5 | 6, PointVerdict>>
  readonly verdict?: Verdict
  /** Findings that there must be: `point url message`, each as a part. */
  readonly says?: (string | RegExp)[]
}

const WHOLE: Record<number, PointVerdict> = {
  1: 'passed',
  2: 'passed',
  3: 'passed',
  4: 'passed',
  5: 'passed',
  6: 'not asked',
  7: 'expected',
  8: 'expected',
}

/** Changes the answer of one address. */
const at =
  (url: string, answer: ReturnType<Change>): Change =>
  ({ scheme, host, path }) =>
    `${scheme}://${host}${path}` === url ? answer : undefined

const newPage = (parts: Parameters<typeof page>[1]) =>
  at('https://new.example/about/', html(page('/about/', parts)))
const checker = (name: string) => ({ checkerFile: { name: 'checker.json', text: `{"allowed":"${name}"}` } })

const rows: Row[] = [
  { name: 'a complete move passes', want: {} },
  {
    name: '1: a page answers 500',
    change: at('https://new.example/about/', { status: 500 }),
    want: { 1: 'failed', 2: 'failed', 5: 'failed' },
    says: ['1 https://new.example/about/ answers 500'],
  },
  {
    name: '1: a page names the old one as canonical',
    change: at('https://new.example/about/', html('<link rel=canonical href="https://old.example/about/">')),
    want: { 1: 'failed' },
  },
  {
    name: '1: a page has no canonical',
    change: at('https://new.example/about/', html('hello')),
    want: { 1: 'failed' },
  },
  {
    name: '1: the Link header names another page',
    change: at('https://new.example/about/', html(page('/about/'), { link: '</>; rel="canonical"' })),
    want: { 1: 'failed' },
  },
  {
    name: '1: an old string in hreflang',
    change: newPage({ head: '<link rel="alternate" hreflang="ja" href="https://old.example/ja">' }),
    want: { 1: 'failed' },
  },
  {
    name: '1: an old string in a social preview',
    change: newPage({ head: '<meta property="og:url" content="https://old.example/about/">' }),
    want: { 1: 'failed' },
  },
  {
    name: '1: an old string in structured data',
    change: newPage({
      head: '<script type="application/ld+json">{"@id":"https:\\/\\/old.example"}</script>',
    }),
    want: { 1: 'failed' },
    says: [/structured-data \(escaped\)/],
  },
  {
    name: '1: an old string in a link',
    change: newPage({ body: '<a href="https://www.old.example/x">x</a>' }),
    want: { 1: 'failed' },
  },
  {
    name: '1: a similar domain passes',
    change: newPage({ body: '<a href="https://notold.example/">x</a> old.example.com' }),
    want: {},
  },
  {
    name: '1: noindex is reported',
    change: newPage({ head: '<meta name="robots" content="noindex">' }),
    want: { 1: 'warning' },
    verdict: 'warning',
    says: ['1 https://new.example/about/ asks search engines not to index it'],
  },
  {
    name: '1: a page answers 403',
    change: at('https://new.example/about/', { status: 403 }),
    want: { 1: 'unknown', 2: 'unknown', 5: 'unknown' },
  },
  {
    name: '1: a page answers 429',
    change: at('https://new.example/about/', { status: 429, headers: { 'retry-after': '1' } }),
    want: { 1: 'unknown', 2: 'unknown', 5: 'unknown' },
  },
  {
    name: '1: a page does not answer',
    change: at('https://new.example/about/', 'silent'),
    network: { timeout: 300 },
    want: { 1: 'unknown', 2: 'unknown', 5: 'unknown' },
  },
  {
    name: '1: a page cuts the connection',
    change: at('https://new.example/about/', 'cut'),
    want: { 1: 'unknown', 2: 'unknown', 5: 'unknown' },
  },
  {
    name: '2: an old address answers 200 by itself',
    change: at('https://old.example/about/', html('old')),
    want: { 2: 'failed' },
  },
  {
    name: '2: an old address redirects with 302',
    change: at('https://old.example/about/', redirect(302, 'https://new.example/about/')),
    want: { 2: 'failed' },
  },
  {
    name: '2: an old address redirects with 307',
    change: at('https://old.example/about/', redirect(307, 'https://new.example/about/')),
    want: { 2: 'failed' },
  },
  {
    name: '2: 308 passes',
    change: at('https://old.example/about/', redirect(308, 'https://new.example/about/')),
    want: {},
  },
  {
    name: '2: everything redirects to the homepage',
    change: ({ scheme, host, path }) =>
      scheme === 'https' && host.endsWith('old.example') && path !== '/'
        ? redirect(301, 'https://new.example/')
        : undefined,
    want: { 2: 'failed' },
    says: [/another page/],
  },
  {
    name: '2: trailing slashes are missed',
    change: ({ scheme, host, path }) =>
      scheme === 'https' && host.endsWith('old.example') && path.endsWith('/') && path !== '/'
        ? { status: 404 }
        : undefined,
    want: { 2: 'failed' },
    says: ['2 https://old.example/news/2024/ answers 404'],
  },
  {
    name: '2: the root is missed',
    change: at('https://old.example/', { status: 404 }),
    want: { 2: 'failed' },
    says: ['2 https://old.example/ answers 404', '2 http://old.example/ redirects to https://old.example/'],
  },
  {
    name: '2: queries are dropped',
    change: ({ scheme, host, path }) =>
      scheme === 'https' && host.endsWith('old.example')
        ? redirect(301, `https://new.example${path.replace(/\?.*/, '')}`)
        : undefined,
    want: { 2: 'failed' },
    says: [/the query is not the same/],
  },
  {
    name: '2: the www name is not redirected',
    change: ({ scheme, host }) =>
      scheme === 'https' && host === 'www.old.example' ? html('old') : undefined,
    want: { 2: 'failed' },
  },
  {
    name: '2: http is not redirected',
    change: ({ scheme, host }) => (scheme === 'http' && host === 'old.example' ? html('old') : undefined),
    want: { 2: 'failed' },
  },
  {
    name: '2: the chain is long',
    change: ({ scheme, host, path }) =>
      scheme === 'http' && host === 'old.example'
        ? redirect(301, `http://www.old.example${path}`)
        : scheme === 'http' && host === 'www.old.example'
          ? redirect(301, `https://www.old.example${path}`)
          : scheme === 'https' && host === 'www.old.example'
            ? redirect(301, `https://old.example${path}`)
            : undefined,
    want: { 2: 'failed' },
    says: [/takes 4 redirects, expected at most 3/],
  },
  {
    name: '2: the same chain passes if five are allowed',
    options: { mostHops: 5 },
    change: ({ scheme, host, path }) =>
      scheme === 'http' && host === 'old.example'
        ? redirect(301, `http://www.old.example${path}`)
        : scheme === 'http' && host === 'www.old.example'
          ? redirect(301, `https://www.old.example${path}`)
          : scheme === 'https' && host === 'www.old.example'
            ? redirect(301, `https://old.example${path}`)
            : undefined,
    want: {},
  },
  {
    name: '2: an old address redirects in a loop',
    change: ({ scheme, host, path }) => {
      if (scheme === 'http' || path !== '/about/' || !host.endsWith('old.example')) return undefined
      return redirect(
        301,
        host.startsWith('www.') ? 'https://old.example/about/' : 'https://www.old.example/about/',
      )
    },
    want: { 2: 'failed' },
    says: ['2 https://old.example/about/ redirects in a loop'],
  },
  {
    name: '2: an old address redirects to a third party',
    change: at('https://old.example/about/', redirect(301, 'https://parking.example/about/')),
    want: { 2: 'failed' },
    says: ['redirects to https://parking.example/about/, which is not part of this move'],
  },
  {
    name: '2 and 3: the new site may drop a query that it does not know',
    change: ({ host, path }) =>
      host === 'new.example' && path.endsWith('?kura-move-check=1')
        ? redirect(301, `https://new.example${path.replace(/\?.*/, '')}`)
        : undefined,
    want: {},
  },
  {
    name: '2: an old address redirects to another scheme',
    change: at('https://old.example/about/', redirect(301, 'app://new.example/about/')),
    want: { 2: 'failed' },
    says: ['redirects to app://new.example/about/, which is not part of this move'],
  },
  {
    name: '2: the old homepage with 308 gets a warning',
    change: ({ scheme, host, path }) =>
      scheme === 'https' && host.endsWith('old.example')
        ? redirect(308, `https://new.example${path}`)
        : undefined,
    want: { 2: 'warning' },
    verdict: 'warning',
    says: ['2 https://old.example/ is the old homepage and answers 308'],
  },
  {
    name: '2: the old host answers 403',
    change: ({ scheme, host, path }) =>
      scheme === 'https' && host === 'old.example' && path !== '/robots.txt' ? { status: 403 } : undefined,
    want: { 2: 'unknown' },
  },
  {
    name: '2: the old host forbids robots',
    change: at('https://old.example/robots.txt', text('User-agent: *\nDisallow: /')),
    want: { 2: 'unknown' },
    says: [/was not requested: robots.txt forbids it/],
  },
  {
    name: '3: the www name answers by itself',
    change: ({ scheme, host }) =>
      scheme === 'https' && host === 'www.new.example' ? html('www') : undefined,
    want: { 3: 'failed' },
  },
  {
    name: '3: the www name redirects with 302',
    change: ({ scheme, host, path }) =>
      scheme === 'https' && host === 'www.new.example'
        ? redirect(302, `https://new.example${path}`)
        : undefined,
    want: { 3: 'failed' },
  },
  {
    name: '3: the www name drops the path',
    change: ({ scheme, host }) =>
      scheme === 'https' && host === 'www.new.example' ? redirect(301, 'https://new.example/') : undefined,
    want: { 3: 'failed' },
  },
  {
    name: '3: the www name does not exist',
    hosts: HOSTS.filter(host => host !== 'www.new.example'),
    want: { 3: 'failed' },
    says: ['3 https://www.new.example/ does not resolve'],
  },
  {
    name: '4: the robots file names the old sitemap',
    change: at('https://new.example/robots.txt', text('Sitemap: https://old.example/sitemap.xml')),
    want: { 4: 'failed' },
  },
  {
    name: '4: the robots file names none',
    change: at('https://new.example/robots.txt', text('User-agent: *\nAllow: /')),
    want: { 4: 'failed' },
  },
  {
    name: '4: there is no robots file',
    change: at('https://new.example/robots.txt', { status: 404 }),
    want: { 4: 'failed' },
  },
  {
    name: '4: the robots file answers 500, so nothing may be requested',
    change: at('https://new.example/robots.txt', { status: 500 }),
    want: { 1: 'unknown', 2: 'unknown', 3: 'unknown', 4: 'failed', 5: 'unknown' },
  },
  {
    name: '4: the sitemap lists old addresses',
    change: at(
      'https://new.example/sitemap.xml',
      xml(sitemapOf(PAGES.map(path => `https://old.example${path}`))),
    ),
    want: { 4: 'failed', 5: 'unknown' },
  },
  {
    name: '4: the sitemap lists one old address',
    change: at(
      'https://new.example/sitemap.xml',
      xml(sitemapOf([...PAGES.map(path => `https://new.example${path}`), 'https://old.example/'])),
    ),
    want: { 4: 'failed' },
  },
  {
    name: '4: the sitemap is truncated',
    change: at(
      'https://new.example/sitemap.xml',
      xml(sitemapOf(PAGES.map(path => `https://new.example${path}`)).slice(0, -5)),
    ),
    want: { 4: 'failed' },
  },
  {
    name: '4: there is no sitemap',
    change: at('https://new.example/sitemap.xml', { status: 404 }),
    want: { 4: 'failed', 5: 'unknown' },
  },
  {
    name: '5: a sitemap address redirects',
    change: at('https://new.example/about/', redirect(308, 'https://new.example/about')),
    want: { 1: 'failed', 2: 'failed', 5: 'failed' },
  },
  {
    name: '5: a sitemap address redirects to a correct page',
    change: ({ host, path }) =>
      host === 'new.example' && path === '/about/'
        ? redirect(308, 'https://new.example/about')
        : host === 'new.example' && path === '/about'
          ? html(page('/about'))
          : undefined,
    want: { 5: 'failed' },
    says: ['5 https://new.example/about/ is in the sitemap and redirects with 308'],
  },
  {
    name: '5: a sitemap address redirects to another of them',
    pages: ['/', '/about', '/about/'],
    change: at('https://new.example/about/', redirect(308, 'https://new.example/about')),
    want: { 5: 'failed' },
  },
  {
    name: '5: a sitemap address is not found',
    change: at(
      'https://new.example/sitemap.xml',
      xml(sitemapOf([...PAGES, '/gone'].map(path => `https://new.example${path}`))),
    ),
    want: { 1: 'failed', 5: 'failed' },
  },
  {
    name: '5: more pages than are looked at',
    options: { mostPages: 3 },
    want: { 5: 'unknown' },
    says: [/lists 3 pages more than the 3 that are checked/],
  },
  { name: '6: the checker names the new domain', input: checker('new.example'), want: { 6: 'passed' } },
  { name: '6: the checker names the old domain', input: checker('old.example'), want: { 6: 'failed' } },
  {
    name: 'a list that may be incomplete',
    input: { oldProblems: [say('oldListMoved')] },
    want: { 2: 'unknown' },
  },
]

describe('checkMove()', () => {
  test.each(rows)('$name', async ({ name: _, want, verdict, says = [], ...move }) => {
    const report = await checkServed(move)
    const points = Object.fromEntries(report.points.map(({ point, verdict }) => [point, verdict]))
    expect(points).toEqual({ ...WHOLE, ...want })
    const all = [...report.findings, ...report.pages.worst.flatMap(({ findings }) => findings)]
    const said = all.map(({ point, url, message }) => `${point} ${url} ${message}`)
    for (const part of says) {
      expect(
        said.some(line => (typeof part === 'string' ? line.includes(part) : part.test(line))),
        `${part} in\n${said.join('\n')}`,
      ).toBe(true)
    }
    const worst = Object.values(want).includes('failed')
      ? 'failed'
      : Object.values(want).includes('unknown')
        ? 'unknown'
        : 'passed'
    expect(report.verdict).toBe(verdict ?? worst)
    expect(exitStatus(report)).toBe({ passed: 0, warning: 0, failed: 1, unknown: 3 }[report.verdict])
  })

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
    ])
  })

  test('says which listed addresses were left out', async () => {
    const report = await checkServed({ input: { oldAddresses: ['/', 'https://shop.old.example/'] } })
    expect(report.notes.map(({ message }) => message)).toEqual([
      '1 addresses of the list are not on old.example and were left out: https://shop.old.example/',
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
