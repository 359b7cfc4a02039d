import { describe, expect, test } from 'vitest'
import { createDomainFinder } from '../../../lib/move/facts/old-domain-strings.ts'
import { readMove } from '../../../lib/move/moved-site.ts'
import { say } from '../../../lib/move/phrase.ts'
import {
  checkerFileFindings,
  httpFindings,
  lostPages,
  robotsFindings,
  sitemapFindings,
} from '../../../lib/move/site/findings.ts'
import { MOVE_SITE } from '../../../lib/move/site/words.ts'
import { readRobots } from '../../../lib/move/visit/robots.ts'

const site = readMove('old.example', 'new.example')
const find = createDomainFinder({ domain: 'old.example', except: 'new.example' })
const findNew = createDomainFinder({ domain: 'new.example', except: 'old.example' })
const words = (findings: ReturnType<typeof robotsFindings>) =>
  findings.map(({ verdict, message }) => `${verdict} ${message}`)

describe('robotsFindings()', () => {
  const rows = [
    { name: 'one that names the new sitemap', text: 'Sitemap: https://new.example/sitemap.xml', want: [] },
    { name: 'one that names none', text: 'User-agent: *', want: ['failed names no sitemap'] },
    {
      name: 'one that names the old sitemap',
      text: 'Sitemap: https://old.example/sitemap.xml',
      want: [
        'failed names the sitemap "https://old.example/sitemap.xml", expected one on new.example',
        'failed holds the old domain once: "Sitemap: https://old.example/sitemap.xml"',
      ],
    },
    {
      name: 'one that names another',
      text: 'Sitemap: https://cdn.example/sitemap.xml',
      want: ['failed names the sitemap "https://cdn.example/sitemap.xml", expected one on new.example'],
    },
    {
      name: 'one that cannot be read now',
      status: 503,
      want: ['failed answers 503: as long as it does, search engines visit no page of the site'],
    },
    { name: 'a missing one', status: 404, want: ['failed answers 404, expected 200'] },
    { name: 'a forbidden one', status: 403, want: ['unknown answers 403 to this check'] },
    {
      name: 'a redirected one',
      status: 301,
      location: 'https://old.example/robots.txt',
      want: ['failed redirects with 301 to https://old.example/robots.txt, expected 200'],
    },
  ]
  test.each(rows)('$name', ({ text = '', status = 200, location, want }) => {
    const hop = { url: 'https://new.example/robots.txt', status, ...(location && { location }) }
    const robots = readRobots('https://new.example', {
      hop,
      body: { bytes: new TextEncoder().encode(text), complete: true },
    })
    expect(words(robotsFindings({ hop, robots }, site, find))).toEqual(want)
  })
})

describe('sitemapFindings()', () => {
  const good = { locations: ['https://new.example/'], problems: [], text: 'https://new.example/' }
  const rows = [
    { name: 'one of the new host', file: {}, want: [] },
    {
      name: 'old addresses',
      file: {
        locations: ['https://old.example/a', 'https://old.example/b'],
        text: 'https://old.example/a https://old.example/b',
      },
      want: [
        'failed lists "https://old.example/a" and 1 more, expected addresses that begin with https://new.example/',
        'failed holds the old domain 2 times: "https://old.example/a https://old.example/b"',
      ],
    },
    {
      name: 'addresses over http',
      file: { locations: ['http://new.example/a'] },
      want: ['failed lists "http://new.example/a", expected addresses that begin with https://new.example/'],
    },
    {
      name: 'the old domain elsewhere in it',
      file: { text: '<!-- old.example -->' },
      want: ['failed holds the old domain once: "<!-- old.example -->"'],
    },
    {
      name: 'a bare & of next 16.4.6',
      file: { text: '<urlset>\n<url>\n<loc>https://new.example/?a=b&c=d</loc>\n</url>\n</urlset>' },
      want: [
        'failed is no valid XML: search engines cannot read its bare "&", which must be "&amp;" ("<loc>https://new.example/?a=b&c=d</loc> </url> </urlset>")',
      ],
    },
    {
      name: 'a bare & of jekyll-feed 0.17.0',
      file: { text: '<feed><link href="/r&d/"/></feed>' },
      want: [
        'failed is no valid XML: search engines cannot read its bare "&", which must be "&amp;" ("<feed><link href="/r&d/"/></feed>")',
      ],
    },
    {
      name: 'a & that is no bare one',
      file: {
        text: '<urlset><!-- a & b --><loc>/?a&amp;b&#38;c&#x26;d&quot;</loc><c><![CDATA[a&b]]></c></urlset>',
      },
      want: [],
    },
    { name: 'a & in a list', file: { text: 'https://new.example/?a=b&c=d\n' }, want: [] },
    {
      name: 'a page with a bare &',
      file: { text: '<html>a & b</html>', problems: [say(MOVE_SITE.otherRoot, { name: 'html' })] },
      want: ['failed begins with <html>: expected <urlset>, <sitemapindex> or a feed'],
    },
    { name: 'problems', file: { problems: [say(MOVE_SITE.truncated)] }, want: ['failed is truncated'] },
    { name: 'nothing in it', file: { locations: [] }, want: ['failed holds no address'] },
    { name: 'a missing one', status: 404, file: {}, want: ['failed answers 404, expected 200'] },
    { name: 'one that answers 429', status: 429, file: {}, want: ['unknown answers 429 to this check'] },
  ]
  test.each(rows)('$name', ({ status = 200, file, want }) => {
    const hop = { url: 'https://new.example/sitemap.xml', status }
    expect(words(sitemapFindings({ hop, ...good, ...file }, site, find))).toEqual(want)
  })
})

