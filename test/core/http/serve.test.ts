import { describe, expect, test } from 'vitest'
import { createHandler } from '../../../lib/core/http/handler.ts'
import { routeSource } from '../../../lib/core/http/router.ts'
import { Answer, deferHandlers, type Handlers, serveContract } from '../../../lib/core/http/serve.ts'
import { type ShelfContract, shelfContract } from '../../helpers/http/sample-contract.ts'

/**
 * Serves the contract with the real handler. `events` records the spent nonces, and the calls of the endpoints'
 * handlers.
 */
function serveShelf(
  scopes: readonly string[] = ['shelf.read', 'shelf.write'],
  contract: ShelfContract = shelfContract,
) {
  const events: unknown[] = []
  const called = (name: string, call: object) => void events.push({ name, ...call })
  const handlers: Handlers<ShelfContract> = {
    async list(call) {
      called('list', call)
      return { books: [] }
    },
    async count(call) {
      called('count', call)
      return { books: 0 }
    },
    async add(call) {
      called('add', call)
      return new Answer(
        { id: 1, title: call.body.title },
        { status: 201, headers: { location: '/api/shelf/books/1' } },
      )
    },
    async rename(call) {
      called('rename', call)
      return { ...call.params, title: call.body.title }
    },
    async sort(call) {
      called('sort', call)
      return { mode: call.mode, books: 0 }
    },
    async remove(call) {
      called('remove', call)
      return call.params.book === 'named'
        ? new Answer(undefined, { headers: { 'x-was': 'here' } })
        : undefined
    },
    async scan(call) {
      called('scan', call)
      return { bytes: call.body.length }
    },
    async text(call) {
      called('text', call)
      return new Response('蔵', { headers: { 'content-type': 'text/plain' } })
    },
  }
  const handler = createHandler(routeSource(serveContract(contract, handlers)), {
    authenticator: () => ({
      authenticate: async () => ({
        caller: { keyid: 'hana:admin:1', name: 'hana', scopes },
        checkBody: () => undefined,
        spendNonce: async () => void events.push('nonce'),
      }),
    }),
    clock: () => 0,
    mayWrite: () => undefined,
    requestId: () => 'request-1',
    log: () => undefined,
  })
  /** Sends a body to a method and a path: `GET /books`. */
  const send = (call: string, body?: unknown) => {
    const [method = '', path] = call.split(' ')
    const isExact = typeof body === 'string' || body instanceof Uint8Array || body === undefined
    const init = { method, body: isExact ? body : JSON.stringify(body) } as RequestInit
    return handler(new Request(`http://kura.test/api/shelf${path}`, init))
  }
  return { send, events }
}

const calls = (events: readonly unknown[]) => events.filter(event => event !== 'nonce')

