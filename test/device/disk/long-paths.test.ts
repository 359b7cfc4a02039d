import { expect, test } from 'vitest'
import { longPathWarnings } from '../../../lib/device/sync/result.ts'
import { createDevice } from '../../helpers/device/device.ts'

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
