/** A file system without hard links, as memory cards have: old files are kept as copies instead. */
import { expect, test, vi } from 'vitest'
import { createDevice } from '../helpers/device.ts'

const refused = vi.hoisted(() => ({ count: 0 }))
vi.mock('node:fs/promises', async importOriginal => ({
  ...(await importOriginal<typeof import('node:fs/promises')>()),
  link: async () => {
    refused.count++
    throw Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' })
  },
}))

test('a release is installed, taken back and finished without them', async () => {
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
