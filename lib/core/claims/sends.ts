/** Compares what a person has seen and approved with what an act is about to send. */
import { phrase } from '../language/catalogue.ts'
import { phraseError } from '../language/phrase-error.ts'
import { actDigest } from './claims.ts'
import { REFUSALS } from './words.ts'

/**
 * Checks that an act sends exactly the body that the request names. `sends` is the SHA-256 of the body that was shown,
 * in hex; undefined if the request names none.
 * @throws AppError `conflict` if the act would send another body
 */
export function refuseOtherBody(cannot: string, sends: string | undefined, body: string): void {
  if (sends === undefined || sends === actDigest(body)) return
  throw phraseError('conflict', phrase(REFUSALS.otherBody, { cannot }), { hint: phrase(REFUSALS.notSent) })
}
