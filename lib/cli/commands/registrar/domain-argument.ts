import { AppError, hasCode } from '../../../core/errors.ts'
import { readDomain } from '../../../services/registrar/domains/name.ts'

/**
 * The domain, normalised by `readDomain`.
 * @throws AppError `usage`
 */
export function readDomainArgument(text: string): string {
  try {
    return readDomain(text)
  } catch (error) {
    if (!hasCode(error, 'bad_request')) throw error
    throw new AppError('usage', error.message, { cause: error, ...(error.hint && { hint: error.hint }) })
  }
}
