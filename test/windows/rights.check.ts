/** The rights of files on Windows: only the user may read the key and write into the folder. */
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { openOffice } from './office.ts'
import { hasWindows, pathOf } from './wine.ts'

const LOG = 'C:\\programs\\icacls.log'

describe.skipIf(!hasWindows)('set-up', () => {
  test('cuts the rights of each file down before a secret is in it', async () => {
    const { publisher, enrol } = await openOffice()
    await publisher.publish({ 'a.md': '# a\n' })
    const pc = await enrol('C:\\users\\佐藤\\kura')
    expect(await pc.open()).toMatchObject({ status: 0 })
    const lines = (await readFile(pathOf(LOG), 'utf8')).split('\n').map(line => line.split('\t'))
    const cut = lines.filter(([file, option]) => file?.startsWith(pc.dir) && option === '/inheritance:r')
    const rights = ['/inheritance:r', '/grant:r', '*S-1-5-21-1-2-3-1001:F', '*S-1-5-18:F']
    expect(cut).toEqual([
      [`${pc.dir}\\enrolment.json`, ...rights, expect.stringMatching(/^[1-9]/)],
      [`${pc.dir}\\.kura\\enrolment-claim`, ...rights, '0'],
      [`${pc.dir}\\.kura\\credentials.next`, ...rights, '0'],
    ])
  })

  test('refuses a folder that other users can write into', async () => {
    const { publisher, enrol } = await openOffice()
    await publisher.publish({ 'a.md': '# a\n' })
    const pc = await enrol('C:\\kura')
    expect(await pc.open()).toMatchObject({ status: 1, said: expect.stringContaining('%USERPROFILE%\\kura') })
    expect(await pc.files({ 'a.md': '' })).toEqual({})
  })
})
