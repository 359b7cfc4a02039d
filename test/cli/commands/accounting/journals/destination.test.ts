import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDestination } from '../../../../../lib/cli/commands/accounting/journals/journal.ts'
import { AppError } from '../../../../../lib/core/errors.ts'
import { temporaryDirectory } from '../../../../helpers/temporary-directory.ts'

const never = new AbortController().signal

async function writeTo(path: string, body: AsyncIterable<Uint8Array>, signal = never): Promise<number> {
  await using destination = await openDestination(path)
  return await destination.write(body, signal)
}

test('write() writes what comes, in place of what was there', async () => {
  const folder = await temporaryDirectory({ 'journal.csv': 'old' })
  const body = new Blob(['No\n', '1\n']).stream()
  expect(await writeTo(join(folder, 'journal.csv'), body)).toBe(5)
  expect(await readFile(join(folder, 'journal.csv'), 'utf8')).toBe('No\n1\n')
  expect(await readdir(folder)).toEqual(['journal.csv'])
})

test('write() leaves what was there if it is interrupted, and says so', async () => {
  const folder = await temporaryDirectory({ 'journal.csv': 'old' })
  const stop = new AbortController()
  const reason = new AppError('interrupted', 'Stopped by Ctrl-C')
  async function* endless() {
    yield Buffer.from('No\n')
    stop.abort(reason)
    for (;;) yield Buffer.from('1\n')
  }
  await expect(writeTo(join(folder, 'journal.csv'), endless(), stop.signal)).rejects.toBe(reason)
  expect(await readFile(join(folder, 'journal.csv'), 'utf8')).toBe('old')
  expect(await readdir(folder)).toEqual(['journal.csv'])
})

test('openDestination() leaves nothing if nothing is written', async () => {
  const folder = await temporaryDirectory()
  {
    await using _ = await openDestination(join(folder, 'journal.csv'))
  }
  expect(await readdir(folder)).toEqual([])
})

const refused = [
  { name: 'a folder that is not there', path: 'no/journal.csv', want: /there is no such file or folder$/ },
  { name: 'a folder', path: 'folder', want: /it is a folder, expected a file$/ },
  { name: 'a file as its folder', path: 'file/journal.csv', want: /a part of its path is a file/ },
]
test.each(refused)('openDestination() refuses $name', async ({ path, want }) => {
  const folder = await temporaryDirectory()
  await mkdir(join(folder, 'folder'))
  await writeFile(join(folder, 'file'), '')
  const error = await openDestination(join(folder, path)).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'usage', message: expect.stringMatching(want) })
  expect((await readdir(folder)).sort()).toEqual(['file', 'folder'])
})

// root may write to every file
test.skipIf(process.getuid?.() === 0)('openDestination() refuses a file that is read-only', async () => {
  const folder = await temporaryDirectory({ 'journal.csv': 'old' })
  await chmod(join(folder, 'journal.csv'), 0o400)
  await expect(openDestination(join(folder, 'journal.csv'))).rejects.toThrow(/you are not permitted to$/)
})
