import { expect, test } from 'vitest'
import { createFactReader, failedReply, joinFailed } from '../../../lib/app/open-items/facts.ts'
import { CLAIM_REASONS } from '../../../lib/core/claims/words.ts'
import { AppError } from '../../../lib/core/errors.ts'
import { phrase } from '../../../lib/core/language/catalogue.ts'
import { phraseError } from '../../../lib/core/language/phrase-error.ts'

test('a service whose facts cannot be read is named, with the phrase of the error and its English text', async () => {
  const { read, failed } = createFactReader()
  const lost = phrase(CLAIM_REASONS.claimLost)
  const errors = {
    tokens: new AppError('settings_missing', 'not set up'),
    registrar: phraseError('conflict', lost),
    cron: new Error('down'),
  }
  for (const [owner, error] of Object.entries(errors))
    expect(await read(owner, () => Promise.reject(error))).toBeUndefined()
  expect(failedReply(joinFailed(failed, failed))).toEqual([
    { owner: 'registrar', reason: { id: lost.id, values: {}, text: 'its claim is no longer held' } },
    { owner: 'cron', reason: { text: 'down' } },
  ])
})
