/** How much may wait to be registered, and when nothing more is kept. */
import { phrase } from '../../../../core/language/catalogue.ts'
import { phraseError } from '../../../../core/language/phrase-error.ts'
import { refuseStopped } from '../../../../core/store/stopped.ts'
import type { Core } from '../../../core.ts'
import { isRegistered, listDrafts } from './drafts.ts'
import { LIST } from './words.ts'

/** The maximum of what waits: rows, and bytes of their files, which the store keeps. */
const MOST_WAITING = 500
const MOST_BYTES = 150_000_000

/** Refuses every change of a row, as every write is refused. @throws AppError `not_in_preview`, `paused` */
export async function refuseChange(core: Core): Promise<void> {
  core.handlerDeps.mayWrite({})
  await refuseStopped({}, core.store())
}

/**
 * Refuses what this deployment may not keep; `more` is the number of bytes to be kept.
 * @throws AppError as `refuseChange`; `limited` if too much waits already
 */
export async function refuseMore(more: number, core: Core): Promise<void> {
  await refuseChange(core)
  const waiting = (await listDrafts(core.store())).filter(draft => !isRegistered(draft))
  const bytes = waiting.reduce((sum, { file }) => sum + (file?.size ?? 0), more)
  if (waiting.length < MOST_WAITING && bytes <= MOST_BYTES) return
  throw phraseError('limited', phrase(LIST.tooMuch), { hint: phrase(LIST.tooMuchDo) })
}
