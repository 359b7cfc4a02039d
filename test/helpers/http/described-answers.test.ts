import { expect, test } from 'vitest'
import { answerProblems } from './described-answers.ts'

const RELEASE = {
  release: 'a',
  version: 1,
  created: '2026-01-01',
  expires: '2026-04-01',
  files: 1,
  bytes: 1,
  root: { version: 1, expires: '2027-01-01', development: true },
}
const ERROR = { error: 'Cannot do it', code: 'bad_request' }

interface Exchange {
  readonly name: string
  readonly method?: string
  readonly path: string
  readonly sent?: string
  readonly status?: number
  readonly answered?: unknown
  readonly finds?: string
}

const exchanges: readonly Exchange[] = [
  { name: 'a reply', path: '/api/admin/release', answered: RELEASE },
  { name: 'a reply without a member', path: '/api/admin/release', answered: {}, finds: "property 'release'" },
  {
    name: 'a reply with one more member',
    path: '/api/admin/release',
    answered: { ...RELEASE, more: 1 },
    finds: '"additionalProperty":"more"',
  },
  {
    name: 'a reply with a member of another type',
    path: '/api/admin/release',
    answered: { ...RELEASE, files: '1' },
    finds: '/files must be integer',
  },
  {
    name: 'a status of success that is not described',
    path: '/api/admin/release',
    status: 201,
    answered: RELEASE,
    finds: "property 'error'",
  },
  { name: 'a reply without a body', path: '/api/distribution', status: 304 },
  { name: 'an error', path: '/api/admin/release', status: 503, answered: ERROR },
  {
    name: 'an error with details',
    path: '/api/admin/release',
    status: 503,
    answered: { ...ERROR, hint: 'wait', missing: ['A'], at: 1 },
  },
  {
    name: 'an error with a detail of another kind',
    path: '/api/admin/release',
    status: 503,
    answered: { ...ERROR, why: {} },
    finds: '/why',
  },
  {
    name: 'an error without a code',
    path: '/api/admin/release',
    status: 503,
    answered: { error: 'x' },
    finds: "property 'code'",
  },
  {
    name: 'an error with an unknown code',
    path: '/api/admin/release',
    status: 400,
    answered: { ...ERROR, code: 'bad' },
    finds: '/code',
  },
  { name: 'an error on a path that is not described', path: '/api/admin/x', status: 404, answered: ERROR },
  {
    name: 'a wrong error on such a path',
    path: '/api/admin/x',
    status: 404,
    answered: {},
    finds: "property 'error'",
  },
  {
    name: 'a reply on a path that is not described',
    path: '/api/admin/x',
    answered: {},
    finds: 'is not described',
  },
  {
    name: 'a query that is accepted though it is not described',
    path: '/api/admin/release?a=1',
    answered: RELEASE,
    finds: 'query /',
  },
  {
    name: 'a body that is accepted though it is not described',
    method: 'POST',
    path: '/api/admin/revocations',
    sent: '{"key":1}',
    answered: { keyid: 'a', state: 'revoked', by: 'b', at: 'c' },
    finds: 'body /',
  },
]

test.each(exchanges)('answerProblems() on $name', async exchange => {
  const { method = 'GET', path, sent, status = 200, answered, finds } = exchange
  const request = new Request(`http://kura.test${path}`, { method, ...(sent && { body: sent }) })
  const response = answered ? Response.json(answered, { status }) : new Response(null, { status })
  const found = await answerProblems(request, response)
  if (finds === undefined) expect(found).toEqual([])
  else expect(found.join('\n')).toContain(finds)
})
