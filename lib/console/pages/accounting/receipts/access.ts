/** Only people who may register deals may open the pages of receipts. */
import { phrase } from '../../../../core/language/catalogue.ts'
import { phraseError } from '../../../../core/language/phrase-error.ts'
import type { Session } from '../../../sessions.ts'
import { LIST } from './words.ts'

const SCOPE = 'accounting.write'

/** @throws AppError `scope_missing` */
export function refuseOthers({ scopes }: Session): void {
  if (!scopes.includes(SCOPE)) throw phraseError('scope_missing', phrase(LIST.mayNot))
}
