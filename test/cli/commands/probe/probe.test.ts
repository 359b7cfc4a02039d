import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import { expect, onTestFinished, test } from 'vitest'
import { provideDeps } from '../../../../lib/app/core.ts'
import { publicPages, registerProbe } from '../../../../lib/cli/commands/probe/probe.ts'
import type { CliContext } from '../../../../lib/cli/context.ts'
import { createOutput } from '../../../../lib/cli/terminal/output.ts'
import { readConfig } from '../../../../lib/core/config/config.ts'
import { deriveSecret } from '../../../../lib/core/signatures/keys.ts'
import { startHost } from '../../../../sandbox/host/host.ts'
import { type FetchHandler, listen } from '../../../../sandbox/listen.ts'
import { createMemoryStore } from '../../../helpers/memory-store.ts'
import { createTestPublisher } from '../../../helpers/publishing/release.ts'
import { temporaryDirectory } from '../../../helpers/temporary-directory.ts'

const ROOT = resolve(import.meta.dirname, '../../../..')
const PROJECT = {
  'vercel.json': JSON.stringify({
    framework: null,
    installCommand: 'npm ci',
    buildCommand: 'npm run build',
    outputDirectory: 'lib/www',
    functions: {},
  }),
  'lib/www/robots.txt': 'User-agent: *\n',
  'lib/services/distribution/payload/knowledge/使い方.md': '# 使い方\n',
  'api/distribution.ts': 'export default { fetch: () => new Response() }\n',
}

/** Serves a host on which everything is closed, except for the answers of `change`. */
async function host(change: FetchHandler = () => new Response(null, { status: 404 })): Promise<string> {
  const { url, close } = await listen((request, connection) => {
    if (!connection.rawTarget.startsWith('/api/distribution')) return change(request, connection)
    if (!/^\/api\/distribution(\/|$)/.test(connection.rawTarget)) return new Response(null, { status: 404 })
    const allowed = request.method === 'GET' || request.method === 'POST'
    const body = { error: 'Cannot answer', code: allowed ? 'signature_missing' : 'method_not_allowed' }
    const headers = { 'cache-control': 'no-store', ...(!allowed && { allow: 'GET, POST' }) }
    return Response.json(body, { status: allowed ? 401 : 405, headers })
  })
  onTestFinished(() => close())
  return url
}

/** Runs `kura probe` in the folder `cwd`. */
async function run(words: string[], { cwd }: { cwd?: string } = {}) {
  const written = { out: '', err: '' }
  const sink = (name: 'out' | 'err') => ({
    write(text: string) {
      written[name] += text
    },
  })
  let status = 0
  const context: CliContext = {
    env: {},
    config: readConfig({}),
    cwd: cwd ?? (await temporaryDirectory(PROJECT)),
    now: Date.now,
    signal: new AbortController().signal,
    output: ({ json = false }) => createOutput({ out: sink('out'), err: sink('err'), json }),
    ask: () => Promise.reject(new Error('nothing is asked')),
    exit: code => {
      status = code
    },
  }
  const program = new Command('kura').exitOverride()
  registerProbe(program.command('probe'), context)
  for (const command of program.commands)
    command.exitOverride().configureOutput({ writeErr: () => undefined })
  await program.parseAsync(['probe', ...words], { from: 'user' })
  return { ...written, status }
}

test('a closed host: the five rows one by one, status 0, and no claim of proof', async () => {
  const { out, err, status } = await run([await host()])
  expect(status).toBe(0)
  expect(out).toMatch(/^\/<payload>\.js +3 +404 +closed$/m)
  expect(out).toMatch(/^\/api\/<name>\.test\.mjs +1 +404 +closed$/m)
  expect(out).toMatch(/^GET \/api\/distribution +passed/m)
  expect(out).toContain('real client: not run, so this proves nothing')
  expect(out).toMatch(/closed, as far as requests without credentials can tell\n$/)
  expect(err).toMatch(/^probing \d+ of \d+ paths$/m)
})

