import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { AppError } from '../../lib/core/errors.ts'
import { sha256 } from '../../lib/core/release/envelope.ts'
import type { Manifest } from '../../lib/core/release/schema.ts'
import { checkCompletion, type RealClient, type SyncCounts } from '../../lib/exposure/completion.ts'
import { temporaryDirectory } from '../helpers/temporary-directory.ts'

const URL_OF_HOST = 'http://127.0.0.1:3000'
const CONTENT: Record<string, string> = {
  'settings.json': '{}',
  '知識/使い 方.md': '# 使い方',
  'a(1).tsv': 'a\tb',
}
const INDEX = '# Memory\n- [s](settings.json)\n- [使い方](<知識/使い 方.md>)\n- [a](a%281%29.tsv)\n'

const MANIFEST: Manifest = {
  v: 1,
  version: 1,
  created: '2026-01-01T00:00:00Z',
  expires: '2026-04-01T00:00:00Z',
  index: { path: 'MEMORY.md', heading: '## Memory' },
  files: Object.entries(CONTENT).map(([path, text]) => ({
    path,
    size: Buffer.byteLength(text),
    sha256: sha256(text),
  })),
}

const credentials = (url: string) =>
  JSON.stringify({ url, keyid: 'demo:device:1', secret: 'x', root: { signed: '', signatures: [] } })

/** A client that writes `files` when it syncs, and reports `counts`. */
function client(files: Record<string, string>, counts: Partial<SyncCounts> = {}) {
  const seen: { directory?: string; before?: string[] } = {}
  const real: RealClient = {
    async sync(directory) {
      seen.directory = directory
      seen.before = await readdir(directory)
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(directory, path)), { recursive: true })
        await writeFile(join(directory, path), text)
      }
      return { expected: 3, installed: 3, indexed: 3, ...counts }
    },
    manifestOf: async () => MANIFEST,
  }
  return { real, seen }
}

async function run(real: RealClient, { named = URL_OF_HOST } = {}) {
  const from = await temporaryDirectory({
    'credentials.json': credentials(named),
    'MEMORY.md': 'mine',
    'x/y': 'z',
  })
  return checkCompletion({ from, url: URL_OF_HOST }, real)
}

test('passes if the disk agrees with the client', async () => {
  const { real } = client({ ...CONTENT, 'MEMORY.md': INDEX, '.kura/state.json': '{}' })
  const report = await run(real)
  expect(report.ran && report.checks.filter(({ passed }) => !passed)).toEqual([])
  expect(report).toMatchObject({ ran: true, passed: true })
})

test('gives the client a directory with credentials only, and removes it afterwards', async () => {
  const { real, seen } = client({ ...CONTENT, 'MEMORY.md': INDEX })
  await run(real)
  expect(seen.before).toEqual(['credentials.json'])
  expect(existsSync(seen.directory!)).toBe(false)
  expect(existsSync(dirname(seen.directory!))).toBe(false)
})

const WRONG: { name: string; files: Record<string, string>; counts?: Partial<SyncCounts>; want: string }[] = [
  {
    name: 'a file that is not there',
    files: { 'settings.json': '{}', 'a(1).tsv': 'a\tb', 'MEMORY.md': INDEX },
    want: 'installed is what is on the disk',
  },
  {
    name: 'a file of the same size with another content',
    files: { ...CONTENT, 'settings.json': '[]', 'MEMORY.md': INDEX },
    want: 'installed is what is on the disk',
  },
  {
    name: 'a count lower than expected',
    files: { ...CONTENT, 'MEMORY.md': INDEX },
    counts: { installed: 2 },
    want: 'installed equals expected',
  },
  {
    name: 'nothing expected at all',
    files: { ...CONTENT, 'MEMORY.md': INDEX },
    counts: { expected: 0, installed: 0 },
    want: 'installed equals expected',
  },
  {
    name: 'fewer expected than the release names',
    files: { ...CONTENT, 'MEMORY.md': INDEX },
    counts: { expected: 2, installed: 2 },
    want: 'expected is the number of files that the release names',
  },
  { name: 'no index file', files: CONTENT, want: 'indexed is what the index file references' },
  {
    name: 'an index file that names one file less',
    files: { ...CONTENT, 'MEMORY.md': INDEX.replace('- [s](settings.json)\n', '') },
    want: 'indexed is what the index file references',
  },
  {
    name: 'an index file that only mentions a file',
    files: { ...CONTENT, 'MEMORY.md': INDEX.replace('](settings.json)', ']: settings.json') },
    want: 'indexed is what the index file references',
  },
  {
    name: 'a file that no release names',
    files: { ...CONTENT, 'MEMORY.md': INDEX, 'stray.txt': '' },
    want: 'no other file was written',
  },
]

test.each(WRONG)('does not pass: $name', async ({ files, counts, want }) => {
  const report = await run(client(files, counts).real)
  expect(report).toMatchObject({ ran: true, passed: false })
  expect(report.ran && report.checks.filter(({ passed }) => !passed).map(({ wanted }) => wanted)).toContain(
    want,
  )
})

test('a sync that fails is a check that did not pass', async () => {
  const { real, seen } = client({})
  const sync: RealClient['sync'] = async directory => {
    await real.sync(directory)
    throw new AppError('release_rejected', 'Cannot install release 3: bad signature')
  }
  expect(await run({ ...real, sync })).toEqual({
    ran: true,
    passed: false,
    checks: [
      { wanted: 'the real client syncs', passed: false, found: 'Cannot install release 3: bad signature' },
    ],
  })
  expect(existsSync(seen.directory!)).toBe(false)
})

test('a directory without a release after the sync does not pass', async () => {
  const report = await run({ ...client({}).real, manifestOf: async () => undefined })
  expect(report).toMatchObject({ ran: true, passed: false })
})

test('Ctrl-C is no result', async () => {
  const sync = () => Promise.reject(new AppError('interrupted', 'Stopped by Ctrl-C'))
  await expect(run({ ...client({}).real, sync })).rejects.toMatchObject({ code: 'interrupted' })
})

test('refuses credentials for another host', async () => {
  await expect(run(client({}).real, { named: 'http://127.0.0.1:3001' })).rejects.toThrow(
    'it is for http://127.0.0.1:3001',
  )
})

test('refuses a directory without credentials', async () => {
  const from = await temporaryDirectory()
  await expect(checkCompletion({ from, url: URL_OF_HOST }, client({}).real)).rejects.toMatchObject({
    code: 'credentials_invalid',
  })
})
