import { describe, expect, test } from 'vitest'
import { hasRelation, parseLinkHeader } from '../../../lib/move/facts/link-header.ts'

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
