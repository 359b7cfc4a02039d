/** Compares what a person has seen and approved with what an act is about to send. */
import { AppError } from '../errors.ts'
import { actDigest } from './claims.ts'

/**
 * Checks that an act sends exactly the body that the request names. `sends` is the SHA-256 of the body that was shown,
 * in hex; undefined if the request names none.
 * @throws AppError `conflict` if the act would send another body
 */
export function refuseOtherBody(cannot: string, sends: string | undefined, body: string): void {
  if (sends === undefined || sends === actDigest(body)) return
  throw new AppError('conflict', `${cannot}: what it would send is not what was shown`, {
    hint: 'nothing was sent: look at it again',
  })
}
