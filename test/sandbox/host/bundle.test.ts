/**
 * The files of each function that the host would deploy, by the host's own builder. The project is a copy: built, with
 * a published release, and with files that must not be deployed.
 */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FunctionName } from '../../../lib/app/contracts/services.ts'
import { isDeployedName, isOwnName, POINTER } from '../../../lib/core/release/catalog.ts'
import { deriveSecret } from '../../../lib/core/signatures/keys.ts'
import { newNonce, signRequest } from '../../../lib/core/signatures/sign.ts'
import { findFunctions, readProject } from '../../../lib/exposure/project.ts'
import { listProjectFiles } from '../../../lib/exposure/project-files.ts'
import { FUNCTIONS } from '../../../scripts/functions/table.ts'
import {
  type BuiltFile,
  buildFunction,
  copyBuiltProject,
  layOutFunction,
} from '../../helpers/host/built-functions.ts'
import { createTestPublisher } from '../../helpers/publishing/release.ts'
import { drawn } from '../../helpers/run/sampled.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

/** The files of a release that list others: pointer, catalog and manifests. */
const LISTED = /^(?:current|catalog-.*|manifest-.*)\.json$/

/**
 * The files of the release that each function includes: one function serves them all, the others only read names from
 * them.
 */
const RELEASE: Readonly<Record<string, (name: string) => boolean>> = {
  // the catalog names the manifests, which say what has changed since the release before
  admin: name => LISTED.test(name),
  // the catalog has the publisher's roots, from which the notices prove the vouches for passkeys
  chat: name => name === POINTER || /^catalog-.*\.json$/.test(name),
  // the catalog also has the publisher's first root, which names the deployment in every approval
  console: name => LISTED.test(name),
  cron: name => name === POINTER || /^catalog-.*\.json$/.test(name),
  distribution: isDeployedName,
}
const RELEASE_DIR = 'lib/services/distribution/release'
/** The device program and the start files, which the console puts into the folder of a new device. */
const DEVICE_FOLDER = 'dist/device-folder.json.br'
/** Files in the release folder that no function may include. */
const STRAY = ['key.pem', 'roots.json.bak', 'notes/key.pem', '.env']
/**
 * The largest size in bytes of the code that a function loads before it knows the caller: without zod, without its
 * contract and without its service. The console has its contract, which lists the public pages.
 */
const HEAVIEST_START = 65_500
const HEAVIEST_START_OF_CONSOLE = 73_000
/** The largest size in bytes of the code that the console loads for the page on which a person signs in. */
const HEAVIEST_FIRST_PAGE = 128_500
/** The largest size in bytes of a source map: that of the one line that exports a bundle. */
const LARGEST_MAP = 1_000

/** Milliseconds for the build on a machine that is busy with other tests. */
const PATIENCE = 240_000

const functions = await findFunctions(ROOT)
let project = ''

beforeAll(async () => {
  const publisher = await createTestPublisher()
  await publisher.publish({ 'a.md': 'A', 'large.bin': randomBytes(3_500_000) })
  project = await copyBuiltProject(publisher.releaseDir)
  await publisher.remove()
  await mkdir(join(project, RELEASE_DIR, 'notes'))
  for (const name of STRAY) await writeFile(join(project, RELEASE_DIR, name), 'secret')
}, PATIENCE)

afterAll(() => rm(project, { recursive: true, force: true }))

test('there are at most twelve functions, and every one that vercel.json configures', async () => {
  const { settings } = await readProject(ROOT)
  const files = functions.map(({ file }) => file)
  expect(files.length).toBeLessThanOrEqual(12)
  expect(files).toEqual(expect.arrayContaining(Object.keys(settings.functions)))
})

