/**
 * What the host would deploy as each function, by the host's own builder: of a copy of the project that has a published
 * release, and files beside it that must not be deployed.
 */
import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listProjectFiles } from '../../lib/exposure/project-files.ts'
import { findFunctions, readProject } from '../../lib/host/project.ts'
import { isOwnName, POINTER } from '../../lib/release/catalog.ts'
import { createTestPublisher } from '../helpers/publishing/release.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** The packages that each function may load: every other one makes its start slower. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  accounting: ['zod'],
  admin: ['zod'],
  chat: ['zod'],
  cron: ['zod'],
  distribution: ['zod'],
  journals: ['zod'],
  registrar: ['zod'],
}
/** What each function includes of the release: one hands it out, the others only name it. */
const RELEASE: Readonly<Record<string, (name: string) => boolean>> = {
  admin: name => name === POINTER,
  chat: name => name === POINTER,
  cron: name => name === POINTER,
  distribution: name => name === POINTER || isOwnName(name),
}
const RELEASE_DIR = 'lib/distribution/release'
/** Files in the release folder that no function may include. */
const STRAY = ['key.pem', 'roots.json.bak', 'notes/key.pem', '.env']
/** Bytes, source maps included, the release not. */
const HEAVIEST = 4_000_000
/** Rooms of lib/ and other folders that no function includes. */
const STRANGER =
  /^(?:test|bench|scripts)\/|^lib\/(?:cli|host|sandbox|device|exposure(?!\/stored-finding\.js)|www)\/|payload|(?:^|\/)\.|\.test\.|\.ts$/

const functions = await findFunctions(ROOT)

/** What the builder reads of the project. */
const COPIED = ['api', 'lib', 'package.json', 'tsconfig.json', 'vercel.json', 'node_modules/zod']
let project = ''

/** A copy of the project with a release of several pages and parts. */
async function copyProject(): Promise<string> {
  const copy = await realpath(await mkdtemp(join(tmpdir(), 'kura-test-')))
  for (const path of COPIED) await cp(join(ROOT, path), join(copy, path), { recursive: true })
  const publisher = await createTestPublisher()
  await publisher.publish({ 'a.md': 'A', 'large.bin': randomBytes(8_000_000) })
  await cp(publisher.releaseDir, join(copy, RELEASE_DIR), { recursive: true })
  await publisher.remove()
  await mkdir(join(copy, RELEASE_DIR, 'notes'))
  for (const name of STRAY) await writeFile(join(copy, RELEASE_DIR, name), 'secret')
  return copy
}

/** The builder's own types tell of handlers only. */
interface Builder {
  build(options: {
    files: Record<string, { type: 'FileFsRef'; mode: number; fsPath: string }>
    entrypoint: string
    workPath: string
    repoRootPath: string
    config: object
    meta: { skipDownload: true; runNpmInstallSet: Set<string> }
  }): Promise<{ output: { files: Record<string, { data?: string | Buffer; fsPath?: string }> } }>
}
const { build } = createRequire(import.meta.url)('@vercel/node') as Builder

/** The files of the function's bundle: bytes by path. */
async function bundle(file: string): Promise<Map<string, number>> {
  const { settings } = await readProject(project)
  const fsPath = join(project, file)
  const { output } = await build({
    files: { [file]: { type: 'FileFsRef', mode: statSync(fsPath).mode, fsPath } },
    entrypoint: file,
    workPath: project,
    repoRootPath: project,
    config: { zeroConfig: true, ...settings.functions[file] },
    // nothing is installed: the packages are there
    meta: { skipDownload: true, runNpmInstallSet: new Set([join(project, 'package.json')]) },
  })
  return new Map(
    Object.entries(output.files).map(([path, { data, fsPath }]) => [
      path,
      data === undefined ? statSync(fsPath ?? '').size : Buffer.byteLength(data),
    ]),
  )
}

function packagesOf(files: ReadonlyMap<string, number>): string[] {
  const names = [...files.keys()].map(path => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1])
  return [...new Set(names)].filter(name => name !== undefined).sort()
}

const own = (files: ReadonlyMap<string, number>) =>
  [...files.keys()].filter(path => !path.startsWith('node_modules/'))

beforeAll(async () => {
  project = await copyProject()
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
})

afterAll(async () => {
  vi.restoreAllMocks()
  await rm(project, { recursive: true, force: true })
})

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

test.each(functions)('$file includes what it uses, and nothing else', async ({ name, file }) => {
  const files = await bundle(file)
  const release = `${RELEASE_DIR}/`
  const code = own(files).filter(path => !path.startsWith(release))
  expect(code.filter(path => STRANGER.test(path))).toEqual([])
  expect(code).toContain(`api/${name}.js`)
  expect(packagesOf(files)).toEqual(PACKAGES[name])
  const bytes = [...files].filter(([path]) => !path.startsWith(release)).map(([, size]) => size)
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(HEAVIEST)
  const carried = own(files).filter(path => path.startsWith(release))
  const published = await listProjectFiles(join(project, release))
  const wanted = published.filter(path => RELEASE[name]?.(path))
  expect(carried.map(path => path.slice(release.length)).sort()).toEqual(wanted)
})

test('the release that the bundles are built with has files of every kind, and strays', async () => {
  const published = await listProjectFiles(join(project, RELEASE_DIR))
  expect(published.filter(isOwnName).length).toBeGreaterThan(6)
  expect(published).toEqual(expect.arrayContaining([POINTER, 'key.pem', 'notes/key.pem']))
})

test('package.json asks for the runtime that the functions were written for', () => {
  expect(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))).toMatchObject({
    type: 'module',
    engines: { node: '24.x' },
  })
})
