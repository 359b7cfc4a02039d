/** The errors that a caller gets if there is no access token. Each says what to do. */
import { notInPreview } from '../../../core/config/deployment.ts'
import { AppError } from '../../../core/errors.ts'
import { isPhraseOf } from '../../../core/language/catalogue.ts'
import { english } from '../../../core/language/text.ts'
import type { Reason } from '../../../core/phrase.ts'
import { TOKEN_REASONS } from './exchange/words.ts'
import type { Blocker, Refusal } from './keeper.ts'

const AUTHORIZE =
  'authorize again: press "Authorize the books" on the page Connections, or run kura accounting authorize'

/** Returns the error for the reason why the keeper of the token (`keeper.ts`) gives no access token. */
export function refusalError(refusal: Refusal): AppError {
  switch (refusal.kind) {
    case 'wait':
      return busy(`another instance is refreshing it, at the latest until ${moment(refusal.until)}`)
    case 'blocked':
      return blocked(refusal.by)
    case 'paused':
      return paused(refusal)
    case 'reauthorize':
      return new AppError(
        'reauthorize',
        `Cannot use the accounting service: its refresh token is no longer valid (${english(refusal.reason)})`,
        { hint: reauthorizeHint(refusal.reason) },
      )
  }
}

/** The codes with which the token endpoint refuses the application, not the refresh token (RFC 6749, section 5.2). */
const OF_APPLICATION: readonly string[] = ['invalid_client', 'unauthorized_client']

function reauthorizeHint(reason: Reason): string {
  if (typeof reason === 'string' && OF_APPLICATION.includes(reason))
    return `check ACCOUNTING_CLIENT_ID and ACCOUNTING_CLIENT_SECRET, then ${AUTHORIZE}`
  return `${AUTHORIZE} (if the log holds a reply that was not stored, put it back first: kura accounting recover)`
}

/** Returns the error if there is no credential at all. */
export function unauthorized(): AppError {
  return new AppError('reauthorize', 'Cannot use the accounting service: no authorization is stored', {
    hint: 'authorize once: press "Authorize the books" on the page Connections, or run kura accounting authorize',
  })
}

/** Returns the error during a pause. Its code is `reauthorize` (document 1, Errors), although kura continues to try. */
function paused({ failures: { count, reason }, until }: Extract<Refusal, { kind: 'paused' }>): AppError {
  const next = `the next attempt is allowed from ${moment(until)}`
  if (isPhraseOf(TOKEN_REASONS.unreachable, reason))
    return new AppError(
      'remote_unreachable',
      `Cannot refresh the accounting token: ${english(reason)}, ${next}`,
    )
  const failed = count === 1 ? 'it failed' : `it failed ${count} times in a row`
  return new AppError(
    'reauthorize',
    `Cannot refresh the accounting token: ${failed} (${english(reason)}), ${next}`,
    {
      hint: `kura tries again by itself; if the service works and this goes on, ${AUTHORIZE}`,
    },
  )
}

function blocked(by: Blocker): AppError {
  switch (by) {
    case 'not_in_preview':
      return notInPreview('refresh the accounting token')
    case 'acts_paused':
      return new AppError(
        'paused',
        'Cannot refresh the accounting token: KURA_PAUSED stops all acts, or the store is older than what was seen of it',
        { hint: `after a restore this is allowed: ${AUTHORIZE}` },
      )
    case 'not_in_this_function':
      return busy(
        'it is due, and this function does not refresh it',
        "ask for the report's status, which refreshes it, and then again",
      )
    case 'too_late':
      return busy('this function has too little time left to wait for the reply')
    case 'other_application':
      return new AppError(
        'reauthorize',
        'Cannot refresh the accounting token: it was issued to another application than the one in ACCOUNTING_CLIENT_ID',
        { hint: `set the application of the stored token, or ${AUTHORIZE}` },
      )
  }
}

function busy(why: string, hint = 'try again in a moment'): AppError {
  return new AppError('token_busy', `Cannot get the accounting token: ${why}`, { hint })
}

function moment(time: number): string {
  return new Date(time).toISOString()
}