describe('checkerFileFindings()', () => {
  const rows = [
    { name: 'the new domain only', text: '{"allowedDomain": "new.example"}', want: [] },
    {
      name: 'the old domain only',
      text: 'allowed:\n  - old.example\n',
      want: [
        'failed does not name the new domain',
        'failed still names the old domain, in line 2: "allowed: - old.example"',
      ],
    },
    {
      name: 'both',
      text: 'a = new.example\nb = old.example\nc = www.old.example',
      want: [
        'failed still names the old domain, in line 2, 3: "a = new.example b = old.example c = www.old.example"',
      ],
    },
    {
      name: 'an expression',
      text: 'https:\\/\\/old\\.example new.example',
      want: [String.raw`failed still names the old domain, in line 1: "https:\/\/old\.example new.example"`],
    },
    {
      name: 'a name below the new domain only',
      text: 'shop.new.example',
      want: ['failed does not name the new domain'],
    },
    { name: 'nothing', text: '', want: ['failed does not name the new domain'] },
  ]
  test.each(rows)('$name', ({ text, want }) => {
    const findings = checkerFileFindings('checker.json', text, { find, findNew })
    expect(words(findings)).toEqual(want)
    expect(findings.every(({ point, url }) => point === 6 && url === 'checker.json')).toBe(true)
  })
})

describe('httpFindings()', () => {
  const url = 'http://new.example/a'
  const rows = [
    {
      name: 'the same address over https',
      hop: { status: 308, location: 'https://new.example/a' },
      want: [],
    },
    { name: 'with a slash', hop: { status: 301, location: 'https://new.example/a/' }, want: [] },
    { name: 'no answer over http', hop: {}, want: [] },
    { name: 'a page over http', hop: { status: 200 }, want: [/^answers 200 over http/] },
    { name: 'a fault over http', hop: { status: 404 }, want: [/^answers 404 over http/] },
    {
      name: 'for now',
      hop: { status: 302, location: 'https://new.example/a' },
      want: [/^redirects over http with 302/],
    },
    {
      name: 'the homepage',
      hop: { status: 301, location: 'https://new.example/' },
      want: [/^redirects over http with 301 to https:\/\/new.example\/, expected/],
    },
    {
      name: 'the www name',
      hop: { status: 301, location: 'https://www.new.example/a' },
      want: [/^redirects over http with 301/],
    },
  ]
  test.each(rows)('$name', ({ hop, want }) => {
    const found = httpFindings({ url, ...hop })
    expect(found.map(({ message }) => message)).toEqual(want.map(text => expect.stringMatching(text)))
  })
})

describe('lostPages()', () => {
  const before = Array.from({ length: 20 }, (_, at) => `/${at}`)
  test.each([
    { lost: 0, want: [] },
    { lost: 1, want: [] },
    { lost: 2, want: ['no longer lists 2 of the 20 pages that the old sitemap listed: /0, /1'] },
    { lost: 20, want: ['no longer lists 20 of the 20 pages that the old sitemap listed: /0, /1, /2'] },
  ])('$lost of 20', ({ lost, want }) => {
    const isListed = (path: string) => Number(path.slice(1)) >= lost
    const found = lostPages('https://new.example/sitemap.xml', { before, isListed })
    expect(found.map(({ message }) => message)).toEqual(want)
  })
})
