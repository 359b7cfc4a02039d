/** What the host would deploy as each function, by the host's own builder. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { listProjectFiles } from '../../lib/exposure/project-files.ts'
import { findFunctions, readProject } from '../../lib/host/project.ts'

const ROOT = resolve(import.meta.dirname, '../..')
/** The builder's own notes. */
const NOTES = join(ROOT, '.vercel/node')

/** The packages that each function may load: every other one makes its start slower. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  accounting: ['zod'],
  admin: ['zod'],
  chat: ['zod'],
  cron: ['zod'],
  distribution: ['zod'],
  registrar: ['zod'],
}
/** What each function includes of the release: one hands it out, the others only name it. */
const RELEASE: Readonly<Record<string, RegExp>> = {
  admin: /^current\.json$/,
  chat: /^current\.json$/,
  cron: /^current\.json$/,
  distribution: /./,
}
/** Bytes, source maps included, the release not. */
const HEAVIEST = 4_000_000
/** Rooms of lib/ and other folders that no function includes. */
const STRANGER =
  /^(?:test|bench|scripts)\/|^lib\/(?:cli|host|sandbox|device|exposure(?!\/stored-finding\.js)|www)\/|payload|(?:^|\/)\.|\.test\.|\.ts$/

const functions = await findFunctions(ROOT)
const hadNotes = existsSync(NOTES)

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
  const { settings } = await readProject(ROOT)
  const fsPath = join(ROOT, file)
  const { output } = await build({
    files: { [file]: { type: 'FileFsRef', mode: statSync(fsPath).mode, fsPath } },
    entrypoint: file,
    workPath: ROOT,
    repoRootPath: ROOT,
    config: { zeroConfig: true, ...settings.functions[file] },
    // nothing is installed: this project's packages are there
    meta: { skipDownload: true, runNpmInstallSet: new Set([join(ROOT, 'package.json')]) },
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

beforeAll(() => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
})

afterAll(async () => {
  vi.restoreAllMocks()
  if (!hadNotes) await rm(NOTES, { recursive: true, force: true })
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
  const release = 'lib/distribution/release/'
  const code = own(files).filter(path => !path.startsWith(release))
  expect(code.filter(path => STRANGER.test(path))).toEqual([])
  expect(code).toContain(`api/${name}.js`)
  expect(packagesOf(files)).toEqual(PACKAGES[name])
  const bytes = [...files].filter(([path]) => !path.startsWith(release)).map(([, size]) => size)
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(HEAVIEST)
  const carried = own(files).filter(path => path.startsWith(release))
  const wanted = (await listProjectFiles(join(ROOT, release))).filter(path => RELEASE[name]?.test(path))
  expect(carried.map(path => path.slice(release.length)).sort()).toEqual(wanted)
})

test('package.json asks for the runtime that the functions were written for', () => {
  expect(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))).toMatchObject({
    type: 'module',
    engines: { node: '24.x' },
  })
})
