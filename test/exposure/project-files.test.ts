import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openEmbeddedStore } from '../../lib/core/store/embedded.ts'
import { listAll } from '../../lib/core/store/list.ts'
import { createBeginnings, listProjectFiles } from '../../lib/exposure/project-files.ts'
import { temporaryDirectory } from '../helpers/temporary-directory.ts'

const FILES = {
  'package.json': '{ "name": "a project" }',
  '.gitignore': '.env\nignored/\nnode_modules/\n',
  '.env': 'SECRET=1',
  'ignored/a b.txt': '',
  'lib/蔵.ts': 'x',
  'node_modules/zod/package.json': '{}',
  'lib/node_modules/zod/package.json': '{}',
}
const WANTED = ['.env', '.gitignore', 'ignored/a b.txt', 'lib/蔵.ts', 'package.json']

test('listProjectFiles() lists what git knows, what it does not, and what it ignores', async () => {
  const root = await temporaryDirectory(FILES)
  execFileSync('git', ['init', '-q'], { cwd: root })
  execFileSync('git', ['add', 'package.json', 'lib'], { cwd: root })
  expect(await listProjectFiles(root)).toEqual(WANTED)
})

test('listProjectFiles() leaves out a link to packages elsewhere', async () => {
  const root = await temporaryDirectory({ 'package.json': '{}', '.gitignore': 'node_modules/\n' })
  execFileSync('git', ['init', '-q'], { cwd: root })
  await symlink(await temporaryDirectory(), join(root, 'node_modules'))
  expect(await listProjectFiles(root)).toEqual(['.gitignore', 'package.json'])
})

test('listProjectFiles() walks the folders if there is no repository', async () => {
  const root = await temporaryDirectory({ ...FILES, '.git': 'not a repository' })
  expect(await listProjectFiles(root)).toEqual(WANTED)
})

test('createBeginnings() reads how a file begins, and tells nothing by a few bytes', async () => {
  const root = await temporaryDirectory({ ...FILES, 'long.txt': 'y'.repeat(1000) })
  const beginningOf = createBeginnings(root)
  expect(Buffer.from((await beginningOf('package.json'))!).toString()).toBe(FILES['package.json'])
  expect((await beginningOf('long.txt'))?.byteLength).toBe(256)
  expect(await beginningOf('.env')).toBeUndefined()
  expect(await beginningOf('gone')).toBeUndefined()
})

/** Writes to a store in another process, which then closes the store. */
function writeElsewhere(file: string): void {
  const embedded = join(import.meta.dirname, '../../lib/core/store/embedded.ts')
  const program = `const { openEmbeddedStore } = await import(${JSON.stringify(embedded)})
    const store = openEmbeddedStore(${JSON.stringify(file)})
    await store.swap('elsewhere', undefined, { value: '1', version: '1' })
    await store.close()`
  execFileSync(process.execPath, ['--input-type=module', '--eval', program])
}

test('createBeginnings() takes no lock from a store that this process has open', async () => {
  const root = await temporaryDirectory()
  const file = join(root, 'store.db')
  const store = openEmbeddedStore(file)
  onTestFinished(() => store.close())
  const beginningOf = createBeginnings(root)
  expect(Buffer.from((await beginningOf('store.db'))!).toString()).toBe('SQLite format 3\0')
  for (const companion of ['store.db-wal', 'store.db-shm'])
    expect(await beginningOf(companion)).toBeUndefined()
  writeElsewhere(file)
  expect(existsSync(`${file}-wal`), 'the other process was not the last one').toBe(true)
  await store.swap('here', undefined, { value: '1', version: '1' })
  const other = openEmbeddedStore(file)
  onTestFinished(() => other.close())
  expect((await listAll(other, '')).records.map(({ key }) => key)).toEqual(['elsewhere', 'here'])
})
