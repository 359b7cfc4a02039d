import { describe, expect, test } from 'vitest'
import { createDomainFinder } from '../../../lib/move/facts/old-domain-strings.ts'
import { auditPage } from '../../../lib/move/page/audit-page.ts'
import { pageFindings, sitemapUrlFindings } from '../../../lib/move/page/findings.ts'
import { say } from '../../../lib/move/phrase.ts'
import type { Trail } from '../../../lib/move/visit/follow.ts'
import type { Hop } from '../../../lib/move/visit/hop.ts'
import { MOVE_VISIT } from '../../../lib/move/visit/words.ts'
import { page } from './moved-pages.ts'

const find = createDomainFinder({ domain: 'old.example', except: 'new.example' })
const URL_A = 'https://new.example/a'

function answered(html: string, headers: Record<string, string> = {}, complete = true): Trail {
  const body = { bytes: new TextEncoder().encode(html), complete }
  const last = {
    hop: { url: URL_A, status: 200 },
    headers: { 'content-type': 'text/html', ...headers },
    body,
  }
  return { hops: [last.hop], end: 'answered', last }
}

function ended(hop: Hop, end: Trail['end'] = 'answered'): Trail {
  return { hops: [hop], end, last: { hop, headers: {}, body: undefined } }
}

interface Row {
  readonly name: string
  readonly trail: Trail
  readonly want: string[]
}

const withCanonical = (...links: string[]) =>
  answered(`${links.map(href => `<link rel="canonical" href="${href}">`).join('')}<p>Lamps`)

const rows: Row[] = [
  { name: 'a page as it should be', trail: answered(page('/a')), want: [] },
  { name: 'a relative canonical', trail: withCanonical('/a'), want: [] },
  {
    name: 'a canonical against a base',
    trail: answered('<base href="/x/"><link rel=canonical href="../a"><p>Lamps'),
    want: [],
  },
  { name: 'no canonical', trail: answered('<p>Lamps'), want: ['failed has no canonical link'] },
  { name: 'an empty page', trail: answered(''), want: ['failed has no canonical link', 'failed is blank'] },
  {
    name: 'a canonical of another page',
    trail: withCanonical('/b'),
    want: ['failed names "/b" as canonical in its link, expected its own address'],
  },
  {
    name: 'a canonical over http',
    trail: withCanonical('http://new.example/a'),
    want: ['failed names "http://new.example/a"'],
  },
  {
    name: 'a canonical with a slash',
    trail: withCanonical('https://new.example/a/'),
    want: ['failed names "https://new.example/a/"'],
  },
  {
    name: 'a canonical that is no address',
    trail: withCanonical('https://'),
    want: ['failed names "https://"'],
  },
  {
    name: 'a canonical of the old domain',
    trail: withCanonical('https://old.example/a'),
    want: ['failed names "https://old.example/a"', 'failed holds the old domain once in canonical (raw)'],
  },
  { name: 'two canonicals, one wrong', trail: withCanonical('/a', '/b'), want: ['failed names "/b"'] },
  {
    name: 'the Link header wrong',
    trail: answered(page('/a'), { link: '</b>; rel=canonical' }),
    want: ['failed names "/b" as canonical in its Link header'],
  },
  { name: 'only the Link header', trail: answered('<p>Lamps', { link: '</a>; rel=canonical' }), want: [] },
  {
    name: 'hreflang of the old domain',
    trail: answered(page('/a', { head: '<link rel=alternate hreflang=de href=https://old.example/de>' })),
    want: ['failed holds the old domain once in hreflang (raw)'],
  },
  {
    name: 'hreflang that leaves out the page itself',
    trail: answered(
      '<p>Lamps</p><link rel=canonical href=/a><link rel=alternate hreflang=de href=/de><link rel=alternate hreflang=fr href=/fr>',
    ),
    want: ['warning names other languages by hreflang but not itself'],
  },
  {
    name: 'hreflang with itself in the Link header',
    trail: answered('<p>Lamps<link rel=canonical href=/a><link rel=alternate hreflang=de href=/de>', {
      link: '</a>; rel=alternate; hreflang=en',
    }),
    want: [],
  },
  {
    name: 'hreflang that is no address',
    trail: answered('<p>Lamps<link rel=canonical href=/a><link rel=alternate hreflang=de href=https://>'),
    want: ['warning names other languages by hreflang but not itself'],
  },
  {
    name: 'a preview of the old domain',
    trail: answered(page('/a', { head: '<meta property=og:image content=https://www.old.example/a.png>' })),
    want: ['failed holds the old domain once in social-preview (raw)'],
  },
  {
    name: 'structured data of the old domain, escaped',
    trail: answered(
      page('/a', { head: '<script type="application/ld+json">{"url":"https:\\/\\/old.example"}</script>' }),
    ),
    want: ['failed holds the old domain once in structured-data (escaped)'],
  },
  {
    name: 'structured data that hides a letter',
    trail: answered(
      page('/a', { head: '<script type="application/ld+json">{"url":"https://\\u006fld.example"}</script>' }),
    ),
    want: ['failed holds the old domain once in structured-data (escaped)'],
  },
  {
    name: 'texts and links in several forms',
    trail: answered(
      page('/a', { body: '<p>old.example</p><p>%2F%2Fold.example</p><a href=//old.example>x</a>' }),
    ),
    want: [
      'failed holds the old domain 2 times in text (raw, percent-encoded)',
      'failed holds the old domain once in links (raw)',
    ],
  },
  {
    name: 'a text put together of entities',
    trail: answered(page('/a', { body: 'old&#46;example' })),
    want: ['failed holds the old domain once in text (raw)'],
  },
  {
    name: 'names below the old domain',
    trail: answered(page('/a', { body: '<img src=https://img.old.example/a.png>' })),
    want: ['failed holds the old domain once in resources (raw); names below it: img.old.example'],
  },
  {
    name: 'a header of the old domain',
    trail: answered(page('/a'), { 'content-security-policy': 'img-src https://old.example' }),
    want: ['failed holds the old domain once in headers (raw)'],
  },
  {
    name: 'other domains',
    trail: answered(page('/a', { body: 'notold.example old.example.com' })),
    want: [],
  },
  {
    name: 'noindex in the page',
    trail: answered(page('/a', { head: '<meta name=robots content=noindex>' })),
    want: ['warning asks search engines not to index it (noindex)'],
  },
  {
    name: 'noindex in a header',
    trail: answered(page('/a'), { 'x-robots-tag': 'noindex' }),
    want: ['warning asks search engines not to index it (noindex)'],
  },
  {
    name: 'a refresh',
    trail: answered(page('/a', { head: '<meta http-equiv=refresh content="0;url=/b">' })),
    want: ['warning redirects to "/b" by a refresh meta'],
  },
  {
    name: 'structured data that is not JSON',
    trail: answered(page('/a', { head: '<script type="application/ld+json">{</script>' })),
    want: ['warning has structured data that is not JSON'],
  },
  {
    name: 'a page that is too long to be read',
    trail: answered(page('/a'), {}, false),
    want: ['unknown is longer than the limit'],
  },
  {
    name: 'a text without a canonical',
    trail: answered('old.example', { 'content-type': 'text/plain' }),
    want: ['failed holds the old domain once in text (raw)'],
  },
]

