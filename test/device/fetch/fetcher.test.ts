/** Many contents that have arrived are written at the same time. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AppError } from '../../../lib/core/errors.ts'
import { noProgress } from '../../../lib/core/work/progress.ts'
import type { Source } from '../../../lib/device/fetch/answer.ts'
import { download, WRITES_AT_ONCE } from '../../../lib/device/fetch/download.ts'
import type { Content, Staging } from '../../../lib/device/fetch/staging.ts'
import { failure, host, refusal } from './asked-host.ts'

test('ask() signs what it sends, with a nonce of its own each time', async () => {
  const seen: Request[] = []
  const { fetcher } = await host(request => {
    seen.push(request)
    return new Response('{}')
  })
  await fetcher.ask({ query: { have: 'x y', root: '1' } })
  await fetcher.ask({ body: { want: [] } })
  const [get, post] = seen
  expect(get?.url).toMatch(/\/api\/distribution\?v=1&have=x\+y&root=1$/)
  expect(get?.headers.get('signature-input')).toMatch(/^kura=\("@method" "@authority" "@path" "@query"\)/)
  expect(post?.method).toBe('POST')
  expect(post?.headers.get('content-digest')).toMatch(/^sha-256=:/)
  const nonces = seen.map(({ headers }) => /nonce="([^"]+)"/.exec(headers.get('signature-input') ?? '')?.[1])
  expect(new Set(nonces).size).toBe(2)
})

test('traffic counts bodies as they were sent, and every request', async () => {
  const { fetcher } = await host(() => new Response('12345'))
  await fetcher.ask({})
  await fetcher.ask({})
  expect(fetcher.traffic).toEqual({ bytes: 10, requests: 2 })
})

test('a compressed body is counted as it was sent and limited as it is read', async () => {
  const { gzipSync } = await import('node:zlib')
  const body = gzipSync('x'.repeat(100_000))
  const headers = { 'content-encoding': 'gzip', 'content-length': String(body.length) }
  const { fetcher } = await host(() => new Response(body, { headers }))
  expect((await fetcher.ask({ limit: 100_000 })).body).toHaveLength(100_000)
  expect(fetcher.traffic.bytes).toBe(body.length)
  expect((await failure(fetcher.ask({ limit: 99_999 }))).code).toBe('remote_answer')
})

describe('a request is sent again', () => {
  test.each([502, 503, 504])(
    'twice after a %i that is not kura’s, with longer and longer waits',
    async status => {
      let calls = 0
      const { fetcher, slept } = await host(
        () => new Response('busy', { status: ++calls < 3 ? status : 200 }),
      )
      expect((await fetcher.ask({})).status).toBe(200)
      expect(slept).toEqual([1000, 2000])
      expect(fetcher.traffic.requests).toBe(3)
    },
  )

  test('twice if the connection breaks, and then no more', async () => {
    const { fetcher, slept } = await host((_request, connection) => {
      connection.cut()
      return new Response('')
    })
    expect((await failure(fetcher.ask({}))).code).toBe('remote_silent')
    expect(slept).toEqual([1000, 2000])
    expect(fetcher.traffic.requests).toBe(3)
  })

  test('not after an answer that was meant', async () => {
    const answers = [
      () => refusal(401, 'key_revoked'),
      () => refusal(403, 'scope_missing'),
      () => refusal(503, 'release_missing'),
      () => new Response('', { status: 404 }),
      () => new Response('', { status: 429 }),
      () => new Response('', { status: 500 }),
    ]
    for (const answer of answers) {
      const { fetcher, slept } = await host(answer)
      await failure(fetcher.ask({}))
      expect(slept).toEqual([])
      expect(fetcher.traffic.requests).toBe(1)
    }
  })
})

test('a signal that is aborted ends the request with its reason', async () => {
  const stop = new AbortController()
  const { fetcher } = await host(
    () => {
      stop.abort(new AppError('interrupted', 'Stopped by Ctrl-C'))
      return new Response('{}')
    },
    { signal: stop.signal },
  )
  await expect(fetcher.ask({})).rejects.toMatchObject({ code: 'interrupted' })
})

describe('a question ends after ten minutes', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  test('if its first answer never ends: it is not sent again', async () => {
    const sent = vi.fn<typeof fetch>((_url, init) => {
      return new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new TypeError('terminated')))
      })
    })
    const { fetcher } = await host(() => new Response(), { fetch: sent, idleTimeout: 1_000_000 })
    const failed = failure(fetcher.ask({}))
    await vi.advanceTimersByTimeAsync(600_000)
    expect(await failed).toMatchObject({ code: 'remote_silent', message: expect.stringContaining('600 s') })
    expect(sent).toHaveBeenCalledTimes(1)
  })

  test('with its repetitions, if each answer breaks off before that', async () => {
    const sent = vi.fn<typeof fetch>((_url, init) => {
      return new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new TypeError('terminated')))
        setTimeout(() => reject(new TypeError('terminated')), 400_000)
      })
    })
    const { fetcher } = await host(() => new Response(), { fetch: sent, idleTimeout: 1_000_000 })
    const failed = failure(fetcher.ask({}))
    await vi.advanceTimersByTimeAsync(600_000)
    expect(await failed).toMatchObject({ code: 'remote_silent', message: expect.stringContaining('600 s') })
    expect(sent).toHaveBeenCalledTimes(2)
  })

  test('if that is while it waits to send it again', async () => {
    const sent = vi.fn<typeof fetch>((_url, init) => {
      init?.signal?.throwIfAborted()
      return new Promise((_resolve, reject) => setTimeout(() => reject(new TypeError('terminated')), 599_000))
    })
    const sleep = () => new Promise(resolve => setTimeout(resolve, 2_000))
    const { fetcher } = await host(() => new Response(), { fetch: sent, idleTimeout: 1_000_000, sleep })
    const failed = failure(fetcher.ask({}))
    await vi.advanceTimersByTimeAsync(601_000)
    expect(await failed).toMatchObject({ code: 'remote_silent', message: expect.stringContaining('600 s') })
  })

  test('and the next one has ten minutes again', async () => {
    const answers = [500_000, 500_000]
    const sent = vi.fn<typeof fetch>(
      () => new Promise(resolve => setTimeout(() => resolve(new Response('{}')), answers.shift())),
    )
    const { fetcher } = await host(() => new Response(), { fetch: sent, idleTimeout: 1_000_000 })
    for (const _ of [1, 2]) {
      const asked = fetcher.ask({})
      await vi.advanceTimersByTimeAsync(500_000)
      expect(await asked).toMatchObject({ status: 200 })
    }
  })
})

/** A staging area that writes nothing: each content waits until `count` contents are being written. */
function stagingThatWaitsFor(count: number) {
  const staged = new Set<string>()
  const all = Promise.withResolvers<void>()
  let writing = 0
  let most = 0
  const put = async ({ sha256 }: Content) => {
    most = Math.max(most, ++writing)
    if (writing === count) all.resolve()
    await all.promise
    writing--
    staged.add(sha256)
  }
  return { staged, most: () => most, staging: { has: (sha256: string) => staged.has(sha256), put } }
}

test('as many contents are written at once as the device program has threads, and no more', async () => {
  const contents = Array.from({ length: 3 * WRITES_AT_ONCE }, (_, index) => ({
    sha256: `${index}`,
    size: 1,
    path: `${index}.md`,
  }))
  const sources = new Map<string, Source>(
    contents.map(({ sha256 }) => [sha256, { kind: 'here', data: new Uint8Array(1) }]),
  )
  const { staging, staged, most } = stagingThatWaitsFor(WRITES_AT_ONCE)
  await download(contents, { sources, holders: new Map() }, {
    staging: staging as unknown as Staging,
    progress: noProgress,
    warnings: [],
  } as never)
  expect(staged.size).toBe(contents.length)
  expect(most()).toBe(WRITES_AT_ONCE)
})
