/** The command line in a company's network: it reaches hosts in the same ways as a device. */
import { execFile } from 'node:child_process'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { rootCertificates } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { unreachableRow } from '../../lib/cli/commands/doctor/entrance.ts'
import type { DoctorDeps } from '../../lib/cli/commands/doctor/row.ts'
import type { CliContext } from '../../lib/cli/context.ts'
import {
  createNetworkFetch,
  type NetworkFetchDeps,
  notingFetch,
  withNetworkHint,
} from '../../lib/cli/network.ts'
import type { Output } from '../../lib/cli/terminal/output.ts'
import { AppError } from '../../lib/core/errors.ts'
import { neverSent } from '../../lib/core/http/never-sent.ts'
import { NetworkFault } from '../../lib/core/network/failure.ts'
import { networkHint } from '../../lib/core/network/words.ts'
import { fetchRemote } from '../../lib/core/remote/fetch-remote.ts'
import { createTestAuthority } from '../helpers/http/certificates.ts'
import {
  type Conduct,
  HOST_NAME,
  lostProxy,
  startProxy,
  startScanner,
} from '../helpers/http/company-network.ts'
import { temporaryDirectory } from '../helpers/temporary-directory.ts'

const SCANNER = createTestAuthority("kura's test scanner")
const CERTIFICATE = SCANNER.issue({ names: [HOST_NAME, 'localhost'] })
const PASSWORD = 'p4ss-w0rd'
const trusting = () => [...rootCertificates, SCANNER.certificate]

