/** The limits of what may wait to be registered, and the refusal of every change while writes are stopped. */

import { phrase } from '../../../../core/language/catalogue.ts'
import { phraseError } from '../../../../core/language/phrase-error.ts'
import { refuseStopped } from '../../../../core/store/stopped.ts'
import type { ConsoleCore } from '../../../core.ts'
import { isRegistered, listDrafts } from './drafts.ts'
import { LIST } from './words.ts'

/** The maximum number of rows that may wait; `MOST_BYTES` limits the size of their files. */
const MOST_WAITING = 500
const MOST_BYTES = 150_000_000

/**
 * Refuses to change a row when kura refuses every write.
 * @throws AppError `not_in_preview`, `paused`, `store_unavailable`
 */
export async function refuseChange(core: ConsoleCore): Promise<void> {
  core.handlerDeps.mayWrite({})
  await refuseStopped({}, core.store())
}

/**
 * Refuses to store more; `more` is the number of bytes that would be added.
 * @throws AppError as `refuseChange`; `limited` if too many rows wait already, or too many bytes would
 */
export async function refuseMore(more: number, core: ConsoleCore): Promise<void> {
  await refuseChange(core)
  const waiting = (await listDrafts(core.store())).filter(draft => !isRegistered(draft))
  const bytes = waiting.reduce((sum, { file }) => sum + (file?.size ?? 0), more)
  if (waiting.length < MOST_WAITING && bytes <= MOST_BYTES) return
  throw phraseError('limited', phrase(LIST.tooMuch), { hint: phrase(LIST.tooMuchDo) })
}
