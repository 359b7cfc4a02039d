import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writePrivateFile } from '../../../lib/cli/terminal/private-file.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

test('a private file is for its owner alone, and is replaced only on request', async () => {
  const path = join(await temporaryDirectory(), 'keys/operator.json')
  await writePrivateFile(path, 'one', { replace: false })
  expect((await stat(path)).mode & 0o077).toBe(0)
  await expect(writePrivateFile(path, 'two', { replace: false })).rejects.toMatchObject({
    code: 'usage',
    message: `Cannot write "${path}": it already exists`,
  })
  await writePrivateFile(path, 'three', { replace: true })
  expect(await readFile(path, 'utf8')).toBe('three')
})

test('one whose folder is a file is named, with why', async () => {
  const path = join(await temporaryDirectory({ keys: 'a file' }), 'keys/hana/operator.json')
  await expect(writePrivateFile(path, 'one', { replace: true })).rejects.toMatchObject({
    code: 'usage',
    message: `Cannot write "${path}": a part of its path is a file, expected a folder`,
  })
})
