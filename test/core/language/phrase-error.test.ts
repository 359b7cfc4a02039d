import { expect, test } from 'vitest'
import { CLAIM_REASONS } from '../../../lib/core/claims/words.ts'
import { AppError, failureOf, restate } from '../../../lib/core/errors.ts'
import { phrase } from '../../../lib/core/language/catalogue.ts'
import { quotedReason } from '../../../lib/core/language/outside.ts'
import { phraseError } from '../../../lib/core/language/phrase-error.ts'
import { english, reasonIn, reasonMembers, textOf } from '../../../lib/core/language/text.ts'
import { JAPANESE } from '../../helpers/notice-words.ts'

const LOST = phrase(CLAIM_REASONS.claimLost)
const ERROR = phraseError('conflict', LOST, { hint: 'look again' })

test('an error has its phrase, and its message in English', () => {
  expect(ERROR).toMatchObject({ code: 'conflict', message: english(LOST), hint: 'look again' })
  expect(failureOf(ERROR)).toEqual(LOST)
})

test('a hint may be a phrase too, which stays with it', () => {
  const error = phraseError('conflict', LOST, { hint: LOST })
  expect(error).toMatchObject({ hint: english(LOST), hintPhrase: LOST })
  expect(restate(error, { details: {} }).hintPhrase).toEqual(LOST)
  expect(restate(error, { hint: 'wait' }).hintPhrase).toBeUndefined()
})

test.each([
  { name: 'another hint keeps the phrase', words: { hint: 'wait' }, want: LOST },
  { name: 'another message has none', words: { message: 'Cannot send it' }, want: 'Cannot send it' },
])('$name', ({ words, want }) => {
  expect(failureOf(restate(ERROR, words))).toEqual(want)
})

test.each([new AppError('conflict', 'its own words'), new Error('its own words'), 'its own words'])(
  'what has no phrase is known by its words: %s',
  error => expect(failureOf(error)).toBe('its own words'),
)

test('a reply has the English text of a reason and its phrase, and gives it back', () => {
  const members = reasonMembers(LOST)
  expect(members).toEqual({ reason: english(LOST), reasonId: 'claims.claimLost', reasonValues: {} })
  expect(reasonIn(members)).toEqual(LOST)
})

test('words from outside have no phrase, and are quoted for people', () => {
  expect(reasonMembers('code_7')).toEqual({ reason: 'code_7' })
  expect(reasonIn({ reason: 'code_7' })).toBe('code_7')
  expect(textOf(quotedReason('code_7'), JAPANESE)).toBe('「code_7」')
})
