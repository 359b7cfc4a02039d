/** The count after an installation hashes only what this run has not hashed, or what has changed since. */
import fs, { renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { DiskChanges } from '../../../lib/device/disk/disk.ts'
import { STATE } from '../../../lib/device/disk/layout.ts'
import { createDevice } from '../../helpers/device/device.ts'

/** Runs `act` when all files and the index have their names, before they are counted. */
function beforeCount(act: () => void) {
  return (changes: DiskChanges): DiskChanges => ({
    ...changes,
    async rename(from, to) {
      await changes.rename(from, to)
      if (to === STATE) act()
    },
  })
}

const CHANGES = [
  { what: 'is written to', change: (file: string) => writeFileSync(file, 'X2') },
  {
    what: 'is written to and gets its old time',
    change: (file: string) => {
      const { atime, mtime } = statSync(file)
      writeFileSync(file, 'X2')
      utimesSync(file, atime, mtime)
    },
  },
  {
    what: 'gives way to another file',
    change: (file: string) => {
      writeFileSync(`${file}.other`, 'X2')
      renameSync(`${file}.other`, file)
    },
  },
  { what: 'is removed', change: (file: string) => rmSync(file) },
]
const FILES = [
  { which: 'an installed file', path: 'a.md' },
  { which: 'a file that the release did not change', path: 'same.md' },
]

test.each(FILES.flatMap(file => CHANGES.map(change => ({ ...file, ...change }))))(
  '$which that $what before the report counts as wrong',
  async ({ path, change }) => {
    const device = await createDevice({ 'a.md': 'A1', 'same.md': 'S1' })
    await device.sync()
    device.publish(2, { 'a.md': 'A2', 'same.md': 'S1' })
    const intercept = beforeCount(() => change(join(device.dir, path)))
    const counts = { expected: 2, installed: 1, line: 'memory=1 / index reference=yes' }
    expect(await device.sync({ intercept })).toMatchObject(counts)
    expect(device.host.reports.at(-1)).toMatchObject(counts)
  },
)

test('the count after an installation opens no file that the run has hashed', async () => {
  const device = await createDevice({ 'a.md': 'A1', 'same.md': 'S1' })
  const opened = countOpens(device.dir)
  await device.sync()
  expect(opened()).toEqual({})
  device.publish(2, { 'a.md': 'A2', 'same.md': 'S1' })
  await device.sync()
  expect(opened()).toEqual({ 'a.md': 1, 'same.md': 1 })
  await device.sync()
  expect(opened()).toEqual({ 'a.md': 1, 'same.md': 1 })
})

/** Returns how often the files of the release were opened since the last call. */
function countOpens(dir: string): () => Record<string, number> {
  const { openSync } = fs
  let counts: Record<string, number> = {}
  fs.openSync = (path, ...rest) => {
    const name = String(path).slice(dir.length + 1)
    if (['a.md', 'same.md'].includes(name)) counts[name] = (counts[name] ?? 0) + 1
    return openSync(path, ...rest)
  }
  syncBuiltinESMExports()
  onTestFinished(() => {
    fs.openSync = openSync
    syncBuiltinESMExports()
  })
  return () => {
    const found = counts
    counts = {}
    return found
  }
}
