import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeFileAtomic, writeSynced } from '../../../lib/core/disk/atomic-file.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

test('writeFileAtomic() makes folders and file, and leaves nothing beside it', async () => {
  const dir = await temporaryDirectory()
  await writeFileAtomic(join(dir, 'a/b/c.txt'), 'one')
  await writeFileAtomic(join(dir, 'a/b/c.txt'), 'two')
  expect(await readFile(join(dir, 'a/b/c.txt'), 'utf8')).toBe('two')
  expect(await readdir(join(dir, 'a/b'))).toEqual(['c.txt'])
})

test('writeFileAtomic() gives the new file its mode', async () => {
  const dir = await temporaryDirectory()
  await writeFileAtomic(join(dir, 'secret'), 'x', { mode: 0o600 })
  expect((await stat(join(dir, 'secret'))).mode & 0o777).toBe(0o600)
})

test('writeFileAtomic() keeps the old file if the new one cannot be written', async () => {
  const dir = await temporaryDirectory()
  await mkdir(join(dir, 'target'))
  await expect(writeFileAtomic(join(dir, 'target'), 'x')).rejects.toThrow()
  expect(await readdir(dir)).toEqual(['target'])
})

test('writeSynced() never writes over a file', async () => {
  const dir = await temporaryDirectory()
  await writeFile(join(dir, 'a'), 'old')
  await expect(writeSynced(join(dir, 'a'), 'new')).rejects.toMatchObject({ code: 'EEXIST' })
  expect(await readFile(join(dir, 'a'), 'utf8')).toBe('old')
})
