import { globSync, readFileSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MEANING } from '../../../lib/cli/help/words.ts'
import { EXIT, exitStatusOf } from '../../../lib/cli/terminal/exit-status.ts'
import { momentText, textInZone } from '../../../lib/cli/terminal/moment.ts'
import { writePrivateFile } from '../../../lib/cli/terminal/private-file.ts'
import { localeToShow } from '../../../lib/cli/terminal/wording.ts'
import { readConfig } from '../../../lib/core/config/config.ts'
import { AppError } from '../../../lib/core/errors.ts'
import { dayTimeText, startOfDay } from '../../../lib/core/language/wall-clock.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

describe('moment-zone', () => {
  test.each([
    { day: '2026-10-05', zone: 'Asia/Tokyo', start: '2026-10-04T15:00:00.000Z' },
    { day: '2026-10-05', zone: 'UTC', start: '2026-10-05T00:00:00.000Z' },
    // on these days, the clocks are set forward or back
    { day: '2026-03-29', zone: 'Europe/Berlin', start: '2026-03-28T23:00:00.000Z' },
    { day: '2026-10-25', zone: 'Europe/Berlin', start: '2026-10-24T22:00:00.000Z' },
    { day: '2026-10-26', zone: 'Europe/Berlin', start: '2026-10-25T23:00:00.000Z' },
    { day: '2026-03-08', zone: 'America/New_York', start: '2026-03-08T05:00:00.000Z' },
  ])('$day in $zone begins at $start', ({ day, zone, start }) => {
    expect(new Date(startOfDay(day, zone) ?? 0).toISOString()).toBe(start)
  })

  test.each(['2026-02-30', '2026-13-01', 'x', '', '2026-10-05T00:00'])('"%s" is no day', day => {
    expect(startOfDay(day, 'UTC')).toBeUndefined()
  })

  test('a moment is shown in the zone', () => {
    expect(dayTimeText('2026-10-05T15:03:07.123Z', 'Asia/Tokyo')).toBe('2026-10-06 00:03')
  })

  test.each([
    {
      text: 'it expired on 2026-10-05T15:03:07.123Z: publish',
      want: 'it expired on 2026-10-06 00:03 +09:00: publish',
    },
    { text: '期限切れです（2026-10-05T15:03:07.123Z）。', want: '期限切れです（2026-10-06 00:03 +09:00）。' },
  ])('a time in a text is shown in the zone: $text', ({ text, want }) => {
    expect(textInZone(text, 'Asia/Tokyo')).toBe(want)
  })
})

describe('exit-status', () => {
  test.each([
    ['a wrong option', new AppError('usage', 'Cannot read it'), 2],
    ['Ctrl-C', new AppError('interrupted', 'Stopped'), 130],
    [
      'a repeat of what is done',
      new AppError('conflict', 'Cannot', { details: { decision: 'already_done' } }),
      4,
    ],
    ['another conflict', new AppError('conflict', 'Cannot', { details: { decision: 'unknown' } }), 1],
    ['any other error', new AppError('not_found', 'Cannot find it'), 1],
    ['a bug', new TypeError('x is not a function'), 1],
  ])('%s', (_name, error, status) => {
    expect(exitStatusOf(error)).toBe(status)
  })

  test('every status has its meaning', () => {
    expect(Object.keys(MEANING)).toEqual(Object.keys(EXIT))
  })

  test('the manual has the same table', () => {
    const manual = readFileSync(new URL('../../../docs/README.md', import.meta.url), 'utf8')
    const rows = Object.entries(EXIT).map(
      ([name, status]) => `| ${status} | ${MEANING[name as keyof typeof EXIT].en} |`,
    )
    expect(manual).toContain(rows.join('\n'))
  })
})

