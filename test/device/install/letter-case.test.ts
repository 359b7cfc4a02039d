/** A release changes the letter case of a name, on a disk where both spellings name the same file. */
import { readdir } from 'node:fs/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createDevice, filesOf } from '../../helpers/device/device.ts'
import type { Files } from '../../helpers/device/publisher.ts'
import { foldNamesBelow } from './folding-fs.ts'

vi.mock('node:fs', async () => (await import('./folding-fs.ts')).foldingFs)
vi.mock('node:fs/promises', async () => (await import('./folding-fs.ts')).foldingPromises)

const CASES: { name: string; before: Files; after: Files }[] = [
  { name: 'a file', before: { 'README.md': 'a' }, after: { 'Readme.md': 'a' } },
  { name: 'a file that has changed', before: { 'README.md': 'a' }, after: { 'Readme.md': 'b' } },
  { name: 'a folder', before: { 'Docs/a.md': 'a' }, after: { 'docs/a.md': 'a' } },
  { name: 'a folder whose file has changed', before: { 'Docs/a.md': 'a' }, after: { 'docs/a.md': 'b' } },
  { name: 'a folder with another file', before: { 'Docs/a.md': 'a' }, after: { 'docs/b.md': 'b' } },
  {
    name: 'folders in a folder',
    before: { 'A/B/C/d': '1', 'A/e': '2' },
    after: { 'a/b/C/d': '1', 'a/E': '3' },
  },
  { name: 'a folder that becomes a file', before: { 'Docs/a.md': 'a' }, after: { docs: 'b' } },
  { name: 'a file that becomes a folder', before: { Docs: 'a' }, after: { 'docs/a.md': 'b' } },
]

const DISKS = [
  { disk: 'one name', folds: true },
  { disk: 'two names', folds: false },
]

test.each(CASES.flatMap(given => DISKS.map(disk => ({ ...given, ...disk }))))(
  '$name, of which both spellings are $disk',
  async ({ before, after, folds }) => {
    const device = await createDevice(before)
    if (folds) foldNamesBelow(device.dir)
    onTestFinished(() => foldNamesBelow(undefined))
    await device.sync()
    device.publish(2, after)
    const all = Object.keys(after).length
    expect(await device.sync()).toMatchObject({ release: 2, installed: all, indexed: all, replaced: [] })
    for (const [path, content] of Object.entries(after)) expect(await device.read(path)).toBe(content)
    expect(await device.sync()).toMatchObject({ changed: 0, removed: 0, installed: all })
    // a file keeps the name that it was made with
    const nameOf = (path: string) => (folds ? path.toLowerCase() : path)
    const expected = [...Object.keys(after), 'MEMORY.md'].map(nameOf)
    expect(
      Object.keys(await device.files())
        .map(nameOf)
        .sort(),
    ).toEqual(expected.sort())
    const folders = (await readdir(device.dir, { withFileTypes: true })).filter(entry => entry.isDirectory())
    const needed = Object.keys(after).flatMap(path =>
      path.includes('/') ? [path.slice(0, path.indexOf('/'))] : [],
    )
    expect(new Set(folders.map(({ name }) => nameOf(name)))).toEqual(
      new Set(['.kura', ...needed.map(nameOf)]),
    )
  },
)

test.each(DISKS)('a file of a person of which both spellings are $disk is kept', async ({ folds }) => {
  const device = await createDevice({ 'a.md': 'a' })
  if (folds) foldNamesBelow(device.dir)
  onTestFinished(() => foldNamesBelow(undefined))
  await device.sync()
  await device.write('README.md', 'mine')
  device.publish(2, { 'Readme.md': 'b' })
  const { replaced } = await device.sync()
  expect(replaced.map(({ path }) => path)).toEqual(folds ? ['Readme.md'] : [])
  expect(Object.values(await filesOf(device.dir))).toContain('b')
  expect(await device.read(folds ? '.kura/replaced/Readme.md' : 'README.md')).toBe('mine')
})

test.each(DISKS)('an index of which both spellings are $disk lists the files', async ({ folds }) => {
  const device = await createDevice({ 'a.md': 'a' })
  if (folds) foldNamesBelow(device.dir)
  onTestFinished(() => foldNamesBelow(undefined))
  await device.sync()
  device.publish(2, { 'a.md': 'a' }, { index: { path: 'Memory.md', heading: '## Shared' } })
  expect(await device.sync()).toMatchObject({ installed: 1, indexed: 1 })
  expect(await device.sync()).toMatchObject({ indexed: 1, indexWritten: false })
  const names = folds ? ['MEMORY.md', 'a.md'] : ['MEMORY.md', 'Memory.md', 'a.md']
  expect(Object.keys(await device.files())).toEqual(names)
})
