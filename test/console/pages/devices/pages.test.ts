/**
 * 端末 / Devices as pages: states, each with since when and what to do; the last 30 days; the release. Text from outside
 * is escaped.
 */
import { describe, expect, test } from 'vitest'
import { devicePage } from '../../../../lib/console/pages/devices/device.ts'
import { devicesPage } from '../../../../lib/console/pages/devices/list.ts'
import type { DevicesData, ShownDevice } from '../../../../lib/console/pages/devices/read.ts'
import { releasePage } from '../../../../lib/console/pages/devices/release.ts'
import { mainStateOf } from '../../../../lib/services/distribution/lists/states.ts'
import { HOSTILE, viewIn } from '../../view.ts'

const SINCE = '2026-11-20T03:00:00.000Z'

function deviceOf(given: Partial<ShownDevice['report']> = {}): ShownDevice {
  const report = {
    name: 'pc-1',
    keyid: 'pc-1:device:1',
    release: 'r',
    version: 3,
    expected: 2,
    installed: 2,
    indexed: 2,
    line: 'memory=2',
    sequence: 1,
    since: SINCE,
    at: SINCE,
    whole: true,
    behind: false,
    silent: false,
    revoked: false,
    days: { until: '2026-11-23', marks: 'bw-w' },
    ...given,
  }
  return { report, name: report.name, state: mainStateOf(report), since: SINCE }
}

const dataOf = (devices: readonly ShownDevice[], given: Partial<DevicesData> = {}): DevicesData => ({
  devices,
  today: '2026-11-23',
  now: Date.parse('2026-11-23T03:00:00Z'),
  release: {
    release: 'r',
    version: 3,
    created: '2026-11-01T00:00:00.000Z',
    expires: '2026-12-05T04:00:00.000Z',
    files: 12,
    bytes: 3_400_000,
    root: { version: 1, expires: '2027-11-01T00:00:00.000Z', development: false },
  },
  ...given,
})

const listOf = (data: DevicesData, chosen: object = {}, language: 'en' | 'ja' = 'en') =>
  String(devicesPage(data, chosen, viewIn(language)).body)

