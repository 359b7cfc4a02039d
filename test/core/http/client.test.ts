import { describe, expect, test } from 'vitest'
import { type ContractRequest, createClient, requestFor } from '../../../lib/core/http/client.ts'
import { shelfContract } from '../../helpers/http/sample-contract.ts'

/** Creates a client whose host gives `reply`, and records its requests. */
function clientOf(reply: unknown) {
  const sent: ContractRequest[] = []
  const client = createClient(shelfContract, async request => {
    sent.push(request)
    return reply
  })
  return { client, sent }
}

const BOOK = { id: 1, title: '蔵' }

describe('createClient()', () => {
  test('sends what an endpoint takes, and gives its reply', async () => {
    const { client, sent } = clientOf(BOOK)
    expect(await client.add({ query: { shelf: 'b' }, body: { title: '蔵' }, mode: 'write' })).toEqual(BOOK)
    expect(sent).toEqual([
      {
        of: { contract: shelfContract, name: 'add' },
        method: 'POST',
        path: '/api/shelf/books',
        query: { shelf: 'b', mode: 'write' },
        json: { title: '蔵' },
      },
    ])
  })

  test('has no method for a stream', () => {
    expect(Object.keys(clientOf({}).client)).toEqual([
      'list',
      'count',
      'add',
      'rename',
      'sort',
      'remove',
      'scan',
    ])
  })

  test('sends the bytes of a file as they are', async () => {
    const { client, sent } = clientOf({ bytes: 2 })
    await client.scan({ params: { book: '1' }, body: Uint8Array.of(0, 255) })
    const of = { contract: shelfContract, name: 'scan' }
    const file = Uint8Array.of(0, 255)
    expect(sent).toEqual([{ of, method: 'POST', path: '/api/shelf/books/1/scan', file }])
  })

  test('lets members through that the schema does not know', async () => {
    const reply = { books: [{ ...BOOK, shelf: 'a' }], more: true }
    expect(await clientOf(reply).client.list()).toEqual(reply)
  })

  test('gives undefined if there is no reply', async () => {
    expect(await clientOf(undefined).client.remove({ params: { book: '1' } })).toBeUndefined()
  })

  const wrong = [
    { name: 'a member that is missing', reply: { books: [{ id: 1 }] }, what: 'its member "books.0.title"' },
    { name: 'a member of another type', reply: { books: 'none' }, what: 'its member "books"' },
    { name: 'a reply of another kind', reply: [], what: 'it' },
    { name: 'no reply', reply: undefined, what: 'it' },
  ]
  test.each(wrong)('names the request and $name', async ({ reply, what }) => {
    await expect(clientOf(reply).client.list()).rejects.toMatchObject({
      code: 'remote_answer',
      message: `Cannot read the reply to GET "/api/shelf/books": ${what} has another shape`,
      hint: expect.stringContaining('different versions'),
    })
  })

  test('rejects with the error of the transport', async () => {
    const client = createClient(shelfContract, () => Promise.reject(new Error('not sent')))
    await expect(client.count()).rejects.toThrow('not sent')
  })
})

describe('requestFor()', () => {
  test('percent-encodes each segment of the path', () => {
    const request = requestFor(shelfContract, 'rename', {
      params: { book: 'a/b ?#%', page: '蔵' },
      body: { title: 't' },
    })
    expect(request.path).toBe('/api/shelf/books/a%2Fb%20%3F%23%25/pages/%E8%94%B5')
  })

  test.each(['', '.', '..'])('refuses "%s" as a segment: a URL drops it', segment => {
    expect(() => requestFor(shelfContract, 'text', { params: { book: segment } })).toThrow(
      `Cannot use "${segment}" as the book`,
    )
  })

  const queries = [
    { name: 'none', query: undefined, sent: undefined },
    { name: 'an empty one', query: {}, sent: undefined },
    { name: 'a number as its text', query: { most: 5 }, sent: { most: '5' } },
    { name: 'no member that is undefined', query: { most: undefined }, sent: undefined },
  ] as const
  test.each(queries)('sends $name of a query', ({ query, sent }) => {
    expect(requestFor(shelfContract, 'list', query ? { query } : {}).query).toEqual(sent)
  })

  test.each([
    { mode: undefined, sent: undefined },
    { mode: 'dry-run', sent: undefined },
    { mode: 'write', sent: { mode: 'write' } },
  ] as const)('sends the mode $mode as $sent', ({ mode, sent }) => {
    expect(requestFor(shelfContract, 'sort', mode ? { mode } : {}).query).toEqual(sent)
  })

  test('carries a body only if there is one', () => {
    const of = { contract: shelfContract, name: 'sort' }
    expect(requestFor(shelfContract, 'sort')).toEqual({ of, method: 'POST', path: '/api/shelf/sort' })
  })
})
