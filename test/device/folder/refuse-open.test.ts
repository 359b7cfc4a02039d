import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { refuseOpenFolder } from '../../../lib/device/folder/refuse-open.ts'
import type { RunProgram } from '../../../lib/device/folder/secrets.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const unused: RunProgram = () => Promise.reject(new Error('no program is needed'))

/** Stands for icacls, which saves `rights` into the file that it is given. */
function icacls(rights: string | undefined, { status = 0 } = {}) {
  const ran: (readonly string[])[] = []
  const run: RunProgram = async (name, words) => {
    ran.push([name, ...words.slice(0, 2)])
    if (rights !== undefined) await writeFile(words[2] ?? '', `kura\r\n${rights}\r\n`, 'utf16le')
    return { status, stdout: '', stderr: status === 0 ? '' : 'Access is denied.\r\nmore' }
  }
  return { run, ran }
}

test.skipIf(process.platform === 'win32')(
  'a folder that everyone can write into is refused, with the mend',
  async () => {
    const dir = join(await temporaryDirectory(), 'kura')
    await mkdir(dir)
    await chmod(dir, 0o755)
    await refuseOpenFolder({ dir, platform: 'linux' }, unused)
    await chmod(dir, 0o777)
    await expect(refuseOpenFolder({ dir, platform: 'linux' }, unused)).rejects.toMatchObject({
      code: 'device_write',
      message: expect.stringContaining('any user of this machine can write into'),
      hint: expect.stringContaining(`chmod go-w "${dir}"`),
    })
  },
)

test.skipIf(process.platform === 'win32')('so is one in a folder that everyone can write into', async () => {
  const above = await temporaryDirectory()
  const dir = join(above, 'kura')
  await mkdir(dir)
  await chmod(above, 0o777)
  await expect(refuseOpenFolder({ dir, platform: 'linux' }, unused)).rejects.toMatchObject({
    hint: expect.stringContaining(`chmod go-w "${above}"`),
  })
})

const DIR = 'C:\\Users\\山田\\kura'

test('on Windows icacls tells who can write', async () => {
  const { run, ran } = icacls('D:AI(A;OICIID;FA;;;SY)')
  await refuseOpenFolder({ dir: DIR, platform: 'win32' }, run)
  expect(ran).toEqual([['icacls', DIR, '/save']])
  const { run: open } = icacls('D:AI(A;OICIID;0x1301bf;;;AU)')
  await expect(refuseOpenFolder({ dir: DIR, platform: 'win32' }, open)).rejects.toMatchObject({
    code: 'device_write',
    hint: expect.stringContaining('%USERPROFILE%\\kura'),
  })
})

test('rights that cannot be read are refused', async () => {
  const { run } = icacls(undefined, { status: 5 })
  await expect(refuseOpenFolder({ dir: DIR, platform: 'win32' }, run)).rejects.toMatchObject({
    message: expect.stringContaining('icacls says "Access is denied."'),
  })
})
