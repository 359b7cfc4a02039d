import { chmod, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { phrase } from '../../../lib/core/language/catalogue.ts'
import { diskError } from '../../../lib/device/disk/error.ts'
import { DISK_ACTS } from '../../../lib/device/disk/words.ts'
import { longPathWarnings } from '../../../lib/device/sync/result.ts'
import { createDevice, windowsOf } from '../../helpers/device/device.ts'
import { AFTER, updating } from '../install/updating-device.ts'

/** Windows refuses some changes: while another program has a file open for a moment, and of read-only files. */
describe('refused', () => {
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
})

describe('long-paths', () => {
  const DIR = 'C:\\Users\\山田\\kura'
  const path = (length: number) => 'x'.repeat(length - DIR.length - 1)

  test.each([
    { name: 'paths that just fit', platform: 'win32', lengths: [259, 40], want: [] },
    {
      name: 'longer paths',
      platform: 'win32',
      lengths: [40, 260, 300],
      want: [expect.stringMatching(`: 2, such as "${path(260)}": move the folder`)],
    },
    { name: 'longer paths elsewhere', platform: 'linux', lengths: [300], want: [] },
  ] as const)('$name', ({ platform, lengths, want }) => {
    const files = lengths.map(length => ({ path: path(length) }))
    expect(longPathWarnings(files, { dir: DIR, platform })).toEqual(want)
  })

  test('a sync warns once, and the operator reads it too', async () => {
    const long = `${'folder/'.repeat(40)}a.md`
    const device = await createDevice({ 'a.md': 'A', [long]: 'B' })
    const { warnings } = await device.sync({ platform: 'win32' })
    expect(warnings).toEqual([
      expect.stringContaining(
        `259 characters, which many programs on Windows cannot open: 1, such as "${long}"`,
      ),
    ])
    expect(device.host.reports.at(-1)?.problems).toEqual(warnings)
  })
})

describe('error', () => {
  test.each([
    {
      message: "ENOSPC: no space left on device, write '/x'",
      code: 'ENOSPC',
      want: 'ENOSPC, no space left on device',
    },
    {
      message: "EPERM, Operation not permitted: /x/y '/x/y'",
      code: 'EPERM',
      want: 'EPERM, Operation not permitted',
    },
  ])('$code is told once, and without the path', ({ message, code, want }) => {
    const error = diskError(
      phrase(DISK_ACTS.install, { path: 'a' }),
      Object.assign(new Error(message), { code }),
    )
    expect(error).toMatchObject({ code: 'device_write', message: `Cannot install "a": ${want}` })
  })
})
