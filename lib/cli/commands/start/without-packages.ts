/** `npm start` in an installation without the development packages, which have the sandboxes' server. */
import { AppError } from '../../../core/errors.ts'
import type { RegisterCommand } from '../../context.ts'

/**
 * Returns a command that says what is missing, in place of the one that could not be loaded.
 * @throws the error if it is another one
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
