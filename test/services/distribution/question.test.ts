import { describe, expect, test } from 'vitest'
import { sha256 } from '../../../lib/core/release/envelope.ts'
import { joinQuestion, parseBody, parseQuery } from '../../../lib/services/distribution/question.ts'

const A = sha256('a')
const STATUS = {
  sequence: 4,
  release: A,
  version: 2,
  expected: 7,
  installed: 7,
  indexed: 7,
  line: 'memory=7 / index reference=yes',
  at: '2026-01-01T00:00:00Z',
}

const encode = (value: unknown) =>
  new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))

describe('parseQuery()', () => {
  test.each([
    { query: '', want: {} },
    { query: 'v=1', want: { v: 1 } },
    { query: 'v=2', want: { v: 2 } },
    { query: `have=${A}&root=3`, want: { have: A, root: 3 } },
    { query: 'page=0', want: { page: 0 } },
    { query: `part=${A}.12`, want: { part: { sha256: A, part: 12 } } },
  ])('reads "$query"', ({ query, want }) => {
    expect(parseQuery(new URLSearchParams(query))).toEqual(want)
  })

  test.each([
    { query: 'have=', field: 'have' },
    { query: `have=${A.toUpperCase()}`, field: 'have' },
    { query: `have=${A}0`, field: 'have' },
    { query: `have=${A}&have=${A}`, field: 'have' },
    { query: 'root=0', field: 'root' },
    { query: 'root=-1', field: 'root' },
    { query: 'root=01', field: 'root' },
    { query: 'root=1.0', field: 'root' },
    { query: 'root=1e3', field: 'root' },
    { query: 'root=9999999999', field: 'root' },
    { query: 'root=', field: 'root' },
    { query: 'page=', field: 'page' },
    { query: 'page=x', field: 'page' },
    { query: 'page=-1', field: 'page' },
    { query: `part=${A}`, field: 'part' },
    { query: `part=${A}.`, field: 'part' },
    { query: `part=${A}.1.2`, field: 'part' },
    { query: 'part=../1.0', field: 'part' },
    { query: `page=1&part=${A}.0`, field: 'part' },
    { query: 'want=x', field: 'want' },
    { query: 'path=a', field: 'path' },
    { query: 'constructor=1', field: 'constructor' },
    { query: '=1', field: '' },
  ])('refuses "$query", naming the field', ({ query, field }) => {
    const work = () => parseQuery(new URLSearchParams(query))
    expect(work).toThrow(expect.objectContaining({ code: 'bad_request', details: { field } }))
  })

  test.each(['3', '0', '', 'x', '1.0'])('refuses version "%s", naming the ones it knows', version => {
    const work = () => parseQuery(new URLSearchParams({ v: version }))
    expect(work).toThrow(
      expect.objectContaining({
        code: 'bad_request',
        message: 'Cannot answer this version of the protocol: expected 1 or 2',
        details: { field: 'v', supported: ['1', '2'] },
      }),
    )
  })
})

describe('parseBody()', () => {
  test.each([
    { name: 'an empty object', body: {}, want: {} },
    { name: 'a list of wants', body: { want: [A], root: 2 }, want: { want: [A], root: 2 } },
    { name: 'a status', body: { have: A, status: STATUS }, want: { have: A, status: STATUS } },
  ])('reads $name', async ({ body, want }) => {
    expect(await parseBody(encode(body))).toEqual(want)
  })

  test.each([
    { name: 'text', body: encode('{') },
    { name: 'bytes that are not UTF-8', body: new Uint8Array([0x22, 0xff, 0x22]) },
  ])('says of $name that it is not JSON', async ({ body }) => {
    await expect(parseBody(body)).rejects.toThrow('"body": it is not JSON')
  })

  test.each([
    { name: 'text that is not JSON', body: '{', field: 'body' },
    { name: 'bytes that are not UTF-8', body: undefined, field: 'body' },
    { name: 'a list', body: [], field: 'body' },
    { name: 'null', body: 'null', field: 'body' },
    { name: 'an unknown field', body: { wants: [] }, field: 'wants' },
    { name: 'a malformed digest', body: { have: 'x' }, field: 'have' },
    { name: 'a malformed want', body: { want: [A, 'x'] }, field: 'want.1' },
    { name: 'too many wants', body: { want: Array(20_001).fill(A) }, field: 'want' },
    {
      name: 'a status without a line',
      body: { status: { ...STATUS, line: undefined } },
      field: 'status.line',
    },
    { name: 'a sequence of zero', body: { status: { ...STATUS, sequence: 0 } }, field: 'status.sequence' },
    {
      name: 'a count that is no number',
      body: { status: { ...STATUS, installed: '7' } },
      field: 'status.installed',
    },
    {
      name: 'an unknown field of the status',
      body: { status: { ...STATUS, secret: 'x' } },
      field: 'status.secret',
    },
    { name: 'page, which belongs to the query', body: { page: 1 }, field: 'page' },
  ])('refuses $name, naming the field', async ({ body, field }) => {
    const bytes = body === undefined ? new Uint8Array([0x22, 0xff, 0x22]) : encode(body)
    await expect(parseBody(bytes)).rejects.toMatchObject({ code: 'bad_request', details: { field } })
  })
})

describe('joinQuestion()', () => {
  test('puts query and body together', () => {
    expect(joinQuestion({ root: 2 }, { have: A })).toEqual({ root: 2, have: A })
  })

  test('takes the query alone if there is no body', () => {
    expect(joinQuestion({ root: 2 })).toEqual({ root: 2 })
    const work = () => joinQuestion({ knows: A })
    expect(work).toThrow(expect.objectContaining({ code: 'bad_request', details: { field: 'knows' } }))
  })

  test('refuses a field that both say', () => {
    const work = () => joinQuestion({ have: A }, { have: A })
    expect(work).toThrow(expect.objectContaining({ code: 'bad_request', details: { field: 'have' } }))
  })
})
