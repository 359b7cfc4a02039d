import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeWhole } from '../../../lib/cli/accounting/journal.ts'
import { AppError } from '../../../lib/errors.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

test('writeWhole() writes what comes', async () => {
  const folder = await temporaryDirectory()
  const never = new AbortController().signal
  await writeWhole(join(folder, 'journal.csv'), new Blob(['No\n', '1\n']).stream(), never)
  expect(await readFile(join(folder, 'journal.csv'), 'utf8')).toBe('No\n1\n')
  expect(await readdir(folder)).toEqual(['journal.csv'])
})

test('writeWhole() leaves nothing if it is interrupted, and says so', async () => {
  const folder = await temporaryDirectory()
  const stop = new AbortController()
  const reason = new AppError('interrupted', 'Stopped by Ctrl-C')
  async function* endless() {
    yield Buffer.from('No\n')
    stop.abort(reason)
    for (;;) yield Buffer.from('1\n')
  }
  await expect(writeWhole(join(folder, 'journal.csv'), endless(), stop.signal)).rejects.toBe(reason)
  expect(await readdir(folder)).toEqual([])
})