describe('serveContract()', () => {
  const read = [
    { name: 'no query', call: 'GET /books', got: { query: {} } },
    { name: 'a query as its schema reads it', call: 'GET /books?most=5', got: { query: { most: 5 } } },
    {
      name: 'the default of a query',
      call: 'POST /books',
      body: { title: 'a' },
      got: { query: { shelf: 'a' } },
    },
    { name: 'a body', call: 'POST /books', body: { title: 'a' }, got: { body: { title: 'a' } } },
    {
      name: 'the bytes of a file',
      call: 'POST /books/1/scan',
      body: Uint8Array.of(0, 255, 0),
      got: { body: Uint8Array.of(0, 255, 0) },
    },
    {
      name: 'the segments of the path, in clear',
      call: 'PUT /books/%E8%94%B5/pages/1%20a',
      body: { title: 'a' },
      got: { params: { book: '蔵', page: '1 a' } },
    },
    { name: 'the mode, a dry run unless it is said', call: 'POST /sort', got: { mode: 'dry-run' } },
    { name: 'the mode dry-run', call: 'POST /sort?mode=dry-run', got: { mode: 'dry-run' } },
    { name: 'the mode write', call: 'POST /sort?mode=write', got: { mode: 'write' } },
    {
      name: 'the mode beside a query',
      call: 'POST /books?shelf=b&mode=write',
      body: { title: 'a' },
      got: { mode: 'write', query: { shelf: 'b' } },
    },
    { name: 'an act without a mode as a dry run', call: 'DELETE /books/1', got: { mode: 'dry-run' } },
  ]
  test.each(read)('reads $name', async ({ call, body, got }) => {
    const { send, events } = serveShelf()
    expect((await send(call, body)).ok).toBe(true)
    expect(calls(events)).toMatchObject([got])
  })

  const refused = [
    { name: 'an unknown parameter', call: 'GET /books?mst=5', names: '`mst`' },
    { name: 'a parameter that appears twice', call: 'GET /books?most=1&most=2', names: '`most`' },
    { name: 'a parameter with a wrong value', call: 'GET /books?most=0', names: '`most`' },
    { name: 'a query that is not taken', call: 'GET /count?most=1', names: '`most`' },
    { name: 'a mode if nothing changes', call: 'GET /books?mode=write', names: '`mode`' },
    { name: 'a mode if each call changes something', call: 'DELETE /books/1?mode=write', names: '`mode`' },
    { name: 'an unknown mode', call: 'POST /sort?mode=Write', names: '`mode` is "Write"' },
    { name: 'an empty mode', call: 'POST /sort?mode=', names: '`mode` is ""' },
    { name: 'two modes', call: 'POST /sort?mode=write&mode=write', names: '`mode` is "write", "write"' },
    { name: 'another parameter beside the mode', call: 'POST /sort?mode=write&most=1', names: '`most`' },
    { name: 'a body that is not taken', call: 'POST /sort', body: {}, names: 'no body' },
    { name: 'no body if one is needed', call: 'POST /books', names: 'body' },
    { name: 'a body that is no JSON', call: 'POST /books', body: '{', names: 'body' },
    { name: 'an unknown member', call: 'POST /books', body: { title: 'a', id: 1 }, names: '`id`' },
    { name: 'a member of another type', call: 'POST /books', body: { title: 1 }, names: '`title`' },
  ]
  test.each(refused)('refuses $name', async ({ call, body, names }) => {
    const { send, events } = serveShelf()
    const response = await send(call, body)
    const answer = (await response.json()) as { code: string; error: string }
    expect({ status: response.status, code: answer.code }).toEqual({ status: 400, code: 'bad_request' })
    expect(answer.error).toContain(names)
    expect(calls(events)).toEqual([])
  })

  test('loads no schema for an optional query that is empty', async () => {
    const schemas = () => Promise.reject(new Error('the schemas are not loaded'))
    const { send, events } = serveShelf(undefined, { ...shelfContract, schemas })
    expect((await send('GET /books')).status).toBe(200)
    expect(calls(events)).toMatchObject([{ name: 'list', query: {} }])
    expect((await send('GET /books?most=5')).status).toBe(500)
  })

  test('tells who is refused what the endpoint takes', async () => {
    const { send } = serveShelf()
    expect(await (await send('GET /count?most=1')).json()).toEqual({
      error: 'Cannot GET "/api/shelf/count": it has no query parameter `most`',
      code: 'bad_request',
      hint: 'docs/openapi.json says what each endpoint takes',
    })
  })

  test('refuses a body over the limit of its endpoint', async () => {
    const { send } = serveShelf()
    const body = { title: 'a'.repeat(200) }
    expect((await send('PUT /books/1/pages/1', body)).status).toBe(413)
    expect((await send('POST /books', body)).status).toBe(400)
  })

  const permitted = [
    { name: 'a dry run needs the scope', scopes: ['shelf.read'], query: '', status: 201, nonce: false },
    {
      name: 'a dry run does not need writeScope',
      scopes: ['shelf.write'],
      query: '',
      status: 403,
      nonce: false,
    },
    {
      name: 'a write needs writeScope',
      scopes: ['shelf.write'],
      query: '?mode=write',
      status: 201,
      nonce: true,
    },
    {
      name: 'a write without writeScope spends no nonce',
      scopes: ['shelf.read'],
      query: '?mode=write',
      status: 403,
      nonce: false,
    },
    {
      name: 'an unknown mode counts as a write',
      scopes: ['shelf.read'],
      query: '?mode=wirte',
      status: 403,
      nonce: false,
    },
    {
      name: 'a proposal needs proposeScope, and spends a nonce',
      scopes: ['shelf.propose'],
      query: '?mode=propose',
      status: 201,
      nonce: true,
    },
    ...[
      '?mode=write',
      '?mode=PROPOSE',
      '?mode=propose&mode=write',
      '?mode=write&mode=propose',
      '?mode=propose&mode=propose',
    ].map(query => ({
      name: `who may only propose may not ${query}`,
      scopes: ['shelf.propose'],
      query,
      status: 403,
      nonce: false,
    })),
    {
      name: 'who may write may not propose',
      scopes: ['shelf.write'],
      query: '?mode=propose',
      status: 403,
      nonce: false,
    },
  ]
  test.each(permitted)('$name', async ({ scopes, query, status, nonce }) => {
    const { send, events } = serveShelf(scopes)
    expect((await send(`POST /books${query}`, { title: 'a' })).status).toBe(status)
    expect(events.includes('nonce')).toBe(nonce)
  })

  test('an endpoint that takes no proposals refuses one', async () => {
    const { send } = serveShelf(['shelf.read'])
    expect((await send('POST /sort?mode=propose')).status).toBe(400)
  })

  test('a write without a writeScope of its own needs the scope', async () => {
    const { send, events } = serveShelf(['shelf.read'])
    expect((await send('POST /sort?mode=write')).status).toBe(200)
    expect(events[0]).toBe('nonce')
  })

  const replies = [
    {
      name: 'a reply as JSON',
      call: 'GET /count',
      status: 200,
      type: 'application/json; charset=utf-8',
      body: '{"books":0}',
    },
    { name: '204 for an undefined reply', call: 'DELETE /books/1', status: 204, type: null, body: '' },
    { name: 'a Response as it is', call: 'GET /books/1/text', status: 200, type: 'text/plain', body: '蔵' },
  ]
  test.each(replies)('answers $name', async ({ call, status, type, body }) => {
    const response = await serveShelf().send(call)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe(type)
    expect(await response.text()).toBe(body)
  })

  test('answers the status and the headers of an Answer, and no cache keeps it', async () => {
    const { send } = serveShelf()
    const added = await send('POST /books', { title: '蔵' })
    expect(added.status).toBe(201)
    expect(added.headers.get('location')).toBe('/api/shelf/books/1')
    expect(await added.json()).toEqual({ id: 1, title: '蔵' })
    const removed = await send('DELETE /books/named')
    expect(removed.status).toBe(204)
    expect(removed.headers.get('x-was')).toBe('here')
    for (const { headers } of [added, removed]) expect(headers.get('cache-control')).toBe('no-store')
  })
})

test('deferHandlers() loads again at the next call after a load that failed, and keeps what it loaded', async () => {
  let loads = 0
  const { count } = deferHandlers<ShelfContract, never>(shelfContract, {}, async () => {
    if (++loads === 1) throw new Error('the disk is busy')
    return { count: async () => ({ books: loads }) } as unknown as Handlers<ShelfContract>
  })
  const call = {} as Parameters<typeof count>[0]
  await expect(count(call)).rejects.toThrow('the disk is busy')
  expect([await count(call), await count(call)]).toEqual([{ books: 2 }, { books: 2 }])
})
