import { describe, expect, test } from 'vitest'
import { type PageHeaders, readPage, readStructuredData } from '../../../lib/move/facts/page-facts.ts'
import type { StringPlace } from '../../../lib/move/facts/string-tally.ts'

function read(html: string, headers: PageHeaders = {}) {
  const heard: [StringPlace, string][] = []
  const decoded: string[] = []
  const facts = readPage(html, headers, (place, text, strings = []) => {
    heard.push([place, text])
    decoded.push(...strings)
  })
  return { facts, heard, decoded }
}

test('a tag of an inert template says nothing about the page; one of a declarative shadow root does', () => {
  const { facts, heard } = read(`<a href="/a">a</a><template><a href="https://old.example/gone">x</a>
    <link rel="canonical" href="/c"><style>i{background:url(/i.png)}</style>
    <script>location.href = '/s'; fetch('/d.json')</script>
    <script type="application/ld+json">{</script><template shadowrootmode="open"><a href="/n">n</a></template>
    <img src="http://new.example/p.png"></template><a href="/b">b</a>
    <template shadowrootmode="open"><a href="/shadow">s</a></template>`)
  expect([...facts.links.keys()]).toEqual(['/a', '/b', '/shadow'])
  expect(facts).toMatchObject({ canonicals: [], insecure: [], structuredDataProblems: [] })
  expect(facts.scriptRedirect).toBeUndefined()
  // a script may show the template, so the old domain in it is still found
  expect(heard).toContainEqual(['links', 'https://old.example/gone'])
})

describe('readPage() facts', () => {
  const rows = [
    {
      name: 'a canonical link',
      html: '<link rel="canonical" href="/a">',
      want: { canonicals: [{ href: '/a', from: 'link' }] },
    },
    {
      name: 'a canonical among relations',
      html: '<LINK REL="x Canonical" HREF=/a>',
      want: { canonicals: [{ href: '/a', from: 'link' }] },
    },
    {
      name: 'two canonicals',
      html: '<link rel=canonical href=/a><link rel=canonical href=/b>',
      want: {
        canonicals: [
          { href: '/a', from: 'link' },
          { href: '/b', from: 'link' },
        ],
      },
    },
    {
      name: 'a canonical of the Link header',
      html: '',
      headers: { link: '<https://h.example/a>; rel="canonical", </b>; rel=next' },
      want: { canonicals: [{ href: 'https://h.example/a', from: 'Link header' }] },
    },
    {
      name: 'entities are decoded',
      html: '<link rel="canonical" href="/a?b&amp;c">',
      want: { canonicals: [{ href: '/a?b&c', from: 'link' }] },
    },
    { name: 'a base', html: '<base href="/b/">', want: { base: '/b/' } },
    {
      name: 'hreflang of links and of the header',
      html: '<link rel=alternate hreflang=de href=/de>',
      headers: { link: ['</fr>; rel="alternate"; hreflang="fr"'] },
      want: {
        alternates: [
          { language: 'fr', href: '/fr' },
          { language: 'de', href: '/de' },
        ],
      },
    },
    {
      name: 'robots metas',
      html: '<meta name="Robots" content="NOINDEX, nofollow">',
      want: { robots: ['noindex', 'nofollow'] },
    },
    {
      name: 'a meta for one robot',
      html: '<meta name="googlebot" content="none">',
      want: { robots: ['googlebot: none'] },
    },
    {
      name: 'X-Robots-Tag',
      html: '',
      headers: { 'x-robots-tag': ['noindex', 'bingbot: nofollow'] },
      want: { robots: ['noindex', 'bingbot: nofollow'] },
    },
    { name: 'a refresh of a header', html: '', headers: { refresh: '0; url=/b' }, want: { refresh: '/b' } },
    {
      name: 'a file that a script fetches',
      html: '<script>fetch("/data/news.json")</script>',
      want: { links: new Map([['/data/news.json', 'data']]) },
    },
    {
      name: 'a refresh',
      html: '<meta http-equiv="Refresh" content="0; url=\'/b\'">',
      want: { refresh: '/b' },
    },
    {
      name: 'a refresh with a space',
      html: `<meta http-equiv="refresh" content="0 url=/it's">`,
      want: { refresh: "/it's" },
    },
    {
      name: 'a refresh in quotation marks',
      html: `<meta http-equiv="refresh" content="0;url='/a&quot;b' now">`,
      want: { refresh: '/a"b' },
    },
    {
      name: 'a refresh that names no address',
      html: '<meta http-equiv="refresh" content="0;url=">',
      want: { refresh: undefined },
    },
    {
      name: 'JSON-LD that is none',
      html: '<script type="application/ld+json">{x</script>',
      want: { structuredDataProblems: [expect.any(String)] },
    },
    {
      name: 'a canonical in a comment is none',
      html: '<!-- <link rel=canonical href=/a> -->',
      want: { canonicals: [] },
    },
    {
      name: 'a canonical in a script is none',
      html: '<script>"<link rel=canonical href=/a>"</script>',
      want: { canonicals: [] },
    },
  ]
  test.each(rows)('$name', ({ html, headers = {}, want }) => {
    expect(read(html, headers).facts).toMatchObject(want)
  })

  test('a page that repeats itself is remembered a hundred times', () => {
    expect(read('<link rel=canonical href=/a>'.repeat(500)).facts.canonicals).toHaveLength(100)
  })
})

