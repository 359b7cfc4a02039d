import { expect, test } from 'vitest'
import { openDisk } from '../../../lib/device/disk/disk.ts'
import { readKept, storeKept } from '../../../lib/device/network/transport.ts'
import type { RunProgram } from '../../../lib/device/system-program.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const unused: RunProgram = () => Promise.reject(new Error('no program is needed'))

test('what was kept stays if it cannot be replaced', async () => {
  const dir = await temporaryDirectory()
  const disk = openDisk(dir, { platform: 'linux' })
  await disk.makeFolder('.kura')
  const kept = { proxy: 'http://proxy.example:8080/' }
  await storeKept(disk, kept, unused)
  const full = openDisk(dir, {
    platform: 'linux',
    intercept: changes => ({
      ...changes,
      extend: () => Promise.reject(Object.assign(new Error('ENOSPC: no space'), { code: 'ENOSPC' })),
    }),
  })
  await storeKept(full, { systemSince: 1 }, unused)
  expect(await readKept(disk)).toEqual(kept)
})
