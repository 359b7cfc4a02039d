import { describe, expect, test } from 'vitest'
import { type DistributionFacts, distributionNotices } from '../../../lib/services/distribution/notices.ts'
import { noticeWords } from '../../helpers/notice-words.ts'

const NOW = Date.UTC(2026, 5, 15)
const DAY = 86_400_000
const day = (days: number) => new Date(NOW + days * DAY).toISOString()
const root = { version: 1, expires: day(300), development: false }
const current = { version: 5, created: day(-20), expires: day(80), root }
const device = {
  name: 'laptop',
  keyid: 'laptop:device:1',
  version: 5,
  expected: 7,
  installed: 7,
  indexed: 7,
  line: 'memory=7 / index reference=yes',
  sequence: 1,
  since: day(-10),
  at: day(-0.5),
  whole: true,
  behind: false,
  silent: false,
  revoked: false,
}

const noticesOf = (input: DistributionFacts) => distributionNotices(input, NOW)

describe('distributionNotices()', () => {
  const rows: { name: string; input: DistributionFacts; want: [string, RegExp][] }[] = [
    { name: 'all is well', input: { current, devices: [device] }, want: [] },
    { name: 'nothing is published', input: { current: undefined, devices: [] }, want: [] },
    {
      name: 'a release 15 days before its end',
      input: { current: { ...current, expires: day(15) }, devices: [] },
      want: [],
    },
    {
      name: 'a release 14 days before its end',
      input: { current: { ...current, expires: day(14) }, devices: [] },
      want: [
        ['distribution/release', /The release expires soon: release 5 by 29 June 2026.*: kura publish$/],
      ],
    },
    {
      name: 'a release that expired',
      input: { current: { ...current, expires: day(0) }, devices: [] },
      want: [['distribution/release', /The release has expired: release 5 by 15 June 2026/]],
    },
    {
      name: 'a root two months before its end',
      input: { current: { ...current, root: { ...root, expires: day(59) } }, devices: [] },
      want: [['distribution/root', /The root expires soon: root 1 .*: kura root rotate$/]],
    },
    {
      name: 'a host behind its device',
      input: { current, devices: [{ ...device, version: 6 }] },
      want: [['distribution/host', /the host has release 5; laptop has release 6/]],
    },
    {
      name: 'a device behind for a day',
      input: { current, devices: [{ ...device, version: 4, behind: true, since: day(-1) }] },
      want: [],
    },
    {
      name: 'a device behind for two days',
      input: {
        current,
        devices: [{ ...device, version: 4, behind: true, since: day(-2), problems: ['disk full'] }],
      },
      want: [['distribution/device/laptop', /A device is behind: laptop, has release 4 \(disk full\)/]],
    },
    {
      name: 'a device that was whole until the next release, which is two days old',
      input: {
        current: { ...current, created: day(-2) },
        devices: [{ ...device, version: 4, behind: true }],
      },
      want: [['distribution/device/laptop', /laptop, has release 4/]],
    },
    {
      name: 'a device that has not asked since a release that is a day old',
      input: {
        current: { ...current, created: day(-1) },
        devices: [{ ...device, version: 4, behind: true }],
      },
      want: [],
    },
    {
      name: 'a silent device',
      input: { current, devices: [{ ...device, silent: true, at: day(-3), behind: true }] },
      want: [
        [
          'distribution/device/laptop',
          /A device is silent: laptop, last seen on 12 June 2026.*virus scanner.*quarantine/,
        ],
      ],
    },
    {
      name: 'a silent device whose key was revoked',
      input: { current, devices: [{ ...device, silent: true, revoked: true }] },
      want: [],
    },
    {
      name: 'a file that waits for a day',
      input: { current, devices: [{ ...device, waiting: [{ path: '要件.xlsx', since: day(-1.9) }] }] },
      want: [],
    },
    {
      name: 'a file that waits for two days, beside one that waits for a day',
      input: {
        current,
        devices: [
          {
            ...device,
            waiting: [
              { path: '要件.xlsx', since: day(-2) },
              { path: 'new.xlsx', since: day(-1) },
            ],
          },
        ],
      },
      want: [
        [
          'distribution/device/laptop/waiting',
          /^[^;]*has a file open that cannot be updated: laptop: 要件\.xlsx[^;]*close the file/,
        ],
      ],
    },
    {
      name: 'a file that waits on a silent device',
      input: {
        current,
        devices: [{ ...device, silent: true, waiting: [{ path: '要件.xlsx', since: day(-9) }] }],
      },
      want: [['distribution/device/laptop', /A device is silent/]],
    },
    {
      name: 'a device with a problem',
      input: { current, devices: [{ ...device, problems: ['index.md cannot be read'] }] },
      want: [['distribution/device/laptop', /A device reports a problem: laptop: index\.md/]],
    },
  ]
  test.each(rows)('$name', ({ input, want }) => {
    const found = noticesOf(input)
    expect(found.map(({ key }) => key)).toEqual(want.map(([key]) => key))
    for (const [index, [, text]] of want.entries()) {
      const notice = found[index]
      expect(notice && noticeWords(notice)).toMatch(text)
    }
  })

  test('an expiry that comes closer is a new step', () => {
    const stepAt = (days: number) =>
      noticesOf({ current: { ...current, expires: day(days) }, devices: [] })[0]?.step
    expect([14, 13, 7, 3, 1, 0.5, -1].map(stepAt)).toEqual([
      'release 5 14 days',
      'release 5 14 days',
      'release 5 7 days',
      'release 5 3 days',
      'release 5 1 days',
      'release 5 1 days',
      'release 5 expired',
    ])
  })
})
