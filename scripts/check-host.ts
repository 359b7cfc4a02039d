/**
 * `npm run check:host`: builds a temporary copy of the project with the host's own builder, checks what would be
 * deployed, serves it on loopback as the host does (`instances.ts`), as production and without the host's system
 * variables, and runs the probe and the real client against it. Payloads and settings are planted first in folders that
 * the host does not serve: none of them may make a difference. The exit status is 0 only if all checks pass.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { byteText } from '../lib/cli/terminal/progress.ts'
import { isOwnName, POINTER } from '../lib/core/release/catalog.ts'
import { latestRoot } from '../lib/core/release/folder/folder.ts'
import { deriveSecret, formatKeyid } from '../lib/core/signatures/keys.ts'
import { newNonce, signRequest } from '../lib/core/signatures/sign.ts'
import { forbiddenPaths } from '../lib/exposure/forbidden-paths.ts'
import { listProjectFiles } from '../lib/exposure/project-files.ts'
import { createRawClient } from '../lib/exposure/raw-request.ts'
import { startHost } from '../sandbox/host/host.ts'
import { type RedisRestBridge, startRedisRestBridge } from '../test/helpers/redis/rest-bridge.ts'
import { startJsRedis } from '../test/helpers/redis/servers.ts'
import { type Bundle, bundleFunctions } from './build-functions.ts'
import { BUILDER, buildProject } from './host-check/builder.ts'
import { type BuiltHost, startBuiltHost } from './host-check/built-host.ts'
import { type BuiltOutput, readBuiltOutput } from './host-check/built-output.ts'
import { findOtherRoutes } from './host-check/built-rules.ts'
import { copyFiles, listCopied, plant, publishInto } from './host-check/project-copy.ts'

const ROOT = resolve(import.meta.dirname, '..')
/** The folder of the release. Of its files, a function contains only those that kura itself writes. */
const RELEASE = 'lib/services/distribution/release/'
const SECRET = randomBytes(32)
const CRON_SECRET = randomBytes(32).toString('base64url')

let failed = 0

function report(held: boolean, what: string): void {
  if (!held) failed += 1
  console.log(`${held ? 'ok    ' : 'FAILED'} ${what}`)
}

async function main(): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'kura-host-'))
  try {
    const project = join(scratch, 'project')
    const { uploaded, kept } = await listCopied(ROOT)
    await copyFiles(uploaded, { from: ROOT, to: project })
    const released = await publishInto(project, join(scratch, 'keys'))
    const planted = await plant(project)
    // the build replaces the files of the functions in its copy, so the code that runs from source uses a second copy
    const checkout = join(scratch, 'checkout')
    await cp(project, checkout, { recursive: true })
    console.log(`copied ${uploaded.length} files, published ${released}, planted ${planted.join(', ')}`)
    console.log(`building with ${BUILDER}`)
    await buildProject(project, { home: join(scratch, 'home') })
    // the probe also requests the files that are not uploaded, so they are copied too
    await copyFiles(kept, { from: ROOT, to: checkout })
    await symlink(join(project, 'node_modules'), join(checkout, 'node_modules'))
    const other = await findOtherRoutes(join(scratch, 'redirects'), { home: join(scratch, 'home') })
    report(other.length === 0, `redirects in Japanese are built as the lint knows them ${other.join('; ')}`)
    const bundles = await bundleFunctions(checkout)
    report(uploaded.some(isSandbox), 'sandbox/ is uploaded: the build checks its types')
    report(!bundles.some(({ inputs }) => inputs.some(isSandbox)), 'sandbox/ is in no bundle')
    await rename(join(project, '.vercel/output'), join(scratch, 'output'))
    const output = await readBuiltOutput(join(scratch, 'output'))
    await checkOutput(output, { project, bundles })
    await checkServed(output, { scratch, project, checkout })
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
  console.log(
    failed === 0 ? 'the deployment is closed, and the real client works' : `${failed} checks failed`,
  )
  process.exitCode = failed === 0 ? 0 : 1
}

function isSandbox(file: string): boolean {
  return file.startsWith('sandbox/')
}

/**
 * Checks what would be deployed: no static file except robots.txt, and the functions of the checkout as they are
 * bundled there.
 */