describe('pageFindings()', () => {
  test.each(rows)('$name', ({ trail, want }) => {
    const found = pageFindings(trail, auditPage(trail.last, { find, isNotFound: () => false })).map(
      ({ verdict, message }) => `${verdict} ${message}`,
    )
    expect(found).toHaveLength(want.length)
    for (const [index, text] of want.entries()) expect(found[index]).toContain(text)
  })

  const silent = { verdict: 'unknown', ...say(MOVE_VISIT.timedOut) } as const
  const unanswered: Row[] = [
    {
      name: 'not found',
      trail: ended({ url: URL_A, status: 404 }),
      want: ['failed answers 404, expected 200'],
    },
    {
      name: 'a server error',
      trail: ended({ url: URL_A, status: 500 }),
      want: ['failed answers 500, expected 200'],
    },
    {
      name: 'forbidden',
      trail: ended({ url: URL_A, status: 403 }),
      want: ['unknown answers 403 to this check'],
    },
    {
      name: 'too many requests',
      trail: ended({ url: URL_A, status: 429 }),
      want: ['unknown answers 429 to this check'],
    },
    {
      name: 'silence',
      trail: ended({ url: URL_A, trouble: silent }, 'silent'),
      want: ['unknown did not answer in time'],
    },
    {
      name: 'a loop',
      trail: ended({ url: URL_A, status: 301, location: URL_A }, 'loop'),
      want: [`failed redirects to ${URL_A} and has no page of its own`],
    },
  ]
  test.each(unanswered)('$name', ({ trail, want }) => {
    const found = pageFindings(trail, undefined).map(({ verdict, message }) => `${verdict} ${message}`)
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(want[0])
  })
})

describe('sitemapUrlFindings()', () => {
  const rows = [
    { hop: { url: URL_A, status: 200 }, want: undefined },
    {
      hop: { url: URL_A, status: 308, location: `${URL_A}/` },
      want: `failed is in the sitemap and redirects with 308 to ${URL_A}/`,
    },
    { hop: { url: URL_A, status: 404 }, want: 'failed is in the sitemap and answers 404, expected 200' },
    { hop: { url: URL_A, status: 403 }, want: 'unknown is in the sitemap and answers 403 to this check' },
  ]
  test.each(rows)('$hop.status', ({ hop, want }) => {
    const [finding] = sitemapUrlFindings(URL_A, ended(hop))
    expect(finding && `${finding.verdict} ${finding.message}`).toBe(want)
  })
})
