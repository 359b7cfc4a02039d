import { expect, test } from 'vitest'
import type { Locale } from '../../../lib/core/language/language.ts'
import { localeOf } from '../../../lib/device/program/locale.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const SYSTEM: Locale = { language: 'en', timezone: 'Europe/Paris' }
const JAPAN: Locale = { language: 'ja', timezone: 'Asia/Tokyo' }
const TEXT = JSON.stringify(JAPAN)

test.each([
  { name: 'a device', files: { 'credentials.json': TEXT }, want: JAPAN },
  { name: 'a new folder', files: { 'enrolment.json': TEXT }, want: JAPAN },
  {
    name: 'a device that is enrolled again',
    files: { 'credentials.json': TEXT, 'enrolment.json': JSON.stringify({ ...JAPAN, language: 'en' }) },
    want: JAPAN,
  },
  {
    name: 'a device without a language',
    files: { 'credentials.json': '{"timezone":"Asia/Tokyo"}' },
    want: { ...SYSTEM, timezone: 'Asia/Tokyo' },
  },
  {
    name: 'a device with another language',
    files: { 'credentials.json': '{"language":"ko"}' },
    want: SYSTEM,
  },
  { name: 'a damaged file', files: { 'credentials.json': '{"language":"ja"' }, want: SYSTEM },
  { name: 'any other folder', files: {}, want: SYSTEM },
])('the language of $name', async ({ files, want }) => {
  expect(localeOf(await temporaryDirectory(files), () => SYSTEM)).toEqual(want)
})
