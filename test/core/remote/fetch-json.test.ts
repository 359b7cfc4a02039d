import { afterEach, describe, expect, test } from 'vitest'
import type { RemoteCall } from '../../../lib/core/http/trace.ts'
import { fetchJson, fetchJsonRead } from '../../../lib/core/remote/fetch-json.ts'
import { type FetchHandler, type Listening, listen } from '../../../sandbox/listen.ts'
import { UNREACHABLE } from '../../helpers/http/unreachable.ts'

const servers: Listening[] = []

afterEach(async () => {
  await Promise.all(servers.splice(0).map(server => server.close()))
})

async function serve(handler: FetchHandler): Promise<URL> {
  const server = await listen(handler)
  servers.push(server)
  return new URL(`${server.url}/v1/things?token=never-logged`)
}

const deps = { fetch, clock: () => 0 }
const retry = { ...deps, sleep: async () => undefined, random: () => 0 }
const request = (url: URL, change = {}) => ({ remote: 'accounting', method: 'GET', url, ...change })

describe('fetchJson()', () => {
  test('gives status, headers and JSON whatever the status is', async () => {
    const url = await serve(() => Response.json({ message: 'no' }, { status: 403, headers: { 'x-id': '7' } }))
    const calls: RemoteCall[] = []
    const reply = await fetchJson(
      request(url, { requestIdHeader: 'x-id', observe: (call: RemoteCall) => calls.push(call) }),
      deps,
    )
    expect(reply).toMatchObject({ status: 403, body: { message: 'no' } })
    expect(calls).toEqual([
      {
        remote: 'accounting',
        method: 'GET',
        path: '/v1/things',
        status: 403,
        milliseconds: 0,
        requestId: '7',
      },
    ])
  })

  test('sends JSON, forms and exact text with their types', async () => {
    const url = await serve(async received =>
      Response.json({ type: received.headers.get('content-type'), body: await received.text() }),
    )
    const send = async (body: object) =>
      (await fetchJson(request(url, { method: 'POST', ...body }), deps)).body
    expect(await send({ json: { a: 1 } })).toEqual({ type: 'application/json', body: '{"a":1}' })
    expect(await send({ form: { a: 'b c' } })).toEqual({
      type: 'application/x-www-form-urlencoded',
      body: 'a=b+c',
    })
    expect(await send({ text: '{ }' })).toEqual({ type: 'application/json', body: '{ }' })
    expect(await send({ bytes: Buffer.from('a') })).toEqual({ type: 'application/octet-stream', body: 'a' })
  })

  test('sends a form with a file, once and with its length', async () => {
    const url = await serve(async received => {
      const length = received.headers.get('content-length')
      const form = await received.formData()
      const file = form.get('file') as File
      const { name, type } = file
      return Response.json({ length, name, type, text: await file.text(), note: form.get('note') })
    })
    const multipart = {
      note: '控え "80"',
      file: new File(['蔵'], '領収書 "1".pdf', { type: 'application/pdf' }),
    }
    const { body } = await fetchJson(request(url, { method: 'POST', multipart }), deps)
    expect(body).toEqual({
      length: expect.stringMatching(/^[0-9]+$/),
      name: '領収書 "1".pdf',
      type: 'application/pdf',
      text: '蔵',
      note: '控え "80"',
    })
  })

  test('does not follow a redirect with its credentials', async () => {
    const url = await serve(
      () => new Response(null, { status: 302, headers: { location: 'http://other.test/' } }),
    )
    expect((await fetchJson(request(url), deps)).status).toBe(302)
  })

  // after a 421 (RFC 9110, section 15.5.20) the platform's fetch may send a request again by itself
  test.each([421, 401, 408, 503])('sends a body once, whatever is answered: %i', async status => {
    const received: (string | null)[][] = []
    const url = await serve(async call => {
      const { headers } = call
      received.push([headers.get('content-length'), headers.get('transfer-encoding'), await call.text()])
      return new Response('{}', { status })
    })
    for (const text of ['{"名":1}', '']) {
      expect((await fetchJson(request(url, { method: 'POST', text }), deps)).status).toBe(status)
    }
    expect(received).toEqual([
      ['9', null, '{"名":1}'],
      ['0', null, ''],
    ])
  })

  test('tells a call that never left from an answer that was lost', async () => {
    await expect(fetchJson(request(new URL(UNREACHABLE)), deps)).rejects.toMatchObject({
      code: 'remote_unreachable',
    })
    const cut = await serve((_request, connection) => {
      connection.cut()
      return new Response('x')
    })
    await expect(fetchJson(request(cut), deps)).rejects.toMatchObject({ code: 'remote_silent' })
  })

  test('a time-out is a lost answer', async () => {
    const url = await serve(() => new Promise(() => undefined))
    await expect(fetchJson(request(url, { timeout: 20 }), deps)).rejects.toMatchObject({
      code: 'remote_silent',
    })
  })

  test('an answer over the limit is refused', async () => {
    const url = await serve(() => new Response('x'.repeat(100)))
    await expect(fetchJson(request(url, { limit: 99 }), deps)).rejects.toMatchObject({
      code: 'remote_answer',
    })
  })

  test.each(['', 'not json', '<html>'])('a body that is no JSON is undefined: %j', async text => {
    const url = await serve(() => new Response(text))
    expect((await fetchJson(request(url), deps)).body).toBeUndefined()
  })

  test('an error names no query, for a query may hold a secret', async () => {
    const url = await serve((_request, connection) => {
      connection.cut()
      return new Response('x')
    })
    await expect(fetchJson(request(url), deps)).rejects.toThrow(/^(?!.*never-logged)/)
  })
})

describe('fetchJsonRead()', () => {
  test('begins no repetition and waits for no reply after `waitUntil`', async () => {
    let time = 0
    const limits: number[] = []
    const url = await serve(() => new Response(null, { status: 503 }))
    const late = {
      ...retry,
      clock: () => time,
      random: () => 1,
      waitUntil: 10_000,
      timeLimit: (milliseconds: number) => {
        limits.push(milliseconds)
        return AbortSignal.timeout(milliseconds)
      },
      sleep: async (milliseconds: number) => {
        time += 9_000 + milliseconds
      },
    }
    expect((await fetchJsonRead(request(url), late)).status).toBe(503)
    expect(limits).toEqual([10_000, 600])
  })

  test('repeats a read after a fault that passes', async () => {
    let asked = 0
    const url = await serve(() =>
      ++asked < 3 ? new Response('', { status: 503 }) : Response.json({ asked }),
    )
    expect((await fetchJsonRead(request(url), retry)).body).toEqual({ asked: 3 })
  })

  test('gives up after its attempts, with what came last', async () => {
    let asked = 0
    const url = await serve(() => {
      asked += 1
      return new Response('', { status: 502 })
    })
    expect((await fetchJsonRead(request(url), retry)).status).toBe(502)
    expect(asked).toBe(3)
  })

  test('does not repeat what the remote refused', async () => {
    let asked = 0
    const url = await serve(() => {
      asked += 1
      return new Response('', { status: 403 })
    })
    await fetchJsonRead(request(url), retry)
    expect(asked).toBe(1)
  })
})