test('an open path is listed with its answer: status 1', async () => {
  const payload = '/knowledge/%E4%BD%BF%E3%81%84%E6%96%B9.md'
  const url = await host((_request, { rawTarget }) =>
    rawTarget === payload ? new Response('# 使い方\n') : new Response(null, { status: 404 }),
  )
  const { out, status } = await run([url, '--concurrency', '2'])
  expect(status).toBe(1)
  expect(out).toMatch(new RegExp(`^open  ${payload}  200: served$`, 'm'))
  expect(out).toMatch(/open: 1 paths are open, or a check failed\n$/)
})

test('a path whose answer is unclear: status 3', async () => {
  const url = await host(
    (_request, { rawTarget }) => new Response(null, { status: rawTarget === '/.git/config' ? 403 : 404 }),
  )
  const { out, status } = await run([url])
  expect(status).toBe(3)
  expect(out).toMatch(/^unknown {2}\/\.git\/config {2}403: neither served nor not found$/m)
})

test('with --json the report is one value', async () => {
  const { out, status } = await run([await host(), '--json'])
  expect(JSON.parse(out)).toMatchObject({ conclusion: 'closed', findings: [], completion: { ran: false } })
  expect(status).toBe(0)
})

test.each([
  { name: 'no address', words: ['kura.example.com'] },
  { name: 'an address with a path', words: ['https://kura.example.com/api/distribution'] },
  { name: 'another protocol', words: ['ftp://kura.example.com'] },
])('refuses $name', async ({ words }) => {
  await expect(run(words)).rejects.toMatchObject({ code: 'usage' })
})

test('refuses to work outside a checkout', async () => {
  const cwd = await temporaryDirectory()
  await expect(run(['http://127.0.0.1:1'], { cwd })).rejects.toMatchObject({ code: 'usage' })
})

test('the project itself is closed on the local host, and the real client works against it', async () => {
  const publisher = await createTestPublisher({ now: Date.now() })
  onTestFinished(publisher.remove)
  await publisher.publish({
    'settings.json': '{}',
    '知識/使い 方.md': '# 使い方\n',
    'icon.bin': new Uint8Array(9),
  })
  const { url, close } = await startHost({ root: ROOT, port: 0 })
  onTestFinished(close)
  const secret = Buffer.alloc(32, 1)
  const env = {
    KURA_URL: url,
    KURA_SECRETS: `1:${secret.toString('base64url')}`,
    KURA_RELEASE_DIR: publisher.releaseDir,
    CRON_SECRET: 'the-secret-of-the-cron',
  }
  const asked: { caller?: string; method: string }[] = []
  const log = (line: string) => void asked.push(JSON.parse(line))
  provideDeps({ env, log, openStore: async () => createMemoryStore() })
  const keyid = 'demo:device:1'
  const dir = join(publisher.dir, 'device')
  await mkdir(dir)
  await writeFile(
    join(dir, 'credentials.json'),
    JSON.stringify({
      url,
      keyid,
      secret: deriveSecret(secret, keyid).toString('base64url'),
      root: await publisher.root(),
    }),
    { mode: 0o600 },
  )
  const { out, status } = await run([url, '--dir', dir, '--json'], { cwd: ROOT })
  const report = JSON.parse(out)
  expect(report.findings).toEqual([])
  expect(report.checks.filter(({ result }: { result: string }) => result !== 'passed')).toEqual([])
  expect(report.completion).toMatchObject({ ran: true, passed: true })
  expect(report.completion.checks[0].found).toBe('installed 3 of 3, indexed 3')
  expect(status).toBe(0)
  // a sync makes one request; the device no longer exists when the probe ends, so it sends no report
  expect(asked.filter(({ caller }) => caller === keyid).map(({ method }) => method)).toEqual(['GET'])
}, 180_000)

test('publicPages() are those of the console, and no others', () => {
  expect(publicPages(['distribution', 'accounting', 'admin', 'registrar'])).toEqual([])
  const console = publicPages(['console'])
  expect(console.filter(({ open }) => open).map(({ path, open }) => [path, open])).toEqual([
    ['/console/sign-in', ['GET']],
    ['/console/enrol', ['GET']],
  ])
  const methods = ['GET', 'POST']
  expect(console).toContainEqual({
    path: '/console/authorize',
    methods: expect.arrayContaining(methods),
    pages: methods,
  })
})
