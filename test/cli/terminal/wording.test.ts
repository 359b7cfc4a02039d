import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { localeToShow } from '../../../lib/cli/terminal/wording.ts'
import { readConfig } from '../../../lib/core/config/config.ts'

test.each([
  [{}, 'en'],
  [{ KURA_LANGUAGE: '' }, 'en'],
  [{ KURA_LANGUAGE: 'ja' }, 'ja'],
  [{ KURA_LANGUAGE: 'en', KURA_TIMEZONE: 'Asia/Tokyo' }, 'en'],
  [{ KURA_LANGUAGE: 'ja', KURA_TIMEZONE: 'Nowhere' }, 'en'],
] as const)('localeToShow() with %j is %s', (env, language) => {
  expect(localeToShow(readConfig(env)).language).toBe(language)
})

/** What is written for the person at a device, who may not be the person at the terminal. */
const FOR_DEVICES = ['commands/device/enrol.ts', 'terminal/wording.ts']

test('the command line takes only the time zone from the setting itself', () => {
  const folder = resolve(import.meta.dirname, '../../../lib/cli')
  const others = globSync('**/*.ts', { cwd: folder }).filter(file => {
    const text = readFileSync(join(folder, file), 'utf8')
    return text
      .replaceAll(/\{ timezone \} = (?:context\.)?config\.locale\(\)/g, '')
      .match(/config\.locale\(\)(?!\.timezone)/)
  })
  expect(others.toSorted()).toEqual(FOR_DEVICES)
})
