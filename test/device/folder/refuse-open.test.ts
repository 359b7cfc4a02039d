import { existsSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import type { Retry } from '../../../lib/core/disk/retry.ts'
import { openDisk } from '../../../lib/device/disk/disk.ts'
import { refuseOpenFolder } from '../../../lib/device/folder/refuse-open.ts'
import type { RunProgram } from '../../../lib/device/system-program.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const unused: RunProgram = () => Promise.reject(new Error('no program is needed'))

const PROGRAMS = [
  'kura-device.mjs',
  'kura-device.previous.mjs',
  'start-linux.sh',
  '.kura',
  '.kura/node.txt',
  '.kura/node',
  '.kura/node/24.1.0',
  '.kura/node/24.1.0/bin',
  '.kura/node/24.1.0/bin/node',
]

/** A folder inside one that only the user can write into. */
async function createFolder(node = 'bin/node', start = 'start-linux.sh') {
  const files = ['kura-device.mjs', 'kura-device.previous.mjs', start, '.kura/node.txt', 'a.md']
  const parent = await temporaryDirectory(
    Object.fromEntries([...files, `.kura/node/24.1.0/${node}`].map(path => [`kura/${path}`, ''])),
  )
  const dir = join(parent, 'kura')
  await chmod(dir, 0o755)
  return { dir, parent, linux: openDisk(dir, { platform: 'linux' }) }
}

test.skipIf(process.platform === 'win32').each(['', ...PROGRAMS])(
  'a folder whose "%s" everyone can write into is refused, with the mend',
  async path => {
    const { dir, linux } = await createFolder()
    await chmod(join(dir, 'a.md'), 0o666)
    await refuseOpenFolder(linux, unused)
    await chmod(join(dir, path), 0o777)
    await expect(refuseOpenFolder(linux, unused)).rejects.toMatchObject({
      code: 'device_write',
      message: expect.stringContaining(`any user of this machine can write into "${join(dir, path)}"`),
      hint: expect.stringContaining(`chmod -R go-w '${dir}'`),
    })
  },
)

test.skipIf(process.platform === 'win32')('so is one in a folder that everyone can write into', async () => {
  const { parent, linux } = await createFolder()
  await chmod(parent, 0o777)
  await expect(refuseOpenFolder(linux, unused)).rejects.toMatchObject({
    hint: expect.stringContaining(`chmod go-w '${parent}'`),
  })
})

const OWN = 'D:AI(A;OICIID;FA;;;SY)(A;OICIID;FA;;;S-1-5-21-1-2-3-1001)'
const ENDED = { status: 0, stdout: '', stderr: '' }

/**
 * Stands for Windows: `icacls` saves the text that `rights` returns for a path into the file that it is asked to write.
 */
async function windows(
  rights: (path: string) => string | undefined,
  { status = 0, whoami = '"pc\\mei","S-1-5-21-1-2-3-1001"\r\n' } = {},
) {
  const { dir } = await createFolder('node.exe', 'start-windows.cmd')
  const [asked, saved]: [string[], string[]] = [[], []]
  const run: RunProgram = async (name, words) => {
    if (name === 'whoami') return { ...ENDED, stdout: whoami }
    const [path = '', option, file = ''] = words
    expect([name, option]).toEqual(['icacls', '/save'])
    asked.push(path.replaceAll('\\', '/').slice(dir.length + 1))
    saved.push(file)
    const text = rights(path)
    if (text !== undefined) await writeFile(file, `kura\r\n${text}\r\n`, 'utf16le')
    return status === 0 ? ENDED : { ...ENDED, status, stderr: 'Access is denied.\r\nmore' }
  }
  const disk = openDisk(dir, { platform: 'win32', sleep: async () => undefined })
  return { disk, run, asked, saved }
}

test('on Windows icacls tells who can write into the folder and its programs', async () => {
  const { disk, run, asked, saved } = await windows(() => OWN)
  await refuseOpenFolder(disk, run)
  const programs = PROGRAMS.filter(path => !path.includes('bin'))
  expect(asked.sort()).toEqual(
    ['', ...programs, '.kura/node/24.1.0/node.exe']
      .map(path => path.replace('start-linux.sh', 'start-windows.cmd'))
      .sort(),
  )
  expect(saved.filter(file => existsSync(file))).toEqual([])
})

test.each([
  { who: 'AU', shown: 'any user of this machine' },
  { who: 'S-1-5-21-1-2-3-1604', shown: 'the account S-1-5-21-1-2-3-1604' },
])('on Windows a program that $who can write into is refused', async ({ who, shown }) => {
  const rights = (path: string) => (path.endsWith('.cmd') ? `${OWN}(A;ID;0x1301bf;;;${who})` : OWN)
  const { disk, run } = await windows(rights)
  await expect(refuseOpenFolder(disk, run)).rejects.toMatchObject({
    code: 'device_write',
    message: expect.stringMatching(new RegExp(`${shown} can write into ".*start-windows.cmd"`)),
    hint: expect.stringContaining('%USERPROFILE%\\kura'),
  })
})

test.each([
  { name: 'icacls fails', rights: OWN, options: { status: 5 }, said: 'icacls says "Access is denied."' },
  { name: 'icacls saves nothing', rights: undefined, options: {}, said: 'icacls says "status 0"' },
  { name: 'icacls saves no list', rights: 'kura', options: {}, said: 'icacls says "status 0"' },
  { name: 'whoami says nothing', rights: OWN, options: { whoami: '' }, said: 'whoami says "status 0"' },
])('rights that cannot be known are refused: $name', async ({ rights, options, said }) => {
  const { disk, run } = await windows(() => rights, options)
  await expect(refuseOpenFolder(disk, run)).rejects.toMatchObject({
    code: 'device_write',
    message: expect.stringContaining(said),
  })
})

test('what icacls has saved is read and removed while a virus scanner has it open', async () => {
  const { disk, run } = await windows(() => OWN)
  const tries = new Map<string, number>()
  const retry: Retry = async (path, work) => {
    const name = basename(path)
    tries.set(name, (tries.get(name) ?? 0) + 1)
    if (tries.get(name) === 2) throw Object.assign(new Error('EPERM'), { code: 'EPERM' })
    return work()
  }
  await refuseOpenFolder({ ...disk, retry }, run)
  expect([...new Set(tries.values())]).toEqual([2])
})
