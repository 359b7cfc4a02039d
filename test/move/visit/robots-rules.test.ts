import { describe, expect, test } from 'vitest'
import { readSearchRules } from '../../../lib/move/site/search-findings.ts'
import { readRobots } from '../../../lib/move/visit/robots.ts'
import { readRobotsRules } from '../../../lib/move/visit/robots-rules.ts'
import { ROBOT_NAME } from '../../../lib/move/visit/visit.ts'

const lines = (...text: string[]) => text.join('\n')

// RFC 9309 section 5.1
const SIMPLE = `User-Agent: *
Disallow: *.gif$
Disallow: /example/
Allow: /publications/

User-Agent: foobot
Disallow:/
Allow:/example/page.html
Allow:/example/allowed.gif

User-Agent: barbot
User-Agent: bazbot
Disallow: /example/page.html

User-Agent: quxbot

EOF
`
// RFC 9309 section 5.2
const LONGEST = lines('User-Agent: foobot', 'Allow: /example/page/', 'Disallow: /example/page/disallowed.gif')
// RFC 9309 section 2.2.1
const MERGED = lines(
  'user-agent: ExampleBot',
  'disallow: /foo',
  'disallow: /bar',
  '',
  'user-agent: ExampleBot',
  'disallow: /baz',
)
const OTHERS = lines(
  'user-agent: *',
  'disallow: /foo',
  'disallow: /bar',
  '',
  'user-agent: ExampleBot',
  'disallow: /baz',
)
// RFC 9309 section 2.2.3, as it is written, in a group that disallows the rest
const closedBut = (...rules: string[]) => lines('User-agent: *', 'Disallow: /', ...rules)
const COMMENTS = closedBut('allow: / # comment in line', '', '# comment on its own line')
const EXACT = closedBut('allow: /this/path/exactly$')
const ANY = closedBut('allow: /this/*/exactly')

const examples = [
  {
    section: '5.1',
    text: SIMPLE,
    robot: 'otherbot',
    open: ['/publications/a', '/'],
    closed: ['/example/a', '/a.gif'],
  },
  {
    section: '5.1',
    text: SIMPLE,
    robot: 'foobot',
    open: ['/example/page.html', '/example/allowed.gif'],
    closed: ['/', '/publications/', '/example/', '/other.gif'],
  },
  {
    section: '5.1',
    text: SIMPLE,
    robot: 'barbot',
    open: ['/', '/a.gif', '/example/'],
    closed: ['/example/page.html'],
  },
  {
    section: '5.1',
    text: SIMPLE,
    robot: 'bazbot',
    open: ['/', '/a.gif', '/example/'],
    closed: ['/example/page.html'],
  },
  { section: '5.1', text: SIMPLE, robot: 'quxbot', open: ['/', '/a.gif', '/example/page.html'], closed: [] },
  {
    section: '5.2',
    text: LONGEST,
    robot: 'foobot',
    // the section says that the longer rule decides about the last of these, but that rule does not match it
    open: ['/example/page/', '/example/page/a.gif', '/example/page/disallow.gif'],
    closed: ['/example/page/disallowed.gif'],
  },
  { section: '2.2.1', text: MERGED, robot: 'examplebot', open: ['/'], closed: ['/foo', '/bar', '/baz'] },
  { section: '2.2.1', text: OTHERS, robot: 'ExampleBot', open: ['/foo', '/bar'], closed: ['/baz'] },
  { section: '2.2.1', text: OTHERS, robot: 'BazBot', open: ['/baz'], closed: ['/foo', '/bar'] },
  { section: '2.2.1', text: MERGED, robot: 'BazBot', open: ['/foo', '/baz'], closed: [] },
  {
    section: '2.2.2',
    text: lines('User-agent: *', 'Disallow: /a', 'Allow: /a', 'Disallow: /robots.txt', 'Disallow: /b'),
    robot: 'foobot',
    open: ['/a', '/robots.txt'],
    closed: ['/b', '/robots.txt.old'],
  },
  { section: '2.2.3', text: COMMENTS, robot: 'foobot', open: ['/', '/a'], closed: [] },
  {
    section: '2.2.3',
    text: EXACT,
    robot: 'foobot',
    open: ['/this/path/exactly'],
    closed: ['/this/path/exactly/not', '/this/path', '/'],
  },
  {
    section: '2.2.3',
    text: ANY,
    robot: 'foobot',
    open: ['/this/other/exactly', '/this/a/b/exactly/too', '/this//exactly'],
    closed: ['/this/exactly', '/'],
  },
  {
    section: '2.2.3, escaped signs',
    text: lines('User-agent: *', 'Disallow: /path/file-with-a-%2A.html', 'Disallow: /path/foo-%24'),
    robot: 'foobot',
    open: ['/path/file-with-a-b.html', '/path/foo-'],
    closed: ['/path/file-with-a-*.html', '/path/file-with-a-%2a.html', '/path/foo-$', '/path/foo-%24'],
  },
  {
    section: '2.2.4, other records in a group',
    text: lines(
      'User-agent: a',
      'Sitemap: https://a.example/s.xml',
      'Crawl-delay: 2',
      'Clean-param: x',
      'User-agent: foobot',
      'Disallow: /x',
    ),
    robot: 'foobot',
    open: ['/'],
    closed: ['/x'],
  },
]

