/** A domain that a person has typed. */
import { AppError, hasCode } from '../../core/errors.ts'
import { readDomain } from '../../services/registrar/domain-name.ts'

/** The domain of a command or an option, as `readDomain` gives it. @throws AppError `usage` */
export function readDomainArgument(text: string): string {
  try {
    return readDomain(text)
  } catch (error) {
    if (!hasCode(error, 'bad_request')) throw error
    throw new AppError('usage', error.message, { cause: error, ...(error.hint && { hint: error.hint }) })
  }
}
