import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Locale } from '../../../lib/core/language/language.ts'
import { type Disk, openDisk } from '../../../lib/device/disk/disk.ts'
import { localeOf } from '../../../lib/device/program/locale.ts'
import { PINNED_NODE, type PinnedNode } from '../../../lib/device/program/node-build.ts'
import { keepNodeCurrent } from '../../../lib/device/program/own-node.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const PINNED: PinnedNode = { ...PINNED_NODE, version: '24.21.0' }

/** A device's folder with some versions of Node; `version` is the running one. */
async function folderWith(
  versions: readonly string[],
  {
    version,
    platform = 'linux',
    arch = 'x64',
  }: { version: string; platform?: NodeJS.Platform; arch?: string },
) {
  const dir = await temporaryDirectory()
  const program = platform === 'win32' ? 'node.exe' : 'bin/node'
  for (const name of versions) {
    await mkdir(join(dir, '.kura/node', name, 'bin'), { recursive: true })
    await writeFile(join(dir, '.kura/node', name, program), name)
  }
  const disk = openDisk(dir, { platform })
  return {
    dir,
    keep: (pinned = PINNED, file = join(dir, '.kura/node', version, program), on = disk) =>
      keepNodeCurrent(on, { pinned, running: { file, version, arch } }),
    wanted: () => readFile(join(dir, '.kura/node.txt'), 'utf8').catch(() => undefined),
    versions: async () => (await readdir(join(dir, '.kura/node'))).toSorted(),
  }
}

test.each([
  { platform: 'linux', arch: 'x64', system: 'linux-x64' },
  { platform: 'linux', arch: 'arm64', system: 'linux-arm64' },
  { platform: 'darwin', arch: 'arm64', system: 'macos-arm64' },
  { platform: 'darwin', arch: 'x64', system: 'macos-x64' },
  { platform: 'win32', arch: 'x64', system: 'windows' },
] as const)('a program that pins a newer Node asks for the build for $platform $arch', async row => {
  const { keep, wanted } = await folderWith(['24.9.0'], { version: '24.9.0', ...row })
  await keep()
  const { name, sha256, bytes } = PINNED.builds[row.system]
  expect(await wanted()).toBe(`24.21.0 ${name} ${sha256} ${bytes}\n`)
})

test.each(['24.21.0', '24.100.0', '100.0.0'])('under Node %s it asks for none', async version => {
  const { keep, wanted } = await folderWith([version], { version })
  await keep()
  expect(await wanted()).toBeUndefined()
})

test('an older question is replaced, one for a later build stays', async () => {
  const { dir, keep, wanted } = await folderWith(['22.0.0'], { version: '22.0.0' })
  await writeFile(join(dir, '.kura/node.txt'), 'something odd')
  await keep()
  expect(await wanted()).toMatch(/^24\.21\.0 /)
  await keep({ ...PINNED, version: '22.0.0' })
  expect(await wanted()).toMatch(/^24\.21\.0 /)
})

test('the versions before the one that runs are removed, and nothing else', async () => {
  const others = [
    '9.0.0',
    '24.9.0',
    '24.21.0',
    '24.22.0',
    '4711.part',
    'node-v24.9.0-linux-x64.tar.gz',
    '24.9',
  ]
  const { keep, versions } = await folderWith(others, { version: '24.21.0' })
  await keep()
  expect(await versions()).toEqual(others.filter(name => !['9.0.0', '24.9.0'].includes(name)).toSorted())
})

test('what an earlier Node has compiled is removed, also what a killed run has left', async () => {
  const { dir, keep } = await folderWith(['24.21.0'], { version: '24.21.0' })
  const left = ['v24.21.0-x64-964aae3f-0', 'v24.22.0-x64-964aae3f-0', 'something']
  for (const name of [...left, 'v24.9.0-x64-964aae3f-0', 'v22.1.0-arm64-1-501', 'v24.8.0-x64-1-0.going']) {
    await mkdir(join(dir, '.kura/compiled', name), { recursive: true })
    await writeFile(join(dir, '.kura/compiled', name, '528fba82'), 'code')
  }
  await keep()
  expect((await readdir(join(dir, '.kura/compiled'))).toSorted()).toEqual(left.toSorted())
})

test('a removal is tried again while Windows refuses it', async () => {
  const { dir, keep, versions } = await folderWith(['9.0.0', '22.0.0'], { version: '22.0.0' })
  const tried: string[] = []
  const disk: Disk = {
    ...openDisk(dir),
    retry: async (path, work) => {
      tried.push(path)
      return work()
    },
  }
  await keep(PINNED, undefined, disk)
  expect([tried, await versions()]).toEqual([['9.0.0'], ['22.0.0']])
})

test('a Node of another place changes nothing', async () => {
  const { dir, keep, wanted, versions } = await folderWith(['9.0.0', '22.0.0'], { version: '22.0.0' })
  await writeFile(join(dir, 'node'), '')
  await keep(PINNED, join(dir, 'node'))
  await keep(PINNED, join(dir, 'nowhere'))
  expect([await wanted(), await versions()]).toEqual([undefined, ['22.0.0', '9.0.0']])
})

test('a folder that cannot be changed is no error', async () => {
  const { dir, keep, wanted } = await folderWith(['22.0.0'], { version: '22.0.0' })
  await symlink('nowhere', join(dir, '.kura/node.txt'))
  await keep()
  expect(await wanted()).toBeUndefined()
})

const SYSTEM: Locale = { language: 'en', timezone: 'Europe/Paris' }
const JAPAN: Locale = { language: 'ja', timezone: 'Asia/Tokyo' }
const TEXT = JSON.stringify(JAPAN)

test.each([
  { name: 'a device', files: { 'credentials.json': TEXT }, want: JAPAN },
  { name: 'a new folder', files: { 'enrolment.json': TEXT }, want: JAPAN },
  {
    name: 'a device that is enrolled again',
    files: { 'credentials.json': TEXT, 'enrolment.json': JSON.stringify({ ...JAPAN, language: 'en' }) },
    want: JAPAN,
  },
  {
    name: 'a device without a language',
    files: { 'credentials.json': '{"timezone":"Asia/Tokyo"}' },
    want: { ...SYSTEM, timezone: 'Asia/Tokyo' },
  },
  {
    name: 'a device with another language',
    files: { 'credentials.json': '{"language":"ko"}' },
    want: SYSTEM,
  },
  { name: 'a damaged file', files: { 'credentials.json': '{"language":"ja"' }, want: SYSTEM },
  { name: 'any other folder', files: {}, want: SYSTEM },
])('the language of $name', async ({ files, want }) => {
  expect(localeOf(await temporaryDirectory(files), () => SYSTEM)).toEqual(want)
})
