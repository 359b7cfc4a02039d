import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createVisitor, type VisitorOptions } from '../../../lib/move/visit/visit.ts'
import { CERTIFICATE, type Exchange, type Served, type ServedHosts, serveHosts } from '../serve-hosts.ts'

const seen: Exchange[] = []
let hosts: ServedHosts
let cuts = 0

function answer(exchange: Exchange): Served | 'cut' | 'silent' {
  seen.push(exchange)
  const { path } = exchange
  if (path === '/redirect') return { status: 308, headers: { location: '/a?b#c' } }
  if (path === '/japanese')
    return { status: 301, headers: { location: Buffer.from('/日本').toString('latin1') } }
  if (path === '/latin') return { status: 301, headers: { location: '/caf\u00e9' } }
  if (path === '/nowhere') return { status: 301 }
  if (path === '/odd') return { status: 301, headers: { location: 'https://' } }
  if (path === '/not-modified') return { status: 304, headers: { location: '/a' } }
  if (path === '/gzip')
    return { headers: { 'content-encoding': 'gzip', 'content-type': 'text/html' }, body: gzipSync('packed') }
  if (path === '/broken')
    return { headers: { 'content-encoding': 'gzip', 'content-type': 'text/html' }, body: 'plain' }
  if (path === '/picture') return { headers: { 'content-type': 'image/png' }, body: 'pixels' }
  if (path === '/large') return { headers: { 'content-type': 'text/html' }, body: 'x'.repeat(2_000_000) }
  if (path === '/silent') return 'silent'
  if (path === '/cut') return 'cut'
  if (path === '/cut-once') return cuts++ === 0 ? 'cut' : { body: 'second' }
  return { headers: { 'content-type': 'text/html' }, body: 'hello' }
}

beforeAll(async () => {
  hosts = await serveHosts(answer, { hosts: ['new.example', 'other.example'] })
})
afterAll(() => hosts[Symbol.asyncDispose]())

async function visiting(
  url: string,
  options: Partial<VisitorOptions> = {},
  read: 'nothing' | 'text' | 'anything' = 'text',
) {
  const visitor = createVisitor({
    resolve: hosts.resolve,
    allowPrivate: true,
    ca: CERTIFICATE,
    timeout: 5000,
    connections: 2,
    ...options,
  })
  try {
    return await visitor.visit(url, { read })
  } finally {
    await visitor.close()
  }
}

