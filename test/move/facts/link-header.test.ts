import { describe, expect, test } from 'vitest'
import { hasRelation, parseLinkHeader } from '../../../lib/move/facts/link-header.ts'
import { createDomainFinder } from '../../../lib/move/facts/old-domain-strings.ts'
import { noindexRobots, robotsTagDirectives } from '../../../lib/move/facts/robots-directives.ts'
import { createStringTally } from '../../../lib/move/facts/string-tally.ts'

describe('link-header', () => {
  describe('parseLinkHeader()', () => {
    const rows = [
      { input: '', want: [] },
      { input: '</a>; rel=canonical', want: [['/a', { rel: 'canonical' }]] },
      {
        input: '</a>;rel="canonical" , </b> ; REL="next"',
        want: [
          ['/a', { rel: 'canonical' }],
          ['/b', { rel: 'next' }],
        ],
      },
      { input: '</a,b>; title="x, <y>; z"; rel=next', want: [['/a,b', { title: 'x, <y>; z', rel: 'next' }]] },
      { input: '</a>; title="say \\"x\\""', want: [['/a', { title: 'say "x"' }]] },
      { input: '</a>; rel=first; rel=second', want: [['/a', { rel: 'first' }]] },
      { input: '</a>; crossorigin; rel=preload', want: [['/a', { crossorigin: '', rel: 'preload' }]] },
      { input: ', </a>; rel=canonical;', want: [['/a', { rel: 'canonical' }]] },
      {
        input: '</a>; rel=next; ,, </b>',
        want: [
          ['/a', { rel: 'next' }],
          ['/b', {}],
        ],
      },
      { input: 'nonsense', want: [] },
      { input: '</a>; rel=next, nonsense', want: [['/a', { rel: 'next' }]] },
    ]
    test.each(rows)('$input', ({ input, want }) => {
      expect(parseLinkHeader(input).map(({ target, parameters }) => [target, parameters])).toEqual(want)
    })

    test('a hostile header is read in time', () => {
      expect(parseLinkHeader(`<a>${'; x="'.repeat(100_000)}`)).toEqual([])
    })
  })

  test('hasRelation() finds one of several relations', () => {
    const [link] = parseLinkHeader('</a>; rel="next Canonical"')
    expect([hasRelation(link!, 'canonical'), hasRelation(link!, 'prev')]).toEqual([true, false])
  })
})

describe('robots-directives', () => {
  describe('robotsTagDirectives() and noindexRobots()', () => {
    const rows = [
      { input: 'noindex, nofollow', want: ['noindex', 'nofollow'], robots: ['*'] },
      { input: 'NONE', want: ['none'], robots: ['*'] },
      {
        input: 'googlebot: noindex, nofollow',
        want: ['googlebot: noindex', 'googlebot: nofollow'],
        robots: ['googlebot'],
      },
      { input: 'bingbot: none', want: ['bingbot: none'], robots: ['bingbot'] },
      {
        input: 'googlebot: nofollow, bingbot: noindex',
        want: ['googlebot: nofollow', 'bingbot: noindex'],
        robots: ['bingbot'],
      },
      { input: 'gptbot: noindex', want: ['gptbot: noindex'], robots: [] },
      { input: 'googlebot: noindex, *: noindex', want: ['googlebot: noindex', '*: noindex'], robots: ['*'] },
      { input: 'max-snippet: 20, index', want: ['max-snippet: 20', 'index'], robots: [] },
      { input: 'noimageindex', want: ['noimageindex'], robots: [] },
      { input: 'all', want: ['all'], robots: [] },
      { input: ' , ', want: [], robots: [] },
    ]
    test.each(rows)('$input', ({ input, want, robots }) => {
      const directives = robotsTagDirectives(input)
      expect({ want: directives, robots: noindexRobots(directives) }).toEqual({ want, robots })
    })
  })
})

describe('string-tally', () => {
  const find = createDomainFinder({ domain: 'old.example', except: 'new.example' })

  test('a tally counts by place and form, places of the document first', () => {
    const tally = createStringTally()
    tally.add('text', '/a', find('old.example shop.old.example %2Fold.example'))
    tally.add('canonical', '/a', find('https://old.example'))
    tally.add('text', '/b', find('old.example'))
    tally.add('links', '/b', [])
    expect(tally.count().rows).toEqual([
      { place: 'canonical', form: 'raw', count: 1, subdomains: 0, examples: ['/a'] },
      { place: 'text', form: 'raw', count: 3, subdomains: 1, examples: ['/a', '/b'] },
      { place: 'text', form: 'percent-encoded', count: 1, subdomains: 0, examples: ['/a'] },
    ])
    expect(tally.count()).toMatchObject({ total: 5, subdomains: ['shop.old.example'] })
  })

  test('a tally does not grow with the number of documents', () => {
    const tally = createStringTally()
    for (let page = 0; page < 1000; page++) tally.add('text', `/${page}`, find(`n${page}.old.example`))
    expect(tally.count().rows[0]).toMatchObject({ count: 1000, examples: { length: 5 } })
    expect(tally.count().subdomains).toHaveLength(20)
  })
})
