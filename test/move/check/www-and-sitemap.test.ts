import { describe, test } from 'vitest'
import { HOSTS, html, PAGES, page, redirect, sitemapOf, text, xml } from '../page/moved-pages.ts'
import { at, expectVerdicts, type Row } from './verdicts.ts'

const rows: Row[] = [
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
    name: '4: the robots file forbids Googlebot everything',
    change: at(
      'https://new.example/robots.txt',
      text('User-agent: Googlebot\nDisallow: /\nSitemap: https://new.example/sitemap.xml'),
    ),
    want: { 4: 'failed' },
    says: ['forbids Googlebot 6 pages of the site, by "Disallow: /" in line 2: /, /about/, /news/2024'],
  },
  {
    name: '4: the robots file forbids every robot one page, and this check too',
    change: at(
      'https://new.example/robots.txt',
      text('User-agent: *\nDisallow: /about/ # for now\nSitemap: https://new.example/sitemap.xml'),
    ),
    want: { 1: 'unknown', 2: 'unknown', 3: 'unknown', 4: 'failed', 5: 'unknown' },
    says: [
      'forbids every search engine a page of the site, by "Disallow: /about/" in line 2: /about/',
      '1 https://new.example/robots.txt forbids this check a page, by "Disallow: /about/" in line 2',
    ],
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
]

describe('checkMove()', () => {
  test.each(rows)('$name', expectVerdicts)
})
