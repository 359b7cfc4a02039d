import { describe, expect, test } from 'vitest'
import { ENGINES, readSearchRules } from '../../../lib/move/site/search-findings.ts'

const ALL = ['Googlebot', 'Bingbot', '*']
const rows = [
  { name: 'no rule', text: 'User-agent: *\nAllow: /', want: [] },
  { name: 'all is forbidden to all', text: 'User-agent: *\nDisallow: /', want: ALL, line: 2 },
  { name: 'to Googlebot alone', text: 'User-agent: Googlebot\nDisallow: /', want: ['Googlebot'], line: 2 },
  {
    name: 'to all but Googlebot',
    text: 'User-agent: *\nDisallow: /\n\nUser-agent: googlebot/2.1\nDisallow:',
    want: ['Bingbot', '*'],
    line: 2,
  },
  {
    name: 'to another robot',
    text: 'User-agent: kura-move-check\nDisallow: /\nUser-agent: GPTBot\nDisallow: /',
    want: [],
  },
  { name: 'the longer rule wins', text: 'User-agent: *\nDisallow: /\nAllow: /news/', want: [] },
  {
    name: 'of equal rules, the one that allows',
    text: 'User-agent: *\nDisallow: /news\nAllow: /news',
    want: [],
  },
  { name: 'patterns', text: 'User-agent: *\nDisallow: /*.html$', want: ALL, line: 2 },
  {
    name: 'a sitemap does not end a group',
    text: 'User-agent: Googlebot\nSitemap: https://a.example/\nUser-agent: Bingbot\nDisallow: /',
    want: ['Googlebot', 'Bingbot'],
    line: 4,
  },
  {
    name: 'two groups of one robot are one',
    text: 'User-agent: Bingbot\nDisallow: /x\n\nUser-agent: Bingbot\nDisallow: /news # all of it',
    want: ['Bingbot'],
    line: 5,
  },
  { name: 'misspellings', text: 'Useragent: *\nDissallow /news/', want: ALL, line: 2 },
  { name: 'old line ends', text: 'User-agent: *\rDisallow: /', want: ALL, line: 2 },
]

describe('readSearchRules()', () => {
  test.each(rows)('$name', ({ text, want, line }) => {
    const rules = readSearchRules(text)
    const found = ENGINES.map(engine => [engine, rules.forbids(engine, '/news/2024.html')] as const)
    expect(found.filter(([, rule]) => rule).map(([engine]) => engine)).toEqual(want)
    const rule = text.split(/\r?\n|\r/)[(line ?? 0) - 1]?.replace(/ #.*/, '')
    for (const [, found_] of found) if (found_) expect(found_).toEqual({ text: rule, line })
  })
})
