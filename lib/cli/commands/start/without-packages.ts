import { AppError } from '../../../core/errors.ts'
import type { RegisterCommand } from '../../context.ts'

/**
 * A `start` that only says that the development packages are missing.
 * @throws the given error if it is about something else
 */
export function startWithoutPackages(error: unknown): { registerStart: RegisterCommand } {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error
  return {
    registerStart(command) {
      command
        .allowUnknownOption()
        .argument('[words...]')
        .action(() => {
          throw new AppError('usage', 'Cannot start: the development packages are not installed', {
            hint: 'run npm ci without --omit=dev; the commands for a deployment do not need these packages',
            cause: error,
          })
        })
    },
  }
}
