/** The `npm start` of an installation without the development packages, among which is the server of the sandboxes. */
import { AppError } from '../../../core/errors.ts'
import type { RegisterCommand } from '../../context.ts'

/**
 * Returns a command that says which packages are missing, in place of the one that could not be loaded.
 * @throws the given error if it is about something else
 */
export function startWithoutPackages(error: unknown): { registerStart: RegisterCommand } {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error
  return {
    registerStart(program) {
      program
        .command('start')
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
