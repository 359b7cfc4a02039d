import { createHash } from 'node:crypto'
import { open, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { digestFile, digestHandle } from '../../../lib/core/disk/digest-file.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

test.each([0, 1, 262_143, 262_144, 262_145, 1_000_003])('digestFile() of %i bytes', async size => {
  const content = Buffer.alloc(size, 'kura')
  const path = join(await temporaryDirectory(), 'file')
  await writeFile(path, content)
  const sha256 = createHash('sha256').update(content).digest('hex')
  expect(await digestFile(path)).toEqual({ size, sha256 })
})

test('a file to which a program goes on writing has an end: that of when it was opened', async () => {
  const content = Buffer.alloc(300_000, 'kura')
  const path = join(await temporaryDirectory(), 'file')
  await writeFile(path, content)
  const file = await open(path, 'a+')
  onTestFinished(() => file.close())
  const read = file.read.bind(file)
  const growing = Object.assign(file, {
    async read(...given: [Buffer, number, number, number]) {
      await file.appendFile(content)
      return read(...given)
    },
  })
  const sha256 = createHash('sha256').update(content).digest('hex')
  expect(await digestHandle(growing)).toEqual({ size: content.length, sha256 })
})

test.skipIf(process.platform === 'win32')('digestFile() follows no symbolic link', async () => {
  const dir = await temporaryDirectory({ target: 'x' })
  await symlink(join(dir, 'target'), join(dir, 'link'))
  await expect(digestFile(join(dir, 'link'))).rejects.toMatchObject({ code: 'ELOOP' })
})
