import { gzipSync } from 'node:zlib'
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { readSitemap } from '../../../lib/move/site/sitemap.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const urlset = (inside: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${inside}</urlset>`

/** Reads a sitemap; its problems are English texts. */
function reading(...given: Parameters<typeof readSitemap>) {
  const sitemap = readSitemap(...given)
  return { ...sitemap, problems: sitemap.problems.map(({ message }) => message) }
}

describe('readSitemap()', () => {
  const rows = [
    {
      name: 'a urlset',
      input: urlset(
        '<url><loc>\n https://h.example/a?b&amp;c </loc><lastmod>2026</lastmod></url><url><loc>/b</loc></url>',
      ),
      want: { kind: 'pages', locations: ['https://h.example/a?b&c', '/b'], problems: [] },
    },
    {
      name: 'a prefix of its own, CDATA, extensions',
      input:
        '<s:urlset xmlns:s="x"><s:url><s:loc><![CDATA[https://h.example/a&b]]></s:loc><image:image><image:loc>/i.png</image:loc></image:image></s:url></s:urlset>',
      want: { kind: 'pages', locations: ['https://h.example/a&b'], problems: [] },
    },
    {
      name: 'an index',
      input: '<sitemapindex><sitemap><loc>https://h.example/1.xml.gz</loc></sitemap></sitemapindex>',
      want: { kind: 'index', locations: ['https://h.example/1.xml.gz'], problems: [] },
    },
    {
      name: 'a list of addresses',
      input: '\ufeffhttps://h.example/a\r\n\n# a remark\n/b\n',
      want: { kind: 'list', locations: ['https://h.example/a', '/b'], problems: [] },
    },
    {
      name: 'RSS',
      input:
        '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><link>/</link><item><link>/a?b&amp;c</link><atom:link href="/a.json" rel="related"/></item><item><link>/b</link></item></channel></rss>',
      want: { kind: 'pages', locations: ['/a?b&c', '/b'], problems: [] },
    },
    {
      name: 'RSS 1.0',
      input:
        '<rdf:RDF><channel><link>/</link></channel><item rdf:about="/a"><link>/a</link></item></rdf:RDF>',
      want: { kind: 'pages', locations: ['/a'], problems: [] },
    },
    {
      name: 'Atom',
      input:
        '<feed><link rel="self" href="/feed"/><entry><link rel="edit" href="/edit"/><link href="/a"/></entry><entry><link rel="alternate" href="/b"></link></entry></feed>',
      want: { kind: 'pages', locations: ['/a', '/b'], problems: [] },
    },
    {
      name: 'a list whose lines a Mac has ended',
      input: '/a\r/b\r',
      want: { kind: 'list', locations: ['/a', '/b'], problems: [] },
    },
    { name: 'an empty urlset', input: '<urlset/>', want: { kind: 'pages', locations: [], problems: [] } },
    {
      name: 'one that is truncated',
      input: '<urlset><url><loc>/a</loc></url><url><lo',
      want: { locations: ['/a'], problems: ['is truncated'] },
    },
    {
      name: 'a page instead of one',
      input: '<!doctype html><html><body>not here</body></html>',
      want: { locations: [], problems: ['begins with <html>: expected <urlset>, <sitemapindex> or a feed'] },
    },
    {
      name: 'words instead of a list',
      input: 'no such page',
      want: { problems: ['holds "no such page", which is no address: is it a sitemap'] },
    },
    {
      name: 'an empty place',
      input: urlset('<url><loc> </loc></url>'),
      want: { locations: [], problems: ['holds an empty <loc>'] },
    },
    { name: 'nothing', input: '', want: { kind: 'list', locations: [], problems: [] } },
  ]
  test.each(rows)('reads $name', ({ input, want }) => {
    expect(reading(bytes(input))).toMatchObject(want)
    expect(reading(gzipSync(bytes(input)))).toMatchObject(want)
  })

  test('reads a list that PowerShell or a spreadsheet has saved', () => {
    // Out-File of Windows PowerShell writes UTF-16, "Text" of Excel Shift_JIS
    expect(reading(Buffer.from('\ufeff/a\r\n/b\r\n', 'utf16le')).locations).toEqual(['/a', '/b'])
    expect(reading(iconv.encode('/a\r\n/のり\r\n', 'cp932')).locations).toEqual(['/a', '/のり'])
  })

  test('keeps the text for a search in it', () => {
    expect(readSitemap(gzipSync(bytes('/a'))).text).toBe('/a')
  })

  const hostile = [
    {
      name: 'entities are not expanded',
      input: bytes(
        '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><urlset><url><loc>/&b;</loc></url></urlset>',
      ),
      want: { locations: ['/&b;'] },
    },
    {
      name: 'files are not read in',
      input: bytes(
        '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><urlset><url><loc>/&a;</loc></url></urlset>',
      ),
      want: { locations: ['/&a;'] },
    },
    {
      name: 'nesting ends the reading',
      input: bytes('<a>'.repeat(1_000_000)),
      want: { locations: [], problems: expect.arrayContaining(['is nested deeper than 12 elements']) },
    },
    {
      name: 'an address without end is left out',
      input: bytes(urlset(`<url><loc>/${'a'.repeat(1_000_000)}</loc></url>`)),
      want: { locations: [], problems: ['holds an address that is too long'] },
    },
    {
      name: 'too many addresses are counted off',
      input: bytes(urlset('<url><loc>/a</loc></url>'.repeat(20))),
      limits: { locations: 3 },
      want: {
        locations: ['/a', '/a', '/a'],
        problems: ['holds more than 3 addresses; only the first 3 are read'],
      },
    },
    {
      name: 'a bomb is not unpacked',
      input: gzipSync(Buffer.alloc(5_000_000)),
      limits: { bytes: 100_000 },
      want: { locations: [], problems: ['is over 100000 bytes once decompressed'] },
    },
    {
      name: 'a large file is not read',
      input: Buffer.alloc(11),
      limits: { bytes: 10 },
      want: { problems: ['is over 10 bytes'] },
    },
    {
      name: 'a broken archive',
      input: gzipSync(bytes('/a'.repeat(1000))).subarray(0, 20),
      want: { problems: ['is truncated or no gzip file'] },
    },
  ]
  test.each(hostile)('$name', ({ input, limits, want }) => {
    expect(reading(input, limits)).toMatchObject(want)
  })
})
