/** A file system without hard links, such as a memory card's: old files are kept as copies. */
import { beforeEach, expect, test, vi } from 'vitest'
import { openDisk } from '../../../lib/device/disk/disk.ts'
import { systemCode } from '../../../lib/device/disk/error.ts'
import { createDevice } from '../../helpers/device/device.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const refused = vi.hoisted(() => ({ count: 0, code: '' }))
vi.mock('node:fs', async importOriginal => ({
  ...(await importOriginal<typeof import('node:fs')>()),
  linkSync: () => {
    refused.count++
    throw Object.assign(new Error(`${refused.code}: injected, link`), { code: refused.code })
  },
}))

beforeEach(() => {
  refused.code = 'EPERM'
})

test('a release is installed, undone and completed without them', async () => {
  const device = await createDevice({ 'a.md': 'A', 'b.md': 'B' })
  await device.sync()
  await device.write('a.md', 'mine')
  device.publish(2, { 'a.md': 'A2', 'b.md': 'B2' })
  const before = await device.files()
  const error = await device.failure({
    intercept: changes => ({
      ...changes,
      async rename(from, to) {
        if (to === 'MEMORY.md' || to === '.kura/state.json')
          throw Object.assign(new Error('EIO: x'), { code: 'EIO' })
        await changes.rename(from, to)
      },
    }),
  })
  expect(error.code).toBe('device_write')
  expect(await device.files()).toEqual(before)
  expect(await device.sync()).toMatchObject({ installed: 2, replaced: [{ copy: '.kura/replaced/a.md' }] })
  expect(await device.read('.kura/replaced/a.md')).toBe('mine')
  expect(refused.count).toBeGreaterThan(3)
})

const ANSWERS = [
  { code: 'EPERM', platform: 'linux', copies: true },
  { code: 'EMLINK', platform: 'linux', copies: true },
  { code: 'EISDIR', platform: 'linux', copies: false },
  { code: 'EISDIR', platform: 'win32', copies: true },
  { code: 'EACCES', platform: 'win32', copies: false },
] as const
test.each(ANSWERS)('$code on $platform means that there are none: $copies', async row => {
  refused.code = row.code
  const disk = openDisk(await temporaryDirectory({ 'a.md': 'A' }), {
    platform: row.platform,
    sleep: async () => undefined,
  })
  const linking = disk.link('a.md', 'b.md')
  if (!row.copies) {
    const error: unknown = await linking.catch((thrown: unknown) => thrown)
    return expect(systemCode(error)).toBe(row.code)
  }
  await linking
  expect(Buffer.from(await disk.read('b.md')).toString()).toBe('A')
})