describe('readRobotsRules()', () => {
  test.each(examples)('RFC 9309 section $section for $robot', ({ text, robot, open, closed }) => {
    const rules = readRobotsRules(text)
    expect(open.filter(path => rules.forbids(robot, path))).toEqual([])
    expect(closed.filter(path => !rules.forbids(robot, path))).toEqual([])
  })

  // the first five are the table of RFC 9309 section 2.2.2; each row holds both ways round
  const paths = [
    { rule: '/foo/bar?baz=quz', path: '/foo/bar?baz=quz' },
    { rule: '/foo/bar?baz=https://foo.bar', path: '/foo/bar?baz=https%3A%2F%2Ffoo.bar' },
    { rule: '/foo/bar/ツ', path: '/foo/bar/%E3%83%84' },
    { rule: '/foo/bar/%E3%83%84', path: '/foo/bar/%E3%83%84' },
    { rule: '/foo/bar/%62%61%7A', path: '/foo/bar/baz' },
    { rule: '/foo/bar/%E3%83%84', path: '/foo/bar/%e3%83%84' },
    { rule: '/~tanaka/', path: '/%7Etanaka/' },
    { rule: '/a,(b)', path: '/a%2C%28b%29' },
    { rule: "/it's?it's", path: '/it%27s?it%27s' },
  ]
  test.each(paths)('$rule covers $path, and the other way round', ({ rule, path }) => {
    const forbids = (one: string, other: string) =>
      readRobotsRules(`User-agent: *\nDisallow: ${one}`).forbids('foobot', other)
    expect(forbids(rule, path)).toEqual({ text: `Disallow: ${rule}`, line: 2 })
    expect(forbids(path, rule)).toEqual({ text: `Disallow: ${path}`, line: 2 })
  })

  test.each([
    { rule: '/a/b', path: '/a%2Fb' },
    { rule: '/a%2Fb', path: '/a/b' },
    { rule: '/a?b', path: '/a%3Fb' },
    { rule: '/a$b', path: '/a' },
  ])('$rule does not cover $path', ({ rule, path }) => {
    expect(readRobotsRules(`User-agent: *\nDisallow: ${rule}`).forbids('foobot', path)).toBeUndefined()
  })

  test.each(['Sitemap: https://new.example/s.xml', 'Crawl-delay: 3', 'Host: new.example', 'x'])(
    'kura visits what search robots may: "%s" does not end a group',
    record => {
      const text = lines(`User-agent: ${ROBOT_NAME}`, record, 'User-agent: Googlebot', 'Disallow: /x')
      const url = 'https://new.example/robots.txt'
      const body = { bytes: new TextEncoder().encode(text), complete: true }
      const robots = readRobots('https://new.example', { hop: { url, status: 200 }, body })
      expect(readSearchRules(text).forbids('Googlebot', '/x')).toEqual({ text: 'Disallow: /x', line: 4 })
      expect(robots.allows('https://new.example/x')).toBe(false)
      expect(robots.interval).toBe(record.startsWith('Crawl') ? 3000 : 0)
    },
  )

  test('the delay of one group is not that of the next', () => {
    const rules = readRobotsRules(
      lines('User-agent: a', 'Disallow:', 'Crawl-delay: 5', 'User-agent: b', 'Disallow: /'),
    )
    expect([rules.delay('a'), rules.delay('b')]).toEqual([5, 0])
  })
})
