/** The names of people: one that could be read as a colleague's is refused. */
import { expect, test } from 'vitest'
import { PERSON_NAME } from '../../../lib/console/people/name.ts'

test.each([
  'Hana Mori',
  '森 花',
  'Hana 森',
  '山田タロウ',
  'José O’Neill',
  'Иван Петров',
  'Ken 2',
  'Müller',
  '김 Kim',
])('%j is a name', name => expect(PERSON_NAME.test(name)).toBe(true))

test.each([
  ['a Cyrillic е', 'K\u0435n'],
  ['a Greek Α', '\u0391nna'],
  ['a Cherokee letter', 'Me\u13a5'],
  ['markup', '<b>'],
  ['a direction character', 'Ken\u202e'],
  ['nothing', ''],
  ['61 letters', 'a'.repeat(61)],
])('%s is refused', (_, name) => expect(PERSON_NAME.test(name)).toBe(false))
