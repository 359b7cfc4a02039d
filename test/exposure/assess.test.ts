import { expect, test } from 'vitest'
import { assess, type Exposure, redirectTarget } from '../../lib/exposure/assess.ts'
import type { DocumentRow } from '../../lib/exposure/forbidden-paths.ts'
import type { RawAnswer, RawOutcome } from '../../lib/exposure/raw-request.ts'

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }
const OWN_401 = JSON.stringify({ error: 'Cannot answer: no signature', code: 'signature_missing' })
const OWN_405 = JSON.stringify({ error: 'Cannot answer PUT', code: 'method_not_allowed' })

function answer(
  status: number,
  { body = '', ...rest }: Partial<Omit<RawAnswer, 'body'>> & { body?: string } = {},
) {
  return { answer: { status, headers: {}, complete: true, ...rest, body: Buffer.from(body) } }
}

interface Row {
  name: string
  path?: string
  row?: DocumentRow
  outcome: RawOutcome
  carriesFile?: boolean
  want: Exposure
}

const ROWS: Row[] = [
  { name: 'not found', outcome: answer(404), want: 'closed' },
  { name: 'not found, with a page', outcome: answer(404, { body: '<html>' }), want: 'closed' },
  { name: 'not found, but the file is in the page', outcome: answer(404), carriesFile: true, want: 'open' },
  { name: 'not found, endlessly', outcome: answer(404, { complete: false }), want: 'unknown' },
  { name: 'bad request', outcome: answer(400), want: 'closed' },
  { name: 'served', outcome: answer(200, { body: 'x' }), want: 'open' },
  { name: 'served, endlessly', outcome: answer(200, { complete: false }), want: 'open' },
  { name: 'served without a body', outcome: answer(204), want: 'open' },
  { name: 'served in part', outcome: answer(206), want: 'open' },
  { name: 'forbidden', outcome: answer(403), want: 'unknown' },
  { name: 'gone', outcome: answer(410), want: 'unknown' },
  { name: 'too many requests', outcome: answer(429), want: 'unknown' },
  { name: 'the function of a test that was deployed', outcome: answer(500), want: 'unknown' },
  { name: 'no settings', outcome: answer(503), want: 'unknown' },
  { name: 'not modified', outcome: answer(304), want: 'unknown' },
  { name: 'no answer in time', outcome: { failure: 'no answer in time' }, want: 'unknown' },
  { name: "the host's own 401", outcome: answer(401, { body: '<html>' }), want: 'unknown' },
  {
    name: "the host's own 401 under api",
    path: '/api/distribution',
    outcome: answer(401, { headers: JSON_TYPE, body: '{"error":{"code":"unauthorized"}}' }),
    want: 'unknown',
  },
  {
    name: "kura's refusal under api",
    path: '/api/distribution/x',
    outcome: answer(401, { headers: JSON_TYPE, body: OWN_401 }),
    want: 'closed',
  },
  {
    name: "kura's refusal under a path that means api",
    path: '//x/..//api/distribution',
    outcome: answer(401, { headers: JSON_TYPE, body: OWN_401 }),
    want: 'closed',
  },
  {
    name: "kura's refusal outside api",
    path: '/package.json',
    outcome: answer(401, { headers: JSON_TYPE, body: OWN_401 }),
    want: 'unknown',
  },
  {
    name: "kura's refusal as HTML",
    path: '/api/distribution',
    outcome: answer(401, { headers: { 'content-type': 'text/html' }, body: OWN_401 }),
    want: 'unknown',
  },
  {
    name: "kura's refusal without a code",
    path: '/api/distribution',
    outcome: answer(401, { headers: JSON_TYPE, body: '{"error":"no"}' }),
    want: 'unknown',
  },
  {
    name: "kura's 405",
    path: '/api/admin',
    outcome: answer(405, { headers: JSON_TYPE, body: OWN_405 }),
    want: 'closed',
  },
  {
    name: "the firewall of the host's edge",
    outcome: answer(403, { headers: { 'x-vercel-mitigated': 'deny' } }),
    want: 'unknown',
  },
  {
    name: 'a deployment that is not there',
    row: '/.env',
    outcome: answer(404, { headers: { 'x-vercel-error': 'DEPLOYMENT_NOT_FOUND' } }),
    want: 'unknown',
  },
  {
    name: 'the ordinary 404 of the edge',
    row: '/.env',
    outcome: answer(404, { headers: { 'x-vercel-error': 'NOT_FOUND' } }),
    want: 'closed',
  },
  { name: 'a bare 405', path: '/api/admin', outcome: answer(405), want: 'unknown' },
  { name: 'robots.txt', path: '/robots.txt', outcome: answer(200), want: 'exempt' },
  { name: 'robots.txt, written otherwise', path: '/./ROBOTS.TXT', outcome: answer(200), want: 'exempt' },
  { name: 'robots.txt, missing', path: '/robots.txt', outcome: answer(404), want: 'closed' },
  { name: 'robots.txt of another folder', path: '/lib/www/robots.txt', outcome: answer(200), want: 'open' },
  { name: 'a row of document 3: 404', row: '/.env', outcome: answer(404), want: 'closed' },
  { name: 'a row of document 3: 400', row: '/.env', outcome: answer(400), want: 'unknown' },
  { name: 'a row of document 3: 500', row: '/api/<name>.test.mjs', outcome: answer(500), want: 'unknown' },
  { name: 'a row of document 3: 200', row: '/<payload>.js', outcome: answer(200), want: 'open' },
  { name: 'a row of document 3: a redirect', row: '/.env', outcome: answer(308), want: 'unknown' },
  {
    name: "a row of document 3: kura's refusal",
    path: '/api/_distribution.js',
    row: '/api/_<name>.js',
    outcome: answer(401, { headers: JSON_TYPE, body: OWN_401 }),
    want: 'unknown',
  },
]

test.each(ROWS)(
  'assess(): $name -> $want',
  ({ path = '/lib/core/errors.ts', row, outcome, carriesFile, want }) => {
    const asked = { path, ...(row && { row }) }
    expect(assess(asked, outcome, { carriesFile: carriesFile ?? false }).verdict).toBe(want)
  },
)

const REDIRECTS: { name: string; location?: string; row?: DocumentRow; status?: number; want: unknown }[] = [
  { name: 'a path', location: '/b?c=d', want: { path: '/b?c=d' } },
  { name: 'a relative path', location: 'b', want: { path: '/b' } },
  { name: 'the same origin', location: 'https://h.example/b', want: { path: '/b' } },
  {
    name: 'another origin',
    location: 'https://other.example/b',
    want: { elsewhere: 'https://other.example' },
  },
  {
    name: 'the same host without TLS',
    location: 'http://h.example/b',
    want: { elsewhere: 'http://h.example' },
  },
  { name: 'no location', want: { elsewhere: '' } },
  { name: 'no address', location: 'http://[', want: { elsewhere: 'http://[' } },
  { name: 'not modified', location: '/b', status: 304, want: undefined },
  { name: 'a row of document 3', location: '/b', row: '/.env', want: undefined },
]

test.each(REDIRECTS)('redirectTarget(): $name', ({ location, row, status = 308, want }) => {
  const outcome = answer(status, { headers: location === undefined ? {} : { location } })
  const asked = { path: '/a', ...(row && { row }) }
  expect(redirectTarget(asked, outcome, 'https://h.example')).toEqual(want)
})
