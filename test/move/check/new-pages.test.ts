import { describe, test } from 'vitest'
import { html, page } from '../page/moved-pages.ts'
import { at, expectVerdicts, newPage, type Row } from './verdicts.ts'

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
]

describe('checkMove()', () => {
  test.each(rows)('$name', expectVerdicts)
})
