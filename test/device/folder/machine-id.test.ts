import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Retry } from '../../../lib/core/disk/retry.ts'
import { openDisk } from '../../../lib/device/disk/disk.ts'
import { withLock } from '../../../lib/device/disk/exclusive.ts'
import { MACHINE } from '../../../lib/device/disk/layout.ts'
import { machineFile, recordMachine } from '../../../lib/device/folder/machine-id.ts'
import { createDevice } from '../../helpers/device/device.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

test.each([
  { platform: 'win32', env: { LOCALAPPDATA: 'D:\\Local' }, want: 'D:\\Local\\kura\\machine' },
  {
    platform: 'win32',
    env: {},
    home: 'C:\\Users\\mei',
    want: 'C:\\Users\\mei\\AppData\\Local\\kura\\machine',
  },
  { platform: 'darwin', env: {}, want: '/home/mei/Library/Application Support/kura/machine' },
  { platform: 'linux', env: { XDG_STATE_HOME: '/state' }, want: '/home/mei/.local/state/kura/machine' },
] as const)('the id of the machine on $platform is in $want', ({ platform, env, want, ...given }) => {
  expect(machineFile({ platform, env, home: 'home' in given ? given.home : '/home/mei' })).toBe(want)
})

async function twoMachines() {
  const dir = await temporaryDirectory()
  const [here, there] = await Promise.all([temporaryDirectory(), temporaryDirectory()])
  return { dir, disk: openDisk(dir), here: join(here, 'kura/machine'), there: join(there, 'kura/machine') }
}

test('a folder belongs to the machine on which it was set up', async () => {
  const { dir, disk, here, there } = await twoMachines()
  await recordMachine(disk, here)
  await recordMachine(disk, here)
  expect(await readFile(join(dir, MACHINE), 'utf8')).toBe(await readFile(here, 'utf8'))
  await expect(recordMachine(disk, there)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('it was set up on another PC'),
    hint: expect.stringContaining(`delete "${dir}/${MACHINE}"`),
  })
  await expect(readFile(there)).rejects.toThrow('ENOENT')
})

test('a person can move the folder to a machine, or keep it after the profile was lost', async () => {
  const { dir, disk, here, there } = await twoMachines()
  await recordMachine(disk, here)
  await rm(join(dir, MACHINE))
  await recordMachine(disk, there)
  await expect(recordMachine(disk, here)).rejects.toMatchObject({ code: 'conflict' })
})

test('one machine has one id for all its folders', async () => {
  const { disk, here } = await twoMachines()
  await recordMachine(disk, here)
  const other = await temporaryDirectory()
  await recordMachine(openDisk(other), here)
  expect(await readFile(join(other, MACHINE), 'utf8')).toBe(await readFile(here, 'utf8'))
})

test('two folders that are set up at once have one id', async () => {
  const { here } = await twoMachines()
  const dirs = await Promise.all(Array.from({ length: 8 }, () => temporaryDirectory()))
  await Promise.all(dirs.map(dir => recordMachine(openDisk(dir), here)))
  const ids = await Promise.all(dirs.map(dir => readFile(join(dir, MACHINE), 'utf8')))
  expect(new Set(ids)).toEqual(new Set([await readFile(here, 'utf8')]))
  expect(await readdir(join(here, '..'))).toEqual(['machine'])
})

test('only a run that holds the folder gives it an id', async () => {
  const device = await createDevice({ 'a.md': 'A' })
  const { here } = await twoMachines()
  const refused = () =>
    expect(device.sync({ machineFile: here })).rejects.toMatchObject({ code: 'device_busy' })
  await withLock(openDisk(device.dir), refused)
  await expect(readFile(join(device.dir, MACHINE))).rejects.toThrow('ENOENT')
})

test('while a virus scanner has the files of the id open, they are tried again', async () => {
  const { dir, disk, here } = await twoMachines()
  const tried: string[] = []
  const retry: Retry = async (path, work) => {
    tried.push(path.replace(/machine\..*/, 'new'))
    return work()
  }
  await recordMachine({ ...disk, retry }, here)
  const beside = join(here, '../new')
  // the new file is written, linked and removed
  expect(tried).toEqual([join(dir, MACHINE), here, beside, beside, beside, here])
})

test('an id that cannot be read is not replaced', async () => {
  const { dir, disk, here } = await twoMachines()
  await mkdir(here, { recursive: true })
  await recordMachine(disk, here)
  await expect(readFile(join(dir, MACHINE))).rejects.toThrow('ENOENT')
  await disk.replace(MACHINE, `${randomUUID()}\n`)
  await expect(recordMachine(disk, here)).rejects.toMatchObject({ code: 'device_write' })
})

test('an id that a power cut has damaged is written again', async () => {
  const { dir, disk, here } = await twoMachines()
  await recordMachine(disk, here)
  await writeFile(join(dir, MACHINE), '')
  await recordMachine(disk, here)
  expect(await readFile(join(dir, MACHINE), 'utf8')).toBe(await readFile(here, 'utf8'))
})

test('a user whose own folder cannot be written has no id, and the folder none either', async () => {
  const { dir, disk } = await twoMachines()
  await writeFile(join(dir, 'file'), '')
  await recordMachine(disk, join(dir, 'file/machine'))
  await expect(readFile(join(dir, MACHINE))).rejects.toThrow('ENOENT')
})

test('a sync in a folder of another machine stops before it does anything', async () => {
  const device = await createDevice({ 'a.md': 'A' })
  const { here, there } = await twoMachines()
  await device.sync({ machineFile: here })
  device.publish(2, { 'a.md': 'B' })
  const before = { asked: device.host.asked.length, files: await device.files() }
  await expect(device.sync({ machineFile: there })).rejects.toMatchObject({ code: 'conflict' })
  expect({ asked: device.host.asked.length, files: await device.files() }).toEqual(before)
  expect(await device.sync({ machineFile: here })).toMatchObject({ installed: 1, release: 2 })
})
