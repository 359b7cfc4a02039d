import { describe, test } from 'vitest'
import { type Change, html, redirect, text } from '../page/moved-pages.ts'
import { at, expectVerdicts, type Row } from './verdicts.ts'

/** Redirects `http` four times, through both names of the old host. */
const throughFourHops: Change = ({ scheme, host, path }) =>
  scheme === 'http' && host === 'old.example'
    ? redirect(301, `http://www.old.example${path}`)
    : scheme === 'http' && host === 'www.old.example'
      ? redirect(301, `https://www.old.example${path}`)
      : scheme === 'https' && host === 'www.old.example'
        ? redirect(301, `https://old.example${path}`)
        : undefined

const rows: Row[] = [
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
    change: throughFourHops,
    want: { 2: 'failed' },
    says: [/takes 4 redirects, expected at most 3/],
  },
  {
    name: '2: the same chain passes if five are allowed',
    options: { mostHops: 5 },
    change: throughFourHops,
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
    want: { 2: 'failed' },
    says: [
      '2 https://old.example/robots.txt forbids every search engine 6 pages of the site, by "Disallow: /" in line 2',
      /^2 https:\/\/old\.example\/robots\.txt keeps this check from \d+ addresses/,
    ],
  },
]

describe('checkMove()', () => {
  test.each(rows)('$name', expectVerdicts)
})
