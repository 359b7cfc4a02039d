/** Windows refuses some changes: while another program has a file open for a moment, and of read-only files. */
import { chmod, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDevice, windowsOf } from '../../helpers/device/device.ts'
import { AFTER, updating } from '../install/updating-device.ts'

test.each([30, 100, 500])(
  'a scanner that opens each new file for %i ms stops no sync',
  async milliseconds => {
    const device = await updating()
    const { files, on } = windowsOf(device)
    files.scan(milliseconds)
    expect(await device.sync(on)).toMatchObject({ release: 2, installed: 4, indexed: 4, warnings: [] })
    expect(files.refusals).not.toEqual([])
    expect(await device.files()).toMatchObject(AFTER)
  },
)

test('a file that a person changed and made read-only is replaced, and kept', async () => {
  const device = await createDevice({ 'a.md': 'A' })
  await device.write('a.md', 'mine')
  await chmod(join(device.dir, 'a.md'), 0o444)
  const { on } = windowsOf(device)
  const { replaced } = await device.sync(on)
  expect(replaced).toEqual([{ path: 'a.md', copy: '.kura/replaced/a.md' }])
  expect(await device.files()).toMatchObject({ 'a.md': 'A' })
  expect(await device.read('.kura/replaced/a.md')).toBe('mine')
})

test('read-only files are updated and removed, the index and state of kura among them', async () => {
  const device = await updating()
  const own = ['a.md', 'old/leaves.md', 'folder', 'MEMORY.md', '.kura/state.json']
  for (const path of own) await chmod(join(device.dir, path), 0o444)
  const { on } = windowsOf(device)
  expect(await device.sync(on)).toMatchObject({ release: 2, installed: 4, indexed: 4, replaced: [] })
  expect(await device.files()).toMatchObject(AFTER)
  expect((await stat(join(device.dir, 'a.md'))).mode & 0o200).toBe(0o200)
})