describe('visit()', () => {
  test('reads a page over https and over http, and names itself', async () => {
    for (const scheme of ['https', 'http']) {
      const { hop, body } = await visiting(`${scheme}://new.example/page?q=%20`)
      expect(hop).toEqual({ url: `${scheme}://new.example/page?q=%20`, status: 200 })
      expect(Buffer.from(body?.bytes ?? []).toString()).toBe('hello')
      expect(seen.at(-1)).toMatchObject({ scheme, host: 'new.example', path: '/page?q=%20' })
      expect(seen.at(-1)?.headers['user-agent']).toMatch(/^kura-move-check\//)
    }
  })

  const hops = [
    { path: '/redirect', want: { status: 308, location: 'https://new.example/a?b#c' } },
    { path: '/japanese', want: { status: 301, location: 'https://new.example/%E6%97%A5%E6%9C%AC' } },
    { path: '/latin', want: { status: 301, location: 'https://new.example/caf%C3%A9' } },
    { path: '/nowhere', want: { status: 301 } },
    { path: '/odd', want: { status: 301 } },
    { path: '/not-modified', want: { status: 304 } },
  ]
  test.each(hops)('follows nothing: $path', async ({ path, want }) => {
    const url = `https://new.example${path}`
    const before = hosts.requests.length
    expect((await visiting(url)).hop).toEqual({ url, ...want })
    expect(hosts.requests.slice(before)).toEqual([url])
  })

  test('unpacks a compressed page', async () => {
    const { body } = await visiting('https://new.example/gzip')
    expect(Buffer.from(body?.bytes ?? []).toString()).toBe('packed')
  })

  test('reads no picture unless it may read anything', async () => {
    expect((await visiting('https://new.example/picture')).body).toBeUndefined()
    expect((await visiting('https://new.example/picture', {}, 'anything')).body?.bytes).toHaveLength(6)
    expect((await visiting('https://new.example/page', {}, 'nothing')).body).toBeUndefined()
  })

  test('reads no more of a body than the limit', async () => {
    const visitor = createVisitor({
      resolve: hosts.resolve,
      allowPrivate: true,
      ca: CERTIFICATE,
      timeout: 5000,
      connections: 1,
    })
    const { body } = await visitor.visit('https://new.example/large', { read: 'text', limit: 1000 })
    await visitor.close()
    expect({ length: body?.bytes.length, complete: body?.complete }).toEqual({
      length: 1000,
      complete: false,
    })
  })

  const code = (name: string) => async () => {
    throw Object.assign(new Error(name), { code: name })
  }
  const troubles: { name: string; path: string; options?: Partial<VisitorOptions>; want: object }[] = [
    {
      name: 'a time-out',
      path: '/silent',
      options: { timeout: 50 },
      want: { verdict: 'unknown', message: 'did not answer in time' },
    },
    { name: 'a cut connection', path: '/cut', want: { verdict: 'unknown', message: 'cut the connection' } },
    {
      name: 'a broken body',
      path: '/broken',
      want: { verdict: 'failed', message: 'sent a broken compressed body' },
    },
    {
      name: 'a name that does not resolve',
      path: '',
      options: { resolve: code('ENOTFOUND') },
      want: { verdict: 'failed', message: 'does not resolve' },
    },
    {
      name: 'a name server that does not answer',
      path: '',
      options: { resolve: code('EAI_AGAIN') },
      want: { verdict: 'unknown', message: 'could not be requested (EAI_AGAIN)' },
    },
    {
      name: 'a closed port',
      path: '',
      options: { resolve: async () => ({ addresses: ['127.0.0.1'], port: 1 }) },
      want: { verdict: 'failed', message: 'refuses connections' },
    },
    {
      name: 'an untrusted certificate',
      path: '',
      options: { ca: undefined },
      want: { verdict: 'failed', message: expect.stringContaining('no valid certificate') },
    },
    {
      name: 'a private address',
      path: '',
      options: { allowPrivate: false },
      want: {
        verdict: 'unknown',
        message: 'was not requested: new.example resolves to 127.0.0.1, which is no public address',
      },
    },
  ]
  test.each(troubles)('$name', async ({ path, options, want }) => {
    expect((await visiting(`https://new.example${path}`, options)).hop.trouble).toMatchObject(want)
  })

  test("another host's certificate is none", async () => {
    expect((await visiting('https://other.example/')).hop.trouble?.message).toContain(
      'ERR_TLS_CERT_ALTNAME_INVALID',
    )
  })

  test('a server that speaks https on the http port is no HTTP', async () => {
    const resolve = async () => ({ addresses: ['127.0.0.1'], port: hosts.httpsPort })
    expect((await visiting('http://new.example/', { resolve })).hop.trouble).toBeDefined()
  })

  test('an address instead of a name is checked too', async () => {
    const { hop } = await visiting(`http://127.0.0.1:${hosts.httpPort}/`, {
      resolve: undefined,
      allowPrivate: false,
    })
    expect(hop.trouble?.message).toContain('127.0.0.1, which is no public address')
    const allowed = await visiting(`http://127.0.0.1:${hosts.httpPort}/`, { resolve: undefined })
    expect(allowed.hop.status).toBe(200)
  })

  test('a connection that was cut is tried once more', async () => {
    cuts = 0
    expect((await visiting('https://new.example/cut-once')).hop.status).toBe(200)
  })

  test('a stop ends the visit with its reason', async () => {
    const stop = new AbortController()
    const visit = visiting('https://new.example/silent', { signal: stop.signal })
    stop.abort(new Error('stopped'))
    await expect(visit).rejects.toThrow('stopped')
  })
})
