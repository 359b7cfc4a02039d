import { notInPreview } from '../../../core/config/deployment.ts'
import type { AppError } from '../../../core/errors.ts'
import { isPhraseOf, phrase } from '../../../core/language/catalogue.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import type { Phrase, Reason } from '../../../core/phrase.ts'
import { TOKEN_REASONS, TOKEN_REFUSALS } from './exchange/words.ts'
import { type Blocker, type Refusal, refusesSettings } from './keeper.ts'

const AUTHORIZE = phrase(TOKEN_REFUSALS.authorize)

export function refusalError(refusal: Refusal): AppError {
  switch (refusal.kind) {
    case 'wait':
      return busy(phrase(TOKEN_REFUSALS.refreshing, { until: moment(refusal.until) }))
    case 'blocked':
      return BLOCKED[refusal.by]()
    case 'paused':
      return paused(refusal)
    case 'reauthorize':
      return phraseError('reauthorize', phrase(TOKEN_REFUSALS.ended, { reason: refusal.reason }), {
        hint: reauthorizeHint(refusal.reason),
      })
  }
}

/** The codes by which the token endpoint refuses the application, not the refresh token (RFC 6749 section 5.2). */
const OF_APPLICATION: readonly string[] = ['invalid_client', 'unauthorized_client']

function reauthorizeHint(reason: Reason): Phrase {
  if (typeof reason === 'string' && OF_APPLICATION.includes(reason))
    return phrase(TOKEN_REFUSALS.checkApplication, { authorize: AUTHORIZE })
  return phrase(TOKEN_REFUSALS.recoverFirst, { authorize: AUTHORIZE })
}

export function unauthorized(): AppError {
  return phraseError('reauthorize', phrase(TOKEN_REFUSALS.none), { hint: phrase(TOKEN_REFUSALS.once) })
}

/** The error is `reauthorize` if the token endpoint answers (document 1, Errors), although kura continues to try. */
function paused({ failures: { count, reason }, until }: Extract<Refusal, { kind: 'paused' }>): AppError {
  const next = moment(until)
  if (isPhraseOf(TOKEN_REASONS.unreachable, reason))
    return phraseError('remote_unreachable', phrase(TOKEN_REFUSALS.unreachable, { reason, next }))
  if (refusesSettings(reason))
    return phraseError('reauthorize', phrase(TOKEN_REFUSALS.wrongSecret, { reason, next }), {
      hint: phrase(TOKEN_REFUSALS.setSecret),
    })
  return phraseError('reauthorize', phrase(TOKEN_REFUSALS.failed, { count, reason, next }), {
    hint: phrase(TOKEN_REFUSALS.byItself, { authorize: AUTHORIZE }),
  })
}

const BLOCKED: Readonly<Record<Blocker, () => AppError>> = {
  not_in_preview: () => notInPreview('refresh the accounting token'),
  acts_paused: () =>
    phraseError('paused', phrase(TOKEN_REFUSALS.paused), {
      hint: phrase(TOKEN_REFUSALS.afterRestore, { authorize: AUTHORIZE }),
    }),
  not_in_this_function: () => busy(phrase(TOKEN_REFUSALS.notHere), phrase(TOKEN_REFUSALS.askStatus)),
  too_late: () => busy(phrase(TOKEN_REFUSALS.tooLate)),
  other_application: () =>
    phraseError('reauthorize', phrase(TOKEN_REFUSALS.otherApplication), {
      hint: phrase(TOKEN_REFUSALS.setApplication, { authorize: AUTHORIZE }),
    }),
}

function busy(why: Phrase, hint = phrase(TOKEN_REFUSALS.inAMoment)): AppError {
  return phraseError('token_busy', phrase(TOKEN_REFUSALS.busy, { why }), { hint })
}

function moment(time: number): string {
  return new Date(time).toISOString()
}
