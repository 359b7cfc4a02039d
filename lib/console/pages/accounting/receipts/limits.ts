import { phrase } from '../../../../core/language/catalogue.ts'
import { phraseError } from '../../../../core/language/phrase-error.ts'
import { refuseStopped } from '../../../../core/store/stopped.ts'
import type { ConsoleCore } from '../../../core.ts'
import type { Session } from '../../../sessions.ts'
import { isRegistered, listDrafts } from './drafts.ts'
import { LIST } from './words.ts'

/** Refuses people who may not register deals. @throws AppError `scope_missing` */
export function refuseOthers({ scopes }: Session): void {
  if (!scopes.includes('accounting.write')) throw phraseError('scope_missing', phrase(LIST.mayNot))
}

/** The maximum number of rows that wait, and the maximum number of bytes of their files. */
const MOST_WAITING = 500
const MOST_BYTES = 150_000_000

/** Throws while no row may be changed. @throws AppError `not_in_preview`, `paused`, `store_unavailable` */
export async function refuseChange(core: ConsoleCore): Promise<void> {
  core.handlerDeps.mayWrite({})
  await refuseStopped({}, core.store())
}

/** `more` is the number of bytes to add. @throws AppError as `refuseChange`; `limited` if rows or bytes are too many */
export async function refuseMore(more: number, core: ConsoleCore): Promise<void> {
  await refuseChange(core)
  const waiting = (await listDrafts(core.store())).filter(draft => !isRegistered(draft))
  const bytes = waiting.reduce((sum, { file }) => sum + (file?.size ?? 0), more)
  if (waiting.length < MOST_WAITING && bytes <= MOST_BYTES) return
  throw phraseError('limited', phrase(LIST.tooMuch), { hint: phrase(LIST.tooMuchDo) })
}