describe('the page Devices', () => {
  test.each([
    [{}, 'whole', ''],
    [{ silent: true }, 'silent', 'check that it is switched on'],
    [{ behind: true, whole: false }, 'behind', 'look at the sync on the device'],
    [{ installed: 1, whole: false }, 'not whole', 'open the start file on the device'],
    [{ waiting: [{ path: 'a', since: SINCE }] }, 'a file is open', 'close the file on the device'],
    [{ problems: ['x'] }, 'reports a problem', 'correct what the device reports'],
    [{ whole: false }, 'ahead of the host', 'deploy the newest release folder'],
    [{ revoked: true, silent: true }, 'revoked', 'take it off the list'],
  ] as const)('%o is %s, since when, and what to do', (given, state, act) => {
    const text = listOf(dataOf([deviceOf(given as Partial<ShownDevice['report']>)]))
    expect(text).toContain(`>${state}</span> since 20 November 2026 at 12:00`)
    if (act !== '') expect(text).toContain(`To do: ${act}`)
    else expect(text).not.toContain('To do')
  })

  test('shows what needs a person first, counts the states, and leads on', () => {
    const whole = Array.from({ length: 30 }, (_, at) =>
      deviceOf({ name: `w-${String(at).padStart(2, '0')}` }),
    )
    const data = dataOf([...whole, deviceOf({ name: 'z', silent: true })])
    const text = listOf(data)
    expect([...text.matchAll(/device\?name=([\w-]+)/g)].map(([, name]) => name).slice(0, 3)).toEqual([
      'z',
      'w-00',
      'w-01',
    ])
    expect(text).toContain('all (31)')
    expect(text).toContain('whole (30)')
    expect(text).toContain('/console/devices?after=w-18')
    expect(listOf(data, { show: 'whole', after: 'w-19' })).toContain('w-20')
    expect(listOf(data, { show: 'silent' })).not.toContain('name=w-')
    expect(listOf(data, { show: 'behind' })).toContain('No device is in this state')
  })

  test('draws 30 days, and has the numbers in a table; a revoked device does not count', () => {
    const text = listOf(
      dataOf([
        deviceOf(),
        deviceOf({ name: 'b', days: { until: '2026-11-23', marks: 'i' } }),
        deviceOf({ name: 'c', revoked: true }),
      ]),
    )
    expect(text).toContain(
      'aria-label="The last 30 days: 1 whole, 1 behind or not whole, 0 without a report"',
    )
    expect(text).toContain(
      '<tr><th scope="row">2026-11-23</th><td class="n">1</td><td class="n">1</td><td class="n">0</td></tr>',
    )
    expect(text).toContain(
      '<tr><th scope="row">2026-11-22</th><td class="n">0</td><td class="n">0</td><td class="n">2</td></tr>',
    )
    expect(text).not.toContain('style=')
  })

  test('says what is published, how many days are left, and who publishes', () => {
    const text = listOf(dataOf([]))
    for (const part of [
      '5 December 2026, in 12 days',
      '12 files, 3.4 MB',
      'root 1',
      'publisher’s key',
      'No device has reported',
    ])
      expect(text).toContain(part)
    const release = dataOf([]).release
    if (!release) throw new Error('nothing is published')
    expect(listOf(dataOf([], { release: { ...release, bytes: 23_456 } }))).toContain('12 files, 24 KB')
    const expired = dataOf([], { now: Date.parse('2026-12-06T00:00:00Z') })
    expect(listOf(expired)).toContain('The release has expired')
    expect(listOf(dataOf([], { release: undefined }))).toContain('Nothing is published yet')
  })
})

describe('the page of a device', () => {
  test('shows its days, and offers to revoke and to forget', () => {
    const text = String(devicePage(deviceOf(), '2026-11-24', viewIn('en')).body)
    expect(text).toContain('2 whole, 1 behind or not whole, 27 without a report')
    expect(text).toContain('name="act" value="revoke"')
    expect(text).toContain('name="form" value="n"')
    expect(String(devicePage(deviceOf({ revoked: true }), '2026-11-24', viewIn('en')).body)).not.toContain(
      'value="revoke"',
    )
  })

  test.each(['en', 'ja'] as const)('shows text from outside as data, in %s', language => {
    const device = deviceOf({
      name: HOSTILE,
      keyid: HOSTILE,
      node: HOSTILE,
      problems: [HOSTILE],
      waiting: [{ path: HOSTILE, since: SINCE }],
    })
    const text =
      String(devicePage(device, '2026-11-24', viewIn(language)).body) + listOf(dataOf([device]), {}, language)
    expect(text).not.toContain('<b onclick')
    expect(text).not.toContain('\u202E')
    expect(text).toContain('&lt;U+202E&gt;shop')
  })
})

test('the page of the release says what is in it and what changed, and shows names as data', () => {
  const files = [
    { path: HOSTILE, size: 1_234, change: 'changed' as const },
    { path: 'old.md', size: 2, change: 'removed' as const },
    { path: 'same.md', size: 3, change: 'same' as const },
  ]
  const text = String(
    releasePage({ version: 4, before: 3, files, next: '1 same.md' }, undefined, viewIn('en')).body,
  )
  for (const part of ['Compared with release 3', '1,234 bytes', 'removed', 'unchanged', 'after=1%20same.md'])
    expect(text).toContain(part)
  expect(text).not.toContain('<b onclick')
  expect(text).toContain('&lt;U+202E&gt;shop')
  const first = releasePage({ version: 1, files: [], next: undefined } as never, undefined, viewIn('ja'))
  expect(String(first.body)).toContain('これより前の配布内容はありません')
})
