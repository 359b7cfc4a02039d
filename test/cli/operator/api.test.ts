/** `kura api` against the real functions over HTTP. */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Core } from '../../../lib/app/core.ts'
import { routesOfAdmin } from '../../../lib/app/functions/admin.ts'
import { routesOfChat } from '../../../lib/app/functions/chat.ts'
import { routesOfDistribution } from '../../../lib/app/functions/distribution.ts'
import { registerAccounting } from '../../../lib/cli/commands/accounting/index.ts'
import { apiTarget, registerApi } from '../../../lib/cli/operator/api.ts'
import { refuseOtherStore } from '../../../lib/cli/operator/deployment-store.ts'
import { readConfig } from '../../../lib/core/config/config.ts'
import { sha256 } from '../../../lib/core/release/envelope.ts'
import { PART_SIZE } from '../../../lib/core/release/limits.ts'
import { fillDemo } from '../../../sandbox/chat/demo.ts'
import { type FetchHandler, listen } from '../../../sandbox/listen.ts'
import { keyText, serveFunction, TEST_SECRET } from '../../helpers/functions.ts'
import { temporaryPublisher } from '../../helpers/publishing/temporary-publisher.ts'
import { startChatSandbox } from '../../helpers/remotes/chat-sandbox.ts'
import { runCommand } from '../../helpers/run-command.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const KEYID = 'hana:admin+device+chat.send:1'
const LARGE = Buffer.alloc(PART_SIZE + 1, 'k')
const MAIN = resolve(import.meta.dirname, '../../../lib/cli/main.ts')

/** Returns a function that runs the command with a key for the host at `url`. */
async function commandFor(url: string) {
  const cwd = await temporaryDirectory({ 'operator.json': keyText(url, KEYID) })
  const key = ['--key', join(cwd, 'operator.json')]
  const api = (...words: string[]) =>
    runCommand(registerApi, ['api', ...words, ...key], { cwd, now: Date.now() })
  return { cwd, key, api }
}

/** Serves the functions for a small company with a release. */
async function serve() {
  const publisher = await temporaryPublisher({ now: Date.now() })
  const { release } = await publisher.publish({ large: LARGE })
  const remote = await startChatSandbox()
  const demo = fillDemo(remote.sandbox)
  const routes = (core: Core) => [
    ...routesOfAdmin(core),
    ...routesOfDistribution(core),
    ...routesOfChat(core),
  ]
  const env = { ...demo.settings, CHAT_BASE_URL: remote.url, KURA_RELEASE_DIR: publisher.releaseDir }
  const { url } = await serveFunction(routes, { env })
  return { ...(await commandFor(url)), remote, release, url }
}

/** Answers with this number of chunks but no end, and then cuts the connection. */
function cutAfter(chunks: number): FetchHandler {
  return (_, { cut }) => {
    let sent = 0
    const pull = (controller: ReadableStreamDefaultController) => {
      sent += 1
      if (sent > chunks) cut()
      controller.enqueue(new Uint8Array(100_000))
    }
    return new Response(new ReadableStream({ pull }))
  }
}

