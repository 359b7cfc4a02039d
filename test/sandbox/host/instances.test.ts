/** The processes of a function live as long as they do on the host. */
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createInstances } from '../../../scripts/host-check/instances.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

/**
 * A function that answers with the id of its process. With `after`, it fetches that address once its answer was sent.
 */
const FUNCTION = `
import { writeFile } from 'node:fs/promises'
const { get } = globalThis[Symbol.for('@vercel/request-context')]
export default {
  async fetch(request) {
    const { pathname, searchParams } = new URL(request.url)
    if (searchParams.has('after')) get().waitUntil(fetch(searchParams.get('after')))
    if (pathname === '/hang') await new Promise(() => setInterval(() => {}, 1000))
    if (pathname === '/write') return new Response(await writeFile('file', '').then(() => 'written', error => error.code))
    return new Response(String(process.pid))
  },
}
`

async function serveFunction() {
  const directory = await temporaryDirectory()
  await writeFile(join(directory, 'function.mjs'), FUNCTION)
  const instances = createInstances({ name: 'small', directory, handler: 'function.mjs', env: {} })
  const server = createServer((incoming, outgoing) => instances.serve(incoming, outgoing))
  onTestFinished(async () => {
    await instances.close()
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, instances, ask: async (path: string) => (await fetch(url + path)).text() }
}

/** Starts a server whose every answer waits for the test. */
async function serveSlowly() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const server = createServer((_incoming, outgoing) => {
    asked.resolve()
    void released.then(() => outgoing.end())
  })
  onTestFinished(() => void server.close())
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: asked.promise, release }
}

/** The state of a process; `T` if it is stopped. */
const stateOf = (pid: string) => / \((?:.*)\) (.)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]

test.skipIf(process.platform !== 'linux')(
  'a process runs until the work after its answer has ended, is stopped, and goes on with the next request',
  async () => {
    const { ask, instances } = await serveFunction()
    const slow = await serveSlowly()
    const pid = await ask(`/?after=${encodeURIComponent(slow.url)}`)
    await slow.asked
    expect([stateOf(pid), instances.counts.stopped]).toEqual([expect.not.stringMatching('T'), 0])
    slow.release()
    await expect.poll(() => stateOf(pid)).toBe('T')
    expect(await ask('/')).toBe(pid)
    await expect.poll(() => stateOf(pid)).toBe('T')
    expect(instances.counts).toEqual({ started: 1, stopped: 2 })
  },
)

test('it cannot write to the disk', async () => {
  const { ask } = await serveFunction()
  expect(await ask('/write')).toBe('ERR_ACCESS_DENIED')
})

test('a process that is killed cuts its connection, and the next request starts another', async () => {
  const { ask, instances, url } = await serveFunction()
  const pid = await ask('/')
  const slow = await serveSlowly()
  const hanging = fetch(`${url}/hang?after=${encodeURIComponent(slow.url)}`)
  await slow.asked
  expect(instances.kill(() => 0)).toBe(true)
  await expect(hanging).rejects.toThrow()
  await expect.poll(async () => await ask('/').catch(() => pid)).not.toBe(pid)
})
