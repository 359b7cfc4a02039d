/** The answer of each address in a chain of redirects. */
import { describe, test } from 'vitest'
import { say } from '../../../lib/move/phrase.ts'
import { MOVE_VISIT } from '../../../lib/move/visit/words.ts'
import { expectFindings, NEW, OLD, type Row, trailOf, unknown } from './redirect-trails.ts'

const rows: Row[] = [
  {
    name: '301 to the same path passes',
    trail: trailOf([
      [`${OLD}/a`, 301, `${NEW}/a`],
      [`${NEW}/a`, 200],
    ]),
    want: [],
  },
  {
    name: '308 passes',
    trail: trailOf([
      [`${OLD}/a`, 308, `${NEW}/a`],
      [`${NEW}/a`, 200],
    ]),
    want: [],
  },
  {
    name: 'three redirects pass',
    trail: trailOf([
      ['http://old.example/a', 308, `${OLD}/a`],
      [`${OLD}/a`, 301, `${NEW}/a`],
      [`${NEW}/a`, 308, `${NEW}/a/`],
      [`${NEW}/a/`, 200],
    ]),
    want: [],
  },
  {
    name: 'four are too many',
    trail: trailOf([
      ['http://old.example/a', 308, `${OLD}/a`],
      [`${OLD}/a`, 301, 'https://www.old.example/a'],
      ['https://www.old.example/a', 308, `${NEW}/a`],
      [`${NEW}/a`, 308, `${NEW}/a/`],
      [`${NEW}/a/`, 200],
    ]),
    want: ['failed takes 4 redirects, expected at most 3'],
  },
  {
    name: 'http after https fails',
    trail: trailOf([
      [`${OLD}/a`, 301, 'http://new.example/a'],
      ['http://new.example/a', 308, `${NEW}/a`],
      [`${NEW}/a`, 200],
    ]),
    want: ['failed redirects to http://new.example/a on its way, over http, expected https'],
  },
  {
    name: 'https, http, www, apex fails',
    trail: trailOf([
      [`${OLD}/a`, 301, 'http://www.new.example/a'],
      ['http://www.new.example/a', 308, 'https://www.new.example/a'],
      ['https://www.new.example/a', 308, `${NEW}/a`],
      [`${NEW}/a`, 200],
    ]),
    want: ['failed redirects to http://www.new.example/a on its way'],
  },
  {
    name: 'the new site over http before https fails, even from http',
    trail: trailOf([
      ['http://old.example/a', 301, 'http://new.example/a'],
      ['http://new.example/a', 308, `${NEW}/a`],
      [`${NEW}/a`, 200],
    ]),
    want: ['failed redirects to http://new.example/a on its way'],
  },
  {
    name: '302 fails',
    trail: trailOf([
      [`${OLD}/a`, 302, `${NEW}/a`],
      [`${NEW}/a`, 200],
    ]),
    want: ['failed answers 302 at https://old.example/a, expected 301 or 308'],
  },
  {
    name: 'a temporary step behind a permanent one fails',
    trail: trailOf([
      [`${OLD}/a`, 301, `${NEW}/a`],
      [`${NEW}/a`, 307, `${NEW}/a/`],
      [`${NEW}/a/`, 200],
    ]),
    want: ['failed answers 307 at https://new.example/a, expected 301 or 308'],
  },
  {
    name: 'no redirect fails',
    trail: trailOf([[`${OLD}/a`, 200]]),
    want: ['failed answers 200 and does not redirect to new.example'],
  },
  {
    name: 'not found fails',
    trail: trailOf([[`${OLD}/a`, 404]]),
    want: ['failed answers 404 and does not redirect to new.example'],
  },
  {
    name: 'a redirect without Location fails',
    trail: trailOf([[`${OLD}/a`, 301]]),
    want: ['failed answers 301 without a Location'],
  },
  {
    name: '403 is unknown',
    trail: trailOf([[`${OLD}/a`, 403]]),
    want: ['unknown answers 403 to this check'],
  },
  {
    name: '429 is unknown',
    trail: trailOf([[`${OLD}/a`, 429]]),
    want: ['unknown answers 429 to this check'],
  },
  {
    name: '403 on the way is unknown',
    trail: trailOf([
      ['http://old.example/a', 308, `${OLD}/a`],
      [`${OLD}/a`, 403],
    ]),
    want: ['unknown redirects to https://old.example/a, which answers 403 to this check'],
  },
  {
    name: '403 at the end is unknown',
    trail: trailOf([
      [`${OLD}/a`, 301, `${NEW}/a`],
      [`${NEW}/a`, 403],
    ]),
    want: ['unknown ends at https://new.example/a, which answers 403 to this check'],
  },
  {
    name: 'silence is unknown',
    trail: trailOf([], 'silent', unknown),
    want: ['unknown did not answer in time'],
  },
  {
    name: 'silence at the end is unknown',
    trail: trailOf([[`${OLD}/a`, 301, `${NEW}/a`]], 'silent', unknown),
    want: ['unknown redirects to https://new.example/a, which did not answer in time'],
  },
  {
    name: 'a name that does not resolve fails',
    trail: trailOf([], 'silent', { verdict: 'failed', ...say(MOVE_VISIT.unresolved) }),
    want: ['failed does not resolve'],
  },
]

describe('redirectFindings()', () => {
  test.each(rows)('$name', expectFindings)
})
