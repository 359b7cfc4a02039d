import { expect, test } from 'vitest'
import { readGivenFile } from '../../../lib/cli/terminal/given-file.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

test('readGivenFile() reads a file beside the person', async () => {
  const cwd = await temporaryDirectory({ 'deal.json': '{}' })
  expect(await readGivenFile('deal.json', 'the deal', { cwd })).toBe('{}')
})

test('readGivenFile() leaves out the byte order mark that an editor has put before the text', async () => {
  const cwd = await temporaryDirectory({ 'deal.json': '\ufeff{}' })
  expect(await readGivenFile('deal.json', 'the deal', { cwd })).toBe('{}')
})

test.each([
  ['none.json', 'there is no such file or folder'],
  ['folder', 'it is a folder, expected a file'],
])('readGivenFile() says why "%s" cannot be read', async (file, why) => {
  const cwd = await temporaryDirectory({ 'folder/deal.json': '{}' })
  await expect(readGivenFile(file, 'the deal', { cwd })).rejects.toMatchObject({
    code: 'usage',
    message: `Cannot read the deal "${file}": ${why}`,
  })
})