interface Got {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** Serves a host behind a virus scanner, and a proxy that connects to it. */
async function office({ answer, conduct }: { answer?: RequestListener; conduct?: Conduct } = {}) {
  const got: Got[] = []
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request
    got.push({ method, url, headers, body: await text(request) })
    if (answer) answer(request, response)
    else response.writeHead(200, { 'set-cookie': ['a=1', 'b=2'] }).end('hello')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const scanner = await startScanner((server.address() as AddressInfo).port, CERTIFICATE)
  const proxy = await startProxy(scanner.port, conduct)
  return { got, scanner, proxy, secret: proxy.url.replace('//', `//hana:${PASSWORD}@`) }
}

const fetchIn = (deps: Partial<NetworkFetchDeps>) =>
  createNetworkFetch({
    env: {},
    fetch,
    now: Date.now,
    systemCertificates: trusting,
    windowsSettings: async () => '',
    ...deps,
  })

const post = { method: 'POST', headers: { 'content-type': 'text/plain', 'content-length': '3' } }
const stream = () => ({ ...post, body: new Blob(['abc']).stream(), duplex: 'half' }) as RequestInit

test('behind a scanner a request with a body is sent once, and the next one goes the same way', async () => {
  const { scanner, got } = await office()
  const platform = vi.fn(fetch)
  const kuraFetch = fetchIn({ fetch: platform })
  const response = await kuraFetch(`https://localhost:${scanner.port}/x?y=1`, stream())
  expect(await response.text()).toBe('hello')
  expect(got).toMatchObject([
    { method: 'POST', url: '/x?y=1', body: 'abc', headers: { 'content-type': 'text/plain' } },
  ])
  expect(await (await kuraFetch(`https://localhost:${scanner.port}/`)).text()).toBe('hello')
  expect(platform).toHaveBeenCalledTimes(1)
})

test('a request goes through the proxy of the environment, with its body and headers', async () => {
  const { proxy, got, secret } = await office()
  const kuraFetch = fetchIn({ env: { HTTPS_PROXY: secret } })
  const response = await kuraFetch(`https://${HOST_NAME}/x`, stream())
  expect(response.status).toBe(200)
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(await response.text()).toBe('hello')
  expect(got).toMatchObject([{ method: 'POST', body: 'abc', headers: { 'content-length': '3' } }])
  expect(proxy.asked[0]?.headers['proxy-authorization']).toMatch(/^Basic /)
})

test('the fixed proxy of Windows is used if the environment names none', async () => {
  const { proxy } = await office()
  const windowsSettings = vi.fn(
    async () =>
      `    ProxyEnable    REG_DWORD    0x1\r\n    ProxyServer    REG_SZ    ${new URL(proxy.url).host}\r\n`,
  )
  const kuraFetch = fetchIn({ windowsSettings })
  expect((await kuraFetch(`https://${HOST_NAME}/`)).status).toBe(200)
  expect((await kuraFetch(`https://${HOST_NAME}/`)).status).toBe(200)
  expect(windowsSettings).toHaveBeenCalledTimes(1)
})

test('a plain request to this machine is the platform’s own', async () => {
  const platform = vi.fn(async () => new Response('own'))
  const init = { method: 'POST', body: 'x' }
  await fetchIn({ fetch: platform, env: { HTTPS_PROXY: await lostProxy() } })('http://127.0.0.1:1/', init)
  expect(platform).toHaveBeenCalledWith('http://127.0.0.1:1/', init)
})

test.each([
  { status: 304, want: '' },
  { status: 204, want: '' },
  { status: 404, want: 'gone' },
])('an answer $status comes through the proxy as it is', async ({ status, want }) => {
  const { secret } = await office({ answer: (_request, response) => response.writeHead(status).end(want) })
  const response = await fetchIn({ env: { HTTPS_PROXY: secret } })(`https://${HOST_NAME}/`)
  expect([response.status, await response.text()]).toEqual([status, want])
})

const ELSEWHERE: RequestListener = ({ url }, response) =>
  url === '/a' ? response.writeHead(302, { location: '/b' }).end() : response.end('b')

test.each([
  { redirect: 'manual', status: 302 },
  { redirect: 'follow', status: 200 },
] as const)('a redirect is treated as fetch treats it: $redirect', async ({ redirect, status }) => {
  const { secret, got } = await office({ answer: ELSEWHERE })
  const kuraFetch = fetchIn({ env: { HTTPS_PROXY: secret } })
  const headers = { authorization: 'secret' }
  expect((await kuraFetch(`https://${HOST_NAME}/a`, { redirect, headers })).status).toBe(status)
  expect(got.slice(1).filter(each => each.headers.authorization)).toEqual([])
})

test.each<{ conduct: Conduct; hint: string }>([
  { conduct: 407, hint: 'asks for a name and a password' },
  { conduct: 503, hint: 'does not connect to' },
  { conduct: 'end', hint: 'cannot be reached' },
])('a proxy that does $conduct is asked once; nothing was sent, and the hint says what to do', async row => {
  const { secret, proxy } = await office({ conduct: row.conduct })
  const deps = { fetch: fetchIn({ env: { HTTPS_PROXY: secret } }), clock: () => 0 }
  const url = new URL(`https://${HOST_NAME}/deals`)
  const error = await fetchRemote({ remote: 'accounting', method: 'POST', url, json: {} }, deps).catch(
    (thrown: unknown) => thrown,
  )
  expect(error).toMatchObject({ code: 'remote_unreachable' })
  const { hint, cause } = withNetworkHint(error) as AppError
  expect(hint).toContain(row.hint)
  expect(neverSent(cause)).toBe(true)
  expect(proxy.asked).toHaveLength(1)
  expect(`${hint} ${(error as Error).stack}`).not.toContain(PASSWORD)
})

test('an error of another cause keeps its hint', () => {
  const error = new AppError('remote_unreachable', 'x', { hint: 'y', cause: new Error('z') })
  expect(withNetworkHint(error)).toBe(error)
})

const FAULT = new NetworkFault(new Error('lost'), {
  failure: 'timeout',
  hint: networkHint('timeout', { host: HOST_NAME, now: 0 }),
})

test('a function of this process has its hint in a note', async () => {
  const platform = vi.spyOn(globalThis, 'fetch').mockRejectedValue(FAULT)
  onTestFinished(() => platform.mockRestore())
  const notes: unknown[] = []
  const output = { note: (text: unknown) => void notes.push(text) } as Output
  await expect(notingFetch(output)('https://kura.example')).rejects.toBe(FAULT)
  platform.mockRejectedValue(new Error('other'))
  await expect(notingFetch(output)('https://kura.example')).rejects.toThrow('other')
  expect(notes).toEqual([FAULT.hint])
})

test('the row of the doctor has the hint too', () => {
  const context = { signal: new AbortController().signal } as CliContext
  const row = (cause: Error) =>
    unreachableRow(new AppError('remote_unreachable', 'x', { cause }), {
      url: 'https://kura.example',
      context,
    } as DoctorDeps)
  expect(row(FAULT)).toMatchObject({ mend: expect.stringContaining('a firewall may hold the connection') })
  expect(row(new Error('other'))).toMatchObject({ mend: expect.stringContaining('check the address') })
})

test('a request that is aborted while the proxy is silent ends at once', async () => {
  const { proxy } = await office({ conduct: 'silent' })
  const stop = new AbortController()
  const failed = fetchIn({ env: { HTTPS_PROXY: proxy.url } })(`https://${HOST_NAME}/`, {
    signal: stop.signal,
  })
  proxy.arrived = () => stop.abort(new AppError('interrupted', 'Stopped'))
  await expect(failed).rejects.toMatchObject({ code: 'interrupted' })
})

const MAIN = fileURLToPath(new URL('../../lib/cli/main.ts', import.meta.url))

/** Runs the real program, with a key for a host that only the proxy reaches. */
async function runMain(
  env: Record<string, string>,
  command: readonly string[] = ['api', 'GET', 'admin/devices'],
): Promise<string> {
  const key = { url: `https://${HOST_NAME}`, keyid: 'hana:admin:1', secret: 'A'.repeat(43) }
  const cwd = await temporaryDirectory({ 'key.json': JSON.stringify(key), 'ca.pem': SCANNER.certificate })
  const words = [MAIN, ...command, '--key', 'key.json']
  const own = {
    HOME: cwd,
    KURA_LANGUAGE: 'en',
    PATH: process.env['PATH'] ?? '',
    NODE_EXTRA_CA_CERTS: join(cwd, 'ca.pem'),
  }
  return new Promise(resolve => {
    execFile(process.execPath, words, { cwd, env: { ...own, ...env } }, (_error, out, err) =>
      resolve(out + err),
    )
  })
}

test('the real program calls its host through the proxy', async () => {
  const { secret, got } = await office({
    answer: (_request, response) =>
      response.setHeader('content-type', 'application/json').end('{"devices":[]}'),
  })
  expect(await runMain({ HTTPS_PROXY: secret })).toContain('GET /api/admin/devices: 200')
  expect(got).toMatchObject([{ url: '/api/admin/devices', headers: { host: HOST_NAME } }])
})

test('the real program shows the hint of a proxy that refuses, without its password', async () => {
  const { secret } = await office({ conduct: 407 })
  const shown = (await runMain({ HTTPS_PROXY: secret })).replace(/\s+/g, ' ')
  expect(shown).toContain('asks for a name and a password')
  expect(shown).not.toContain('check the network')
  expect(shown).not.toContain(PASSWORD)
})

test('the real program says that a redirect may be a sign-in page', async () => {
  const { secret } = await office({
    answer: (_request, response) => response.writeHead(302, { location: 'https://portal.example/' }).end(),
  })
  const shown = (await runMain({ HTTPS_PROXY: secret }, ['devices'])).replace(/\s+/g, ' ')
  expect(shown).toContain('if the network has a sign-in page')
})

test('the real program says that a page of the network answers', async () => {
  const { secret } = await office({
    answer: (_request, response) => response.setHeader('content-type', 'text/html').end('<h1>Sign in</h1>'),
  })
  const shown = (await runMain({ HTTPS_PROXY: secret, KURA_LANGUAGE: 'en' })).replace(/\s+/g, ' ')
  expect(shown).toContain('it is a web page (200)')
  expect(shown).toContain('sign in to the network with a browser')
})

test.each([{ status: 999 }, { status: 150 }])(
  'an answer with the status $status is an error',
  async ({ status }) => {
    const answer: RequestListener = (_, response) => {
      response.socket?.end(`HTTP/1.1 ${status} Odd\r\ncontent-length: 0\r\n\r\n`)
    }
    const { secret } = await office({ answer })
    const odd = fetchIn({ env: { HTTPS_PROXY: secret } })(`https://${HOST_NAME}/`)
    await expect(odd).rejects.toThrow()
  },
)