async function checkOutput(
  output: BuiltOutput,
  { project, bundles }: { project: string; bundles: readonly Bundle[] },
): Promise<void> {
  report(output.staticFiles.join() === 'robots.txt', `static files: ${output.staticFiles.join(', ')}`)
  const [served, written] = await Promise.all(
    [join(output.directory, 'static/robots.txt'), join(ROOT, 'lib/www/robots.txt')].map(readText),
  )
  report(served === written, 'robots.txt is unchanged')
  const expected = bundles.map(({ file }) => file.replace(/\.ts$/, '')).sort()
  const names = output.functions.map(({ name }) => name).sort()
  report(names.join() === expected.join(), `functions: ${names.join(', ')} (expected ${expected.join(', ')})`)
  for (const { name, files, launcher } of output.functions) {
    const forbidden = files.filter(file => !isOfFunction(file, name) && !isOfRelease(file))
    report(forbidden.length === 0, `${name} is its bundle alone ${forbidden.join(', ')}`)
    report(launcher.runtime === 'nodejs24.x', `${name} runs on ${launcher.runtime}`)
  }
  const release = (await listProjectFiles(join(project, RELEASE))).filter(
    name => name === POINTER || isOwnName(name),
  ).length
  const included = output.functions
    .find(({ name }) => name === 'api/distribution')
    ?.files.filter(file => file.startsWith(RELEASE)).length
  report(included === release, `api/distribution includes ${included} of ${release} files of the release`)
}

/** The device program and the start files, which the console puts into the folder of a new device. */
const DEVICE_FOLDER = 'dist/device-folder.json.br'

/**
 * Whether the file is the bundle, the line that exports it (the builder compiles this with a source map), or
 * `DEVICE_FOLDER` of the console.
 */
function isOfFunction(file: string, name: string): boolean {
  if (file === DEVICE_FOLDER) return name === 'api/console'
  const bundle = `dist/functions/${name.slice('api/'.length)}/`
  if (file.startsWith(bundle)) return /^(?:function|[0-9A-Z]{8})\.js$/.test(file.slice(bundle.length))
  return [`${name}.js`, `${name}.js.map`, 'package.json'].includes(file)
}

function isOfRelease(file: string): boolean {
  const name = file.startsWith(RELEASE) ? file.slice(RELEASE.length) : ''
  return name === POINTER || isOwnName(name)
}

/** The variables that the host's runtime always sets, whatever the project exposes. */
const RUNTIME = { LAMBDA_TASK_ROOT: '/var/task', AWS_LAMBDA_FUNCTION_NAME: 'kura', NOW_REGION: 'hnd1' }
/** The variables that the host adds if the project exposes its system variables. */
const EXPOSED = { VERCEL: '1', VERCEL_ENV: 'production' }

/** Checks what would be served: runs the probe and the real client against the built functions, with a store. */
async function checkServed(
  output: BuiltOutput,
  { scratch, project, checkout }: { scratch: string; project: string; checkout: string },
): Promise<void> {
  for (const [name, exposed] of Object.entries({ production: EXPOSED, 'without VERCEL': {} })) {
    const bridge = await startRedisRestBridge(await startJsRedis())
    const environment = (url: string) => ({
      ...RUNTIME,
      ...exposed,
      KURA_URL: url,
      KURA_SECRETS: `1:${SECRET.toString('base64url')}`,
      KURA_SEAL_KEYS: `1:${randomBytes(32).toString('base64url')}`,
      CRON_SECRET,
      UPSTASH_REDIS_REST_URL: bridge.url,
      UPSTASH_REDIS_REST_TOKEN: bridge.token,
    })
    const directory = join(scratch, name)
    const host = await startBuiltHost(output, {
      project,
      directory: join(directory, 'functions'),
      environment,
    })
    try {
      const device = join(directory, 'device')
      await enrol(device, { url: host.url, project: checkout })
      const words = ['probe', host.url, '--dir', device]
      report((await probe(checkout, words)) === 0, `${name}: the probe with a real sync`)
      await checkWrites(host, { name, bridge, isProduction: exposed === EXPOSED })
      if (exposed !== EXPOSED) continue
      for (const [name, bytes] of host.weights) console.log(`       ${name} has ${byteText(bytes)}`)
      const files = [
        ...new Set([...(await listProjectFiles(checkout)), ...(await listProjectFiles(project))]),
      ]
      await compareWithLocalHost(host, { project: checkout, files })
    } finally {
      await host.close()
      await bridge.close()
    }
  }
}