describe('readPage() places', () => {
  const rows: { name: string; html: string; place: StringPlace; text?: string }[] = [
    { name: 'canonical', html: '<link rel=canonical href=X>', place: 'canonical' },
    { name: 'hreflang', html: '<link rel=alternate hreflang=de href=X>', place: 'hreflang' },
    { name: 'Open Graph', html: '<meta property=og:url content=X>', place: 'social-preview' },
    { name: 'Twitter', html: '<meta name=twitter:image content=X>', place: 'social-preview' },
    {
      name: 'JSON-LD',
      html: '<script type="application/ld+json">"X"</script>',
      place: 'structured-data',
      text: '"X"',
    },
    { name: 'microdata', html: '<p itemid=X></p>', place: 'structured-data' },
    { name: 'a link', html: '<a href=X>', place: 'links' },
    { name: 'a form', html: '<form action=X>', place: 'links' },
    { name: 'a feed', html: '<link rel=alternate type=application/rss+xml href=X>', place: 'links' },
    { name: 'an image', html: '<img src=X>', place: 'resources' },
    { name: 'a set of images', html: '<img srcset=X>', place: 'resources' },
    { name: 'a style sheet', html: '<link rel=stylesheet href=X>', place: 'resources' },
    { name: 'another meta', html: '<meta name=description content=X>', place: 'meta' },
    { name: 'a script', html: '<script>X</script>', place: 'script' },
    { name: 'a handler', html: '<p onclick=X></p>', place: 'script' },
    { name: 'a style', html: '<style>X</style>', place: 'style' },
    { name: 'a style attribute', html: '<p style=X></p>', place: 'style' },
    { name: 'text', html: '<p>X</p>', place: 'text' },
    { name: 'text put together of entities', html: '<p>&#88;&#89;</p>', place: 'text', text: 'XY' },
    { name: 'text behind a script', html: '<script>1</script>X', place: 'text' },
    { name: 'a title', html: '<title>X</title>', place: 'text' },
    { name: 'a comment', html: '<!--X-->', place: 'comment' },
    { name: 'another attribute', html: '<p data-x=X></p>', place: 'other' },
    { name: 'a document type', html: '<!doctype X>', place: 'other', text: '!doctype X' },
  ]
  test.each(rows)('$name', ({ html, place, text = 'X' }) => {
    expect(read(html).heard).toContainEqual([place, text])
  })

  test('structured data comes with its strings unescaped', () => {
    const { decoded } = read('<script type="application/ld+json">{"a":["\\u006fld"],"b":{"c":"d"}}</script>')
    expect(decoded.sort()).toEqual(['a', 'b', 'c', 'd', 'old'])
  })

  test('deep structured data is read as well', () => {
    const deep = `${'['.repeat(5000)}"x"${']'.repeat(5000)}`
    expect(read(`<script type="application/ld+json">${deep}</script>`).decoded).toEqual(['x'])
  })
})

const blocks = [
  { input: '{"a":"b"}', want: ['a', 'b'] },
  { input: '["x\\/y", 1, null, true, {"z": ["w"]}]', want: ['x/y', 'z', 'w'] },
  { input: '"\\u006fld"', want: ['old'] },
  { input: '3', want: [] },
]
test.each(blocks)('readStructuredData() finds every string of $input', ({ input, want }) => {
  const { problem, strings } = readStructuredData(input)
  expect({ problem, strings: [...strings].sort() }).toEqual({ problem: undefined, strings: want.sort() })
})

test('readStructuredData() says why text is not JSON', () => {
  expect(readStructuredData('{x')).toEqual({ problem: expect.stringContaining('JSON'), strings: [] })
})
