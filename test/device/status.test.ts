import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { JOURNAL } from '../../lib/device/disk/layout.ts'
import { status } from '../../lib/device/status.ts'
import { createDevice } from '../helpers/device/device.ts'
import { temporaryDirectory } from '../helpers/temporary-directory.ts'

test('a directory without a release has none', async () => {
  expect(await status(await temporaryDirectory())).toEqual({
    line: 'memory=none / index reference=no',
    expected: 0,
    installed: 0,
    indexed: 0,
    whole: false,
    lacking: [],
    unfinished: false,
  })
})

test('a directory that does not exist is reported', async () => {
  const dir = join(await temporaryDirectory(), 'missing')
  await expect(status(dir)).rejects.toMatchObject({
    code: 'device_write',
    message: expect.stringContaining(dir),
  })
})

const CHANGES = [
  { name: 'as it was installed', change: {}, line: 'memory=2 / index reference=yes', whole: true },
  {
    name: 'with a changed file',
    change: { 'a.md': 'x' },
    line: 'memory=1 / index reference=yes',
    whole: false,
  },
  {
    name: 'with a missing index line',
    change: { 'MEMORY.md': '## Shared\n\n- [a.md](a.md)\n' },
    line: 'memory=2 / index reference=no',
    whole: false,
  },
  {
    name: 'with an empty index',
    change: { 'MEMORY.md': '' },
    line: 'memory=2 / index reference=no',
    whole: false,
  },
  {
    name: 'with lines in other forms',
    change: { 'MEMORY.md': '- [x](<a.md>)\n- [y](%62.md)\n' },
    line: 'memory=2 / index reference=yes',
    whole: true,
  },
  {
    name: 'with the lines in a code block',
    change: { 'MEMORY.md': '```\n- [a.md](a.md)\n- [b.md](b.md)\n```\n' },
    line: 'memory=2 / index reference=no',
    whole: false,
  },
]
test.each(CHANGES)('a release $name: $line', async ({ change, line, whole }) => {
  const device = await createDevice({ 'a.md': 'A', 'b.md': 'B' })
  await device.sync()
  for (const [path, content] of Object.entries(change)) await device.write(path, content)
  expect(await status(device.dir)).toMatchObject({ line, whole, release: 1, expected: 2 })
})

test('it comes from the disk alone: without credentials, without the host, and without writing', async () => {
  const device = await createDevice({ 'a.md': 'A' })
  await device.sync()
  const asked = device.host.asked.length
  await rm(join(device.dir, 'credentials.json'))
  await rm(join(device.dir, 'MEMORY.md'))
  await chmod(device.dir, 0o500)
  expect(await status(device.dir)).toMatchObject({ line: 'memory=1 / index reference=no' })
  await chmod(device.dir, 0o700)
  expect(device.host.asked).toHaveLength(asked)
})

test('an interrupted installation is reported', async () => {
  const device = await createDevice({ 'a.md': 'A' })
  const broken = device.sync({
    intercept: changes => ({
      ...changes,
      rename: (from, to) =>
        to === JOURNAL
          ? changes.rename(from, to)
          : Promise.reject(Object.assign(new Error('EROFS: read-only'), { code: 'EROFS' })),
      remove: () => Promise.reject(Object.assign(new Error('EROFS: read-only'), { code: 'EROFS' })),
    }),
  })
  await expect(broken).rejects.toMatchObject({ code: 'device_write' })
  expect(await status(device.dir)).toMatchObject({
    unfinished: true,
    line: 'memory=none / index reference=no',
  })
  expect(await device.sync()).toMatchObject({ recovered: 'completed', installed: 1, changed: 0 })
  expect(await status(device.dir)).toMatchObject({ unfinished: false, whole: true })
})

test('what is not a journal is no interrupted installation', async () => {
  const dir = await temporaryDirectory({ '.kura': 'a file' })
  expect(await status(dir)).toMatchObject({ unfinished: false, line: 'memory=none / index reference=no' })
})
