import { execFile } from 'node:child_process'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { exchange } from '../../../lib/device/fetch/exchange.ts'
import { sendRequest } from '../../../lib/device/fetch/transport.ts'

async function serve(listener: RequestListener): Promise<URL> {
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  })
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
}

function ask(url: URL, { limit = 1000 } = {}) {
  const traffic = { bytes: 0, requests: 0 }
  const { signal: ended } = new AbortController()
  const options = { fetch: sendRequest, limit, decodedLimit: limit, traffic, idleTimeout: 5000, ended }
  const outcome = exchange(url, {}, options).then(
    ({ body, ...rest }) => ({ ...rest, text: Buffer.from(body).toString() }),
    (error: unknown) => error,
  )
  return { outcome, traffic }
}

const TEXT = 'kura '.repeat(100)
const CODINGS = [
  { coding: undefined, body: Buffer.from(TEXT) },
  { coding: 'br', body: brotliCompressSync(TEXT) },
  { coding: 'gzip', body: gzipSync(TEXT) },
]

test.each(CODINGS)('a body with the coding $coding is decoded, and counted as it was sent', async row => {
  const { coding, body } = row
  const url = await serve((_request, response) => {
    response.writeHead(200, coding === undefined ? {} : { 'content-encoding': coding }).end(body)
  })
  const { outcome, traffic } = ask(url)
  expect(await outcome).toMatchObject({ status: 200, text: TEXT })
  expect(traffic).toEqual({ bytes: body.length, requests: 1 })
})

test.each(CODINGS.slice(1))(
  'a body with the coding $coding that is larger than the limit is refused',
  async row => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': row.coding }).end(row.body)
    })
    expect(await ask(url, { limit: TEXT.length - 1 }).outcome).toMatchObject({
      code: 'remote_answer',
      message: expect.stringContaining(`it is larger than ${TEXT.length - 1} bytes`),
    })
  },
)

test.each([
  { what: 'a coding that was not accepted', coding: 'zstd', body: 'x' },
  { what: 'a body that is not of its coding', coding: 'br', body: 'not brotli' },
])('$what is an answer that cannot be read', async ({ coding, body }) => {
  const url = await serve((_request, response) => {
    response.writeHead(200, { 'content-encoding': coding }).end(body)
  })
  expect(await ask(url).outcome).toMatchObject({ code: 'remote_silent' })
})

test('a 304 may announce the length of a body that is over the limit', async () => {
  const url = await serve((_request, response) => {
    response.writeHead(304, { 'content-length': 5_000_000, 'content-encoding': 'br' }).end()
  })
  const { outcome, traffic } = ask(url)
  expect(await outcome).toEqual({ status: 304, location: undefined, text: '' })
  expect(traffic).toEqual({ bytes: 0, requests: 1 })
})

test('a redirect is given back, not followed', async () => {
  let asked = 0
  const url = await serve((_request, response) => {
    asked++
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  expect(await ask(url).outcome).toMatchObject({ status: 302, location: '/elsewhere', text: '' })
  expect(asked).toBe(1)
})

test('an answer that changes the protocol ends the exchange', async () => {
  const url = await serve((_request, response) => {
    response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n')
  })
  expect(await ask(url).outcome).toMatchObject({
    code: 'remote_silent',
    message: expect.stringContaining('closed without an answer'),
  })
})

test('the connection of an answer that is not read to its end is closed', async () => {
  const closed = Promise.withResolvers<void>()
  const url = await serve((_request, response) => {
    response.socket?.once('close', () => closed.resolve())
    response.writeHead(200, { 'content-length': 5000 }).flushHeaders()
  })
  expect(await ask(url).outcome).toMatchObject({ code: 'remote_answer' })
  await closed.promise
})

test('a connection that is refused was never made', async () => {
  const url = await serve(() => undefined)
  url.port = '1'
  expect(await ask(url).outcome).toMatchObject({ code: 'remote_unreachable' })
})

test('a request loads none of what the global fetch needs, which would double the start of the program', async () => {
  const url = await serve((_request, response) => response.end(TEXT))
  const transport = new URL('../../../lib/device/fetch/transport.ts', import.meta.url)
  const program = `
    import { sendRequest } from ${JSON.stringify(transport)}
    const { status } = await sendRequest(new URL(${JSON.stringify(url)}), { signal: new AbortController().signal })
    console.log(status, process.moduleLoadList.filter(name => name.includes('undici')).join())
    // an unread answer's connection would keep the process running until the server closes it
    process.exit()`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  expect(stdout.trim()).toBe('200')
})
