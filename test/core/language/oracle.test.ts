/** kura writes every message in the same way as intl-messageformat, another implementation of ICU MessageFormat. */
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, test } from 'vitest'
import { MESSAGES } from '../../../lib/core/language/catalogue.ts'
import { LANGUAGES, type Language } from '../../../lib/core/language/language.ts'
import { textOf } from '../../../lib/core/language/text.ts'
import { englishWords } from '../../helpers/notice-words.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const TAGS: Readonly<Record<Language, string>> = { en: 'en-GB', ja: 'ja-JP' }
const timezone = 'Asia/Tokyo'
const DATE = { timeZone: timezone, dateStyle: 'long', calendar: 'gregory' } as const
const FORMATS = {
  date: {
    day: DATE,
    time: { ...DATE, timeStyle: 'short' },
    weekday: { timeZone: timezone, weekday: 'short', day: 'numeric', month: 'short' },
  },
} as const
const MOMENT = Date.parse('2026-11-22T15:30:00Z')
/** The numbers for placeholders; they are on both sides of each plural form, and of the separator of thousands. */
const SAMPLES = [0, 1, 2, 999, 1000, 123_456]

const files = globSync('lib/**/*.ts', { cwd: ROOT }).filter(file =>
  /\bcatalogue\(\s*'/.test(readFileSync(resolve(ROOT, file), 'utf8')),
)
const subjects = files.flatMap(file =>
  [...readFileSync(resolve(ROOT, file), 'utf8').matchAll(/\bcatalogue\(\s*'([^']+)'/g)].map(
    ([, subject = '']) => subject,
  ),
)
await Promise.all(files.map(file => import(resolve(ROOT, file))))

/**
 * Returns a value for each placeholder of the texts. A placeholder that any text formats as a number or a plural gets
 * `number`, one that is formatted as a date gets a moment, and each other one a text.
 */
function valuesOf(texts: readonly string[], number: number): Record<string, string | number> {
  const placeholders = texts.flatMap(text => [...text.matchAll(/\{(\w+)(?:, (\w+)|\})/g)])
  const values = placeholders.map(([, name = '', kind]): [string, string | number] => [
    name,
    kind === undefined ? `「${name}'s {value}」` : kind === 'date' ? MOMENT : number,
  ])
  return Object.fromEntries(
    values.toSorted(
      ([, one], [, other]) => Number(typeof one === 'number') - Number(typeof other === 'number'),
    ),
  )
}

describe.each(subjects.toSorted())('%s', subject => {
  const messages = [...MESSAGES.values()].filter(({ id }) => id.startsWith(`${subject}.`))

  test('is written once', () => expect(subjects.filter(other => other === subject)).toHaveLength(1))

  test.each(messages)('$id', message => {
    for (const language of LANGUAGES)
      for (const number of SAMPLES) {
        const values = valuesOf([message.en, message.ja], number)
        const oracle = new IntlMessageFormat(message[language], TAGS[language], FORMATS, { ignoreTag: true })
        expect(textOf({ id: message.id, values }, { language, timezone })).toBe(oracle.format(values))
      }
  })

  // instructions contain names of programs and texts on other systems' screens, and a usage contains words to type
  const isOfScreens = /^(?:enrolment|setup|start|network)(?:\.|$)/.test(subject)
  const inJapanese = messages.filter(({ id }) => !isOfScreens && id !== 'program.usage')
  test.each(inJapanese)('$id is in Japanese', ({ id, en, ja }) => {
    const text = textOf({ id, values: valuesOf([en, ja], 2) }, { language: 'ja', timezone })
    expect(
      englishWords(
        text.replaceAll(
          /(?:npx )?kura [a-z -]+|https:\/\/|(?:og|twitter):url|Safari|Chrome|\bQR\b|\bAPI\b|\bUTC\b|Upstash|[A-Z]+(?:_[A-Z]+)+/g,
          '',
        ),
      ),
    ).toEqual([])
  })

  test('no space separates a value from the particle that follows it', () => {
    expect(messages.filter(({ ja }) => /\} \p{Script=Hiragana}/u.test(ja))).toEqual([])
  })
})