test('no function has the compiler of redirect rules, whose old path-to-regexp has an advisory', async () => {
  const folder = join(project, 'dist/functions')
  const files = (await readdir(folder, { recursive: true })).filter(name => name.endsWith('.js'))
  expect(files.length).toBeGreaterThan(functions.length)
  const says = 'Missing parameter name at'
  expect(readFileSync(join(ROOT, 'node_modules/path-to-regexp/dist/index.js'), 'utf8')).toContain(says)
  expect(files.filter(name => readFileSync(join(folder, name), 'utf8').includes(says))).toEqual([])
})

test.each(drawn(functions, 3))(
  '$file is its bundle and its part of the release, and nothing else',
  async ({ name, file }) => {
    const built = await buildFunction(project, file)
    const files = Object.keys(built)
    const release = `${RELEASE_DIR}/`
    const code = files.filter(path => !path.startsWith(release) && path !== DEVICE_FOLDER)
    expect(files.includes(DEVICE_FOLDER)).toBe(name === 'console')
    const bundle = new RegExp(`^dist/functions/${name}/(?:function|[0-9A-Z]{8})\\.js$`)
    // the builder compiles the line that exports the bundle, and adds a source map of it
    const line = `api/${name}.js`
    expect(code.filter(path => !bundle.test(path)).sort()).toEqual([line, `${line}.map`, 'package.json'])
    expect(code.filter(path => textOf(built[path]).includes('sourceMappingURL='))).toEqual([line])
    expect(textOf(built[`${line}.map`]).length).toBeLessThan(LARGEST_MAP)
    const { heaviest } = FUNCTIONS[name as FunctionName]
    expect(bytesOf(code, built), '`heaviest` in scripts/functions/table.ts').toBeLessThan(heaviest)
    const heaviestStart = name === 'console' ? HEAVIEST_START_OF_CONSOLE : HEAVIEST_START
    const start = loadedAtStart(line, built)
    const bound = 'load later what a start does not need, or raise the bound in this file'
    expect(bytesOf(start, built), bound).toBeLessThan(heaviestStart)
    // the line, what the line exports, the start as one chunk, and for the console what esbuild adds
    expect(start.length).toBeLessThanOrEqual(4)
    const carried = files.filter(path => path.startsWith(release))
    const published = await listProjectFiles(join(project, release))
    const wanted = published.filter(path => RELEASE[name]?.(path))
    expect(carried.map(path => path.slice(release.length)).sort()).toEqual(wanted)
  },
)

type Built = Awaited<ReturnType<typeof buildFunction>>

function textOf(file: BuiltFile | undefined): string {
  return file?.fsPath ? readFileSync(file.fsPath, 'utf8') : (file?.data?.toString() ?? '')
}

function bytesOf(files: readonly string[], built: Built): number {
  return files.reduce((sum, file) => sum + Buffer.byteLength(textOf(built[file])), 0)
}