describe('wording', () => {
  test.each([
    [{}, 'en'],
    [{ KURA_LANGUAGE: '' }, 'en'],
    [{ KURA_LANGUAGE: 'ja' }, 'ja'],
    [{ KURA_LANGUAGE: 'en', KURA_TIMEZONE: 'Asia/Tokyo' }, 'en'],
    [{ KURA_LANGUAGE: 'ja', KURA_TIMEZONE: 'Nowhere' }, 'en'],
  ] as const)('localeToShow() with %j is %s', (env, language) => {
    expect(localeToShow(readConfig(env)).language).toBe(language)
  })

  /** The files whose texts are for a person elsewhere: at a device, or on the console. */
  const FOR_OTHERS = ['commands/device/enrol.ts', 'commands/start/example/books.ts', 'terminal/wording.ts']

  test('the command line takes only the time zone from the setting itself', () => {
    const folder = resolve(import.meta.dirname, '../../../lib/cli')
    const others = globSync('**/*.ts', { cwd: folder }).filter(file => {
      const text = readFileSync(join(folder, file), 'utf8')
      return text
        .replaceAll(/\{ timezone \} = (?:context\.)?config\.locale\(\)/g, '')
        .match(/config\.locale\(\)(?!\.timezone)/)
    })
    expect(others.toSorted()).toEqual(FOR_OTHERS)
  })
})

describe('moment', () => {
  const rows = [
    { timezone: 'UTC', iso: '2026-11-20T14:03:59Z', want: '2026-11-20 14:03 UTC' },
    { timezone: 'UTC', iso: '2026-11-20T14:03:00Z', want: '2026-11-20 14:03 UTC' },
    { timezone: 'Asia/Tokyo', iso: '2026-11-20T15:03:00Z', want: '2026-11-21 00:03 +09:00' },
    { timezone: 'America/New_York', iso: '2026-07-01T03:30:00Z', want: '2026-06-30 23:30 -04:00' },
  ]
  test.each(rows)('momentText() of $iso in $timezone is $want', ({ timezone, iso, want }) => {
    expect(momentText(iso, timezone)).toBe(want)
  })
  const texts = [
    {
      text: 'until 2026-11-20T14:03:00.000Z at the latest',
      want: 'until 2026-11-20 23:03 +09:00 at the latest',
    },
    { text: 'until 2026-11-20 14:03 UTC', want: 'until 2026-11-20 23:03 +09:00' },
    { text: '(2026-11-20T14:03Z), then', want: '(2026-11-20 23:03 +09:00), then' },
    { text: 'the case "x 2026-11-20T14:03:00Z" is', want: 'the case "x 2026-11-20T14:03:00Z" is' },
    { text: 'status/2026-11-20T14:03:00Z', want: 'status/2026-11-20T14:03:00Z' },
    { text: 'the day 2026-11-20', want: 'the day 2026-11-20' },
  ]
  test.each(texts)('textInZone() of $text is $want', ({ text, want }) => {
    expect(textInZone(text, 'Asia/Tokyo')).toBe(want)
  })
})

describe('private-file', () => {
  test('a private file is for its owner alone, and is replaced only on request', async () => {
    const path = join(await temporaryDirectory(), 'keys/operator.json')
    await writePrivateFile(path, 'one', { replace: false })
    expect((await stat(path)).mode & 0o077).toBe(0)
    await expect(writePrivateFile(path, 'two', { replace: false })).rejects.toMatchObject({
      code: 'usage',
      message: `Cannot write "${path}": it already exists`,
    })
    await writePrivateFile(path, 'three', { replace: true })
    expect(await readFile(path, 'utf8')).toBe('three')
  })

  test('one whose folder is a file is named, with why', async () => {
    const path = join(await temporaryDirectory({ keys: 'a file' }), 'keys/hana/operator.json')
    await expect(writePrivateFile(path, 'one', { replace: true })).rejects.toMatchObject({
      code: 'usage',
      message: `Cannot write "${path}": a part of its path is a file, expected a folder`,
    })
  })
})