describe('kura api', () => {
  test('prints the JSON of a reply, and its status apart from it', async () => {
    const { api, release } = await serve()
    const { out, err, status } = await api('get', 'admin/release')
    expect(JSON.parse(out)).toMatchObject({ release, version: 1 })
    expect(out).toMatch(/^\{\n {2}"release"/)
    expect(err).toBe('GET /api/admin/release: 200\n')
    expect(status).toBe(0)
  })

  test('prints the error of a request that is refused, and fails', async () => {
    const { api } = await serve()
    const { out, err, status } = await api('GET', 'admin/devices', '--query', 'name=a')
    expect(JSON.parse(out)).toMatchObject({ code: 'bad_request', error: expect.stringContaining('`name`') })
    expect(err).toBe('GET /api/admin/devices?name=a: 400\n')
    expect(status).toBe(1)
  })

  test('sends a query', async () => {
    const { api, release } = await serve()
    const { out, err, status } = await api('GET', 'distribution?root=1', '--query', `have=${release}`)
    expect({ out, status }).toEqual({ out: '', status: 0 })
    expect(err).toContain(': 304\n')
  })

  test('gives bytes as they are', async () => {
    const { api } = await serve()
    const part = (number: number) => api('GET', 'distribution', '--query', `part=${sha256(LARGE)}.${number}`)
    expect((await part(0)).out).toBe('k'.repeat(PART_SIZE))
    expect((await part(1)).out).toBe('k')
  })

  test('sends the body of a file, to the letter', async () => {
    const { api, cwd } = await serve()
    await writeFile(join(cwd, 'body.json'), '{ "keyid": "lost:admin:1" }\n')
    const { out } = await api('POST', '/api/admin/revocations', '--body', 'body.json')
    expect(JSON.parse(out)).toMatchObject({ keyid: 'lost:admin:1', by: 'hana' })
  })

  test('sends the body of standard input', async () => {
    const { cwd, key } = await serve()
    const words = [MAIN, 'api', 'POST', 'admin/revocations', '--body', '-', ...key]
    const out = await new Promise<string>((done, failed) => {
      const child = execFile(process.execPath, words, { cwd }, (error, text) =>
        error ? failed(error) : done(text),
      )
      child.stdin?.end('{"keyid":"lost:admin:1"}')
    })
    expect(JSON.parse(out)).toMatchObject({ keyid: 'lost:admin:1', state: 'revoked' })
  })

  test('changes nothing before it is told to write', async () => {
    const { api, remote } = await serve()
    await api('POST', 'chat/status')
    expect(remote.sandbox.state.messages.size).toBe(0)
    const { err, status } = await api('POST', 'chat/status', '--write')
    expect({ err, status }).toEqual({ err: 'POST /api/chat/status?mode=write: 200\n', status: 0 })
    expect(remote.sandbox.state.messages.size).toBe(1)
  })

  test('calls the function in this process with --local', async () => {
    const { release, url, cwd } = await serve()
    const env = {
      KURA_URL: url,
      KURA_SECRETS: `1:${TEST_SECRET.toString('base64url')}`,
      KURA_RELEASE_DIR: join(cwd, 'none'),
      KURA_STORE_FILE: join(cwd, 'store.db'),
    }
    const local = (path: string) => runCommand(registerApi, ['api', 'GET', path, '--local'], { env, cwd })
    const { out, status } = await local(`distribution?have=${release}`)
    expect({ ...JSON.parse(out), status }).toMatchObject({ code: 'release_missing', status: 1 })
    await expect(local('nothing')).rejects.toMatchObject({ code: 'not_found' })
  })

  const usage = [
    {
      name: 'a method that the API does not have',
      words: ['PATCH', 'admin/devices'],
      error: /expected one of GET/,
    },
    {
      name: 'the address of a host',
      words: ['GET', 'https://kura.example/api/admin/devices'],
      error: /it is an address/,
    },
    {
      name: 'a body for a method that has none',
      words: ['GET', 'admin/devices', '--body', 'x'],
      error: /a GET request has none/,
    },
    {
      name: 'a body that cannot be read',
      words: ['POST', 'admin/notices', '--body', 'x'],
      error: /the body "x"/,
    },
    {
      name: 'a parameter without a value',
      words: ['GET', 'admin/devices', '--query', 'x'],
      error: /expected name=value/,
    },
  ]
  test.each(usage)('refuses $name, and sends nothing', async ({ words, error }) => {
    let calls = 0
    const host = await listen(() => {
      calls += 1
      return new Response()
    })
    onTestFinished(() => host.close())
    const { api } = await commandFor(host.url)
    await expect(api(...words)).rejects.toThrow(error)
    expect(calls).toBe(0)
  })

  const broken = [
    {
      name: 'JSON that is none',
      answer: () => new Response('{', { headers: { 'content-type': 'application/json' } }),
      error: { code: 'remote_answer', message: 'Cannot read the reply to GET "/api/x" as JSON' },
    },
    {
      name: 'bytes that end too soon',
      answer: cutAfter(5),
      error: { code: 'remote_silent', message: expect.stringContaining('to its end') },
    },
  ]
  test.each(broken)('says what is wrong with $name', async ({ answer, error }) => {
    const host = await listen(answer)
    onTestFinished(() => host.close())
    const { api } = await commandFor(host.url)
    await expect(api('GET', 'x')).rejects.toMatchObject(error)
  })
})

describe('apiTarget()', () => {
  const targets = [
    { path: 'admin/devices', target: '/api/admin/devices' },
    { path: '/admin/devices', target: '/api/admin/devices' },
    { path: 'api/admin/devices', target: '/api/admin/devices' },
    { path: '/api/admin/devices', target: '/api/admin/devices' },
    { path: 'chat/deliveries/金曜', target: '/api/chat/deliveries/%E9%87%91%E6%9B%9C' },
    { path: 'x?a=1', target: '/api/x?a=1' },
    { path: 'x', query: ['a=1', 'b=c=d', 'e='], target: '/api/x?a=1&b=c%3Dd&e=' },
    { path: 'x?a=1', query: ['a=2'], target: '/api/x?a=1&a=2' },
    { path: 'x?a=1', write: true, target: '/api/x?a=1&mode=write' },
  ] as const
  test.each(targets)('$path is $target', ({ path, target, ...options }) => {
    expect(apiTarget(path, options)).toBe(target)
  })

  const refused = [
    'https://kura.example/api/x',
    'HTTP://kura.example',
    'file:///etc/passwd',
    '//kura.example/api/x',
    '\\\\kura.example\\x',
    '/\\kura.example',
    '../x',
    'api/../../x',
    'x/%2e%2e/%2e%2e/y',
    'x#y',
  ]
  test.each(refused)('refuses %s', path => {
    expect(() => apiTarget(path, {})).toThrow(expect.objectContaining({ code: 'usage' }))
  })
})

const DATABASE = { UPSTASH_REDIS_REST_URL: 'https://db.example', UPSTASH_REDIS_REST_TOKEN: 'token' }
const DEPLOYED = { KURA_URL: 'https://kura.example' }

test.each([
  ['the local host with its store', { KURA_URL: 'http://127.0.0.1:3000' }, undefined],
  ['no address', {}, undefined],
  ['a deployment with its database', { ...DEPLOYED, ...DATABASE }, undefined],
  ['a deployment without a database', DEPLOYED, 'settings_missing'],
  ['a deployment and a store of this machine', { ...DEPLOYED, KURA_STORE_FILE: '/x.db' }, 'settings_missing'],
])('refuseOtherStore(): %s', (_name, env, code) => {
  const refused = () => refuseOtherStore({ env, config: readConfig(env) })
  if (code) expect(refused).toThrow(expect.objectContaining({ code }))
  else expect(refused).not.toThrow()
})

test.each([
  [registerAccounting, ['accounting', 'authorize', '--local']],
  [registerAccounting, ['accounting', 'token']],
  [registerAccounting, ['accounting', 'recover', '--line', '{}']],
  [registerApi, ['api', 'GET', 'admin/devices', '--local']],
])('%o refuses %o for a deployment without its store', async (register, words) => {
  const env = { ...DEPLOYED, KURA_SECRETS: `1:${Buffer.alloc(32).toString('base64url')}` }
  await expect(runCommand(register, words, { env })).rejects.toThrow(
    'Cannot act for https://kura.example with the store of this machine',
  )
})
