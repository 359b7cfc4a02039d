/**
 * What the host would deploy as each function, by the host's own builder: of a copy of the project that was built, has a
 * published release, and files beside it that must not be deployed.
 */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isDeployedName, isOwnName, POINTER } from '../../../lib/core/release/catalog.ts'
import { deriveSecret } from '../../../lib/core/signatures/keys.ts'
import { newNonce, signRequest } from '../../../lib/core/signatures/sign.ts'
import { findFunctions, readProject } from '../../../lib/exposure/project.ts'
import { listProjectFiles } from '../../../lib/exposure/project-files.ts'
import { buildFunction, copyBuiltProject, layOutFunction } from '../../helpers/host/built-functions.ts'
import { createTestPublisher } from '../../helpers/publishing/release.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** What each function includes of the release: one hands it out, the others only name it. */
const RELEASE: Readonly<Record<string, (name: string) => boolean>> = {
  admin: name => name === POINTER,
  chat: name => name === POINTER,
  cron: name => name === POINTER,
  distribution: isDeployedName,
}
const RELEASE_DIR = 'lib/services/distribution/release'
/** Files in the release folder that no function may include. */
const STRAY = ['key.pem', 'roots.json.bak', 'notes/key.pem', '.env']
/**
 * Bytes of a function's code, with the code that it loads later. The heaviest has the accounting service, its pages, and
 * every service's notices in two languages: a failed token is told at once.
 */
const HEAVIEST = 760_000
/** Bytes of what a function loads before it knows who calls, in its file and one chunk: without zod, and without its service. */
const HEAVIEST_START = 70_000

const functions = await findFunctions(ROOT)
let project = ''

beforeAll(async () => {
  const publisher = await createTestPublisher()
  await publisher.publish({ 'a.md': 'A', 'large.bin': randomBytes(8_000_000) })
  // the first content has left the release, so its signature is in the folder
  await publisher.publish({ 'a.md': 'A', 'large.bin': randomBytes(8_000_000) })
  project = await copyBuiltProject(publisher.releaseDir)
  await publisher.remove()
  await mkdir(join(project, RELEASE_DIR, 'notes'))
  for (const name of STRAY) await writeFile(join(project, RELEASE_DIR, name), 'secret')
})

afterAll(() => rm(project, { recursive: true, force: true }))

test('there are at most twelve functions, and every one that vercel.json configures', async () => {
  const { settings } = await readProject(ROOT)
  const files = functions.map(({ file }) => file)
  expect(files.length).toBeLessThanOrEqual(12)
  expect(files).toEqual(expect.arrayContaining(Object.keys(settings.functions)))
})

test('every function has its rewrite, and every rewrite its function', async () => {
  const { settings } = await readProject(ROOT)
  expect(settings.rewrites.toSorted((a, b) => a.source.localeCompare(b.source))).toEqual(
    functions.map(({ name }) => ({ source: `/api/${name}/(.*)`, destination: `/api/${name}` })),
  )
})

test.each(functions)(
  '$file is its bundle and its part of the release, and nothing else',
  async ({ name, file }) => {
    const files = Object.keys(await buildFunction(project, file))
    const release = `${RELEASE_DIR}/`
    const code = files.filter(path => !path.startsWith(release))
    const chunk = new RegExp(`^dist/functions/${name}/[0-9A-Z]{8}\\.js$`)
    expect(code.filter(path => !chunk.test(path)).sort()).toEqual([file, 'package.json'])
    const mapped = code.filter(path =>
      readFileSync(join(project, path), 'utf8').includes('sourceMappingURL='),
    )
    expect(mapped).toEqual([])
    expect(bytesOf(code)).toBeLessThan(HEAVIEST)
    const start = loadedAtStart(file)
    expect(start).toHaveLength(2)
    expect(bytesOf(start)).toBeLessThan(HEAVIEST_START)
    const carried = files.filter(path => path.startsWith(release))
    expect(carried.filter(path => path.startsWith(`${release}signature-`))).toEqual([])
    const published = await listProjectFiles(join(project, release))
    const wanted = published.filter(path => RELEASE[name]?.(path))
    expect(carried.map(path => path.slice(release.length)).sort()).toEqual(wanted)
  },
)

function bytesOf(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + readFileSync(join(project, file)).length, 0)
}

/** A bundled file and what it imports when it is loaded. */
function loadedAtStart(file: string, known = new Set<string>()): string[] {
  if (known.has(file)) return []
  known.add(file)
  const text = readFileSync(join(project, file), 'utf8')
  const imports = [...text.matchAll(/\bimport(?:[^"';()]*?from)?"(\.[^"]+)"/g)]
  for (const [, specifier = ''] of imports) loadedAtStart(join(file, '..', specifier), known)
  return [...known]
}

/** Calls the function as it is built, signed, in a process of its own; gives its answer, and the files that it has loaded. */
async function callBuilt(
  name: string,
  path: string,
  scope: string,
): Promise<{ text: string; loaded: string[] }> {
  const target = await temporaryDirectory()
  await layOutFunction(await buildFunction(project, `api/${name}.ts`), target)
  const secret = Buffer.alloc(32, 7)
  const keyid = `hana:${scope}:1`
  const url = `https://kura.example${path}`
  const headers = signRequest({
    method: 'GET',
    url,
    keyid,
    secret: deriveSecret(secret, keyid),
    now: Date.now(),
    nonce: newNonce(),
  })
  const secrets = `1:${secret.toString('base64url')}`
  const env = {
    KURA_URL: 'https://kura.example',
    KURA_SECRETS: secrets,
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
    const { default: endpoint } = await import('./api/${name}.ts')
    const response = await endpoint.fetch(new Request('${url}', { headers: ${JSON.stringify(headers)} }))
    const text = await response.text()
    process.stdout.write(JSON.stringify({ text, loaded: loaded.filter(url => url.startsWith('file:')) }))`
  const words = ['--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, words, { env, cwd: target })
  return JSON.parse(stdout)
}

test('a built function finds the release in it', async () => {
  const { text } = await callBuilt('admin', '/api/admin/release', 'admin')
  const pointer = readFileSync(join(project, RELEASE_DIR, POINTER), 'utf8')
  expect(JSON.parse(text).release).toBe(JSON.parse(pointer).release)
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
    const { text, loaded } = await callBuilt(name, path, scope)
    expect(JSON.parse(text)).toMatchObject({ [list]: [] })
    expect(hasZod(loaded)).toBe(false)
  })

  test('and with a query it loads zod', async () => {
    const { text, loaded } = await callBuilt('admin', '/api/admin/devices?limit=5', 'admin')
    expect(JSON.parse(text)).toMatchObject({ devices: [] })
    expect(hasZod(loaded)).toBe(true)
  })
})

test('the release that the bundles are built with has files of every kind, and strays', async () => {
  const published = await listProjectFiles(join(project, RELEASE_DIR))
  expect(published.filter(isOwnName).length).toBeGreaterThan(6)
  expect(published).toEqual(expect.arrayContaining([POINTER, 'key.pem', 'notes/key.pem']))
  expect(published.filter(name => name.startsWith('signature-'))).toHaveLength(1)
})

test('package.json allows no newer runtime than the functions were written for, and the host takes the newest', () => {
  expect(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))).toMatchObject({
    type: 'module',
    engines: { node: '>=20 <25' },
  })
})