/** Adds a function's file, and all files that it imports when it loads, to `known`. */
function loadedAtStart(file: string, built: Built, known = new Set<string>()): string[] {
  if (known.has(file)) return []
  known.add(file)
  const imports = [
    ...textOf(built[file]).matchAll(/\b(?:import|export)(?:[^"';()]*?from)?\s*["'](\.[^"']+)["']/g),
  ]
  for (const [, specifier = ''] of imports) loadedAtStart(join(file, '..', specifier), built, known)
  return [...known]
}

const SECRET = Buffer.alloc(32, 7)

function signedHeaders(url: string, scope: string) {
  const keyid = `hana:${scope}:1`
  const secret = deriveSecret(SECRET, keyid)
  return signRequest({ method: 'GET', url, keyid, secret, now: Date.now(), nonce: newNonce() })
}

interface BuiltCall {
  readonly name: string
  readonly path: string
  /** The scope of the key that signs; without it, a browser asks. */
  readonly scope?: string
  /** By default the file in the built project, which exports the bundle. */
  readonly file?: string
}

/** Calls a bundled function in its own process; returns its answer, and the files that it has loaded. */
async function callBuilt({ name, path, scope, file = join(project, `api/${name}.ts`) }: BuiltCall) {
  const target = await temporaryDirectory()
  const url = `https://kura.example${path}`
  const headers = scope === undefined ? { accept: 'text/html' } : signedHeaders(url, scope)
  const secrets = `1:${SECRET.toString('base64url')}`
  const env = {
    KURA_URL: 'https://kura.example',
    KURA_SECRETS: secrets,
    KURA_SEAL_KEYS: secrets,
    KURA_STORE_FILE: join(target, 'store.db'),
    ACCOUNTING_CLIENT_ID: 'test',
    ACCOUNTING_CLIENT_SECRET: 'test',
    REGISTRAR_TOKEN: 'test',
    REGISTRAR_TEAM_ID: 'test',
    CHAT_BOT_TOKENS: `MQ.test.${'test'.repeat(6)}`,
    CHAT_GUILD_ID: '1',
  }
  const program = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
    console.log = () => undefined
    const { default: endpoint } = await import(${JSON.stringify(file)})
    const response = await endpoint.fetch(new Request('${url}', { headers: ${JSON.stringify(headers)} }))
    const text = await response.text()
    process.stdout.write(JSON.stringify({ text, loaded: loaded.filter(url => url.startsWith('file:')) }))`
  const words = ['--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, words, { env, cwd: target })
  const { text, loaded }: { text: string; loaded: string[] } = JSON.parse(stdout)
  return { text, loaded }
}

test('a built function finds the release in it', async () => {
  const target = await temporaryDirectory()
  await layOutFunction(await buildFunction(project, 'api/admin.ts'), target)
  const file = join(target, 'api/admin.js')
  const { text } = await callBuilt({ name: 'admin', path: '/api/admin/release', scope: 'admin', file })
  const pointer = readFileSync(join(project, RELEASE_DIR, POINTER), 'utf8')
  expect(JSON.parse(text).release).toBe(JSON.parse(pointer).release)
})

test('the console loads only the code of the first page for it', async () => {
  const { text, loaded } = await callBuilt({ name: 'console', path: '/console' })
  expect(text).toContain('data-passkey="get"')
  const bytes = loaded.reduce((sum, url) => sum + statSync(fileURLToPath(url)).size, 0)
  expect(bytes).toBeLessThan(HEAVIEST_FIRST_PAGE)
})

describe('a function that has nothing to read', () => {
  const stored = [
    { name: 'admin', path: '/api/admin/devices', scope: 'admin', list: 'devices' },
    { name: 'accounting', path: '/api/accounting/cases', scope: 'accounting.read', list: 'cases' },
    { name: 'chat', path: '/api/chat/messages', scope: 'chat.send', list: 'messages' },
    { name: 'registrar', path: '/api/registrar/orders', scope: 'registrar.read', list: 'orders' },
  ]
  const hasZod = (loaded: readonly string[]) =>
    loaded.some(url => readFileSync(fileURLToPath(url), 'utf8').includes('"$ZodString"'))

  test.each(stored)('$name answers without zod', async ({ name, path, scope, list }) => {
    const { text, loaded } = await callBuilt({ name, path, scope })
    expect(JSON.parse(text)).toMatchObject({ [list]: [] })
    expect(hasZod(loaded)).toBe(false)
  })

  test('and with a query it loads zod', async () => {
    const { text, loaded } = await callBuilt({
      name: 'admin',
      path: '/api/admin/devices?limit=5',
      scope: 'admin',
    })
    expect(JSON.parse(text)).toMatchObject({ devices: [] })
    expect(hasZod(loaded)).toBe(true)
  })
})

test('the release that the bundles are built with has files of every kind, and strays', async () => {
  const published = await listProjectFiles(join(project, RELEASE_DIR))
  expect(published.filter(isOwnName).length).toBeGreaterThan(6)
  expect(published).toEqual(expect.arrayContaining([POINTER, 'key.pem', 'notes/key.pem']))
})

test('package.json allows no newer runtime than the functions were written for, and the host takes the newest', () => {
  expect(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))).toMatchObject({
    type: 'module',
    engines: { node: '>=20 <25' },
  })
})
