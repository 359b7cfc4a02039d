import { createHash } from 'node:crypto'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { digestFile } from '../../lib/disk/digest-file.ts'
import { temporaryDirectory } from '../helpers/temporary-directory.ts'

test.each([0, 1, 262_143, 262_144, 262_145, 1_000_003])('digestFile() of %i bytes', async size => {
  const content = Buffer.alloc(size, 'kura')
  const path = join(await temporaryDirectory(), 'file')
  await writeFile(path, content)
  const sha256 = createHash('sha256').update(content).digest('hex')
  expect(await digestFile(path)).toEqual({ size, sha256 })
})

test.skipIf(process.platform === 'win32')('digestFile() follows no symbolic link', async () => {
  const dir = await temporaryDirectory({ target: 'x' })
  await symlink(join(dir, 'target'), join(dir, 'link'))
  await expect(digestFile(join(dir, 'link'))).rejects.toMatchObject({ code: 'ELOOP' })
})