/**
 * Checks that production writes, also after its answer and between two stops, and that the same functions write nothing
 * if the host does not say that they are production.
 */
async function checkWrites(
  host: BuiltHost,
  { name, bridge, isProduction }: { name: string; bridge: RedisRestBridge; isProduction: boolean },
): Promise<void> {
  const { status, text } = await revoke(host.url)
  const named = text.includes('Automatically expose System Environment Variables')
  report(isProduction ? status === 200 : status === 503 && named, `${name}: a write is answered ${status}`)
  await host.resting()
  const { started, stopped } = host.counts()
  report(stopped > started, `${name}: ${started} processes were stopped ${stopped} times between requests`)
  const keys = await bridge.command('KEYS', 'kura:record:*')
  const records = Array.isArray(keys) ? keys.map(key => String(key).slice('kura:record:'.length)).sort() : []
  // the record of a used key is written after the answer
  const kinds = ['key/check:admin', 'revoked', 'activity/entry/']
  const wanted = kinds.every(kind => records.some(record => record.startsWith(kind)))
  report(
    isProduction ? wanted : records.length === 0,
    `${name}: ${records.length} records in the store: ${records.join(', ')}`,
  )
}

/** Sends a signed write of an operator. */
async function revoke(url: string): Promise<{ status: number; text: string }> {
  const keyid = formatKeyid({ name: 'check', scopes: ['admin'], epoch: '1' })
  const body = JSON.stringify({ keyid: 'lost:device:1', state: 'revoked' })
  const address = `${url}/api/admin/revocations`
  const headers = signRequest({
    method: 'POST',
    url: address,
    body,
    keyid,
    secret: deriveSecret(SECRET, keyid),
    now: Date.now(),
    nonce: newNonce(),
  })
  const response = await fetch(address, { method: 'POST', headers, body })
  return { status: response.status, text: await response.text() }
}

function readText(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined)
}

async function enrol(directory: string, { url, project }: { url: string; project: string }): Promise<void> {
  const keyid = formatKeyid({ name: 'check', scopes: ['device'], epoch: '1' })
  const secret = deriveSecret(SECRET, keyid).toString('base64url')
  const root = await latestRoot(join(project, 'lib/services/distribution/release'))
  await mkdir(directory, { mode: 0o700 })
  await writeFile(join(directory, 'credentials.json'), JSON.stringify({ url, keyid, secret, root }), {
    mode: 0o600,
  })
}

/** Runs the command line of the copy inside the copy, so that the probe requests the planted files too. */
async function probe(project: string, words: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, ['lib/cli/main.ts', ...words], { cwd: project, stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', code => resolve(code ?? 1))
  })
}

/** Checks that the local host follows the same rules: each path has the same status. */
async function compareWithLocalHost(
  built: BuiltHost,
  { project, files }: { project: string; files: readonly string[] },
): Promise<void> {
  const { provideDeps } = (await import(
    join(project, 'lib/app/core.ts')
  )) as typeof import('../lib/app/core.ts')
  const host = await startHost({ root: project, port: 0 })
  const env = { KURA_SECRETS: `1:${SECRET.toString('base64url')}`, KURA_URL: host.url, CRON_SECRET }
  provideDeps({ env, log: () => undefined })
  const [here, there] = [createRawClient(host.url), createRawClient(built.url)]
  try {
    const names = { functions: [...host.functions], payload: [], files, served: 'lib/www' }
    const paths = forbiddenPaths(names).map(({ path }) => path)
    const differences: string[] = []
    for (const path of paths) {
      const [local, deployed] = await Promise.all([statusOf(here.send, path), statusOf(there.send, path)])
      if (local !== deployed) differences.push(`${path}: ${local} here, ${deployed} there`)
    }
    const shown = differences.slice(0, 10).join('; ')
    report(differences.length === 0, `the local host answers ${paths.length} paths as the built one ${shown}`)
  } finally {
    await Promise.all([here.close(), there.close()])
    await host.close()
  }
}

async function statusOf(
  send: ReturnType<typeof createRawClient>['send'],
  path: string,
): Promise<number | string> {
  const outcome = await send({ method: 'GET', path })
  return 'answer' in outcome ? outcome.answer.status : outcome.failure
}

await main().catch((error: unknown) => {
  console.error('FAILED the check could not run:', error)
  process.exitCode = 1
})
