import { AppError, type ErrorCode } from '../../../core/errors.ts'
import type { Reason } from '../../../core/phrase.ts'
import type { CliContext } from '../../context.ts'
import { EXIT } from '../../terminal/exit-status.ts'

/** The result of a check; `unknown` means that the check could not be made. */
export type RowState = 'ok' | 'wrong' | 'unknown'

export interface Row {
  readonly check: string
  readonly state: RowState
  readonly found: string
  /** What a person should do about the fault; absent if the state is `ok`. */
  readonly mend?: Reason
}

/** The dependencies of a check; KURA_URL in the context is the address of the deployment. */
export interface DoctorDeps {
  readonly context: CliContext
  readonly url: string
  readonly key?: string | undefined
  readonly contact?: string | undefined
}

/** An AppError that a check throws becomes a row with the name of the check. */
export interface Check {
  readonly name: string
  run(deps: DoctorDeps): Promise<readonly Row[]>
}

export const ok = (check: string, found: string): Row => ({ check, state: 'ok', found })
const withMend =
  (state: 'wrong' | 'unknown') =>
  (check: string, found: string, mend: Reason): Row => ({ check, state, found, mend })
export const wrong = withMend('wrong')
export const unknown = withMend('unknown')

/** The error codes after which a check is `unknown` and not `wrong`, because the check could not be made. */
const UNASKED: readonly ErrorCode[] = [
  'usage',
  'scope_missing',
  'not_found',
  'not_in_preview',
  'remote_unreachable',
  'remote_silent',
  'limited',
  'token_busy',
]

/**
 * If a check fails with an AppError, the next checks still run.
 * @throws the reason of the signal after Ctrl-C; any other error
 */
export async function runChecks(checks: readonly Check[], deps: DoctorDeps): Promise<Row[]> {
  const rows: Row[] = []
  for (const check of checks) {
    deps.context.signal.throwIfAborted()
    rows.push(...(await check.run(deps).catch(error => [failedRow(check.name, error)])))
  }
  return rows
}

function failedRow(check: string, error: unknown): Row {
  if (!(error instanceof AppError) || error.code === 'interrupted') throw error
  const mend = error.hintPhrase ?? error.hint ?? 'see the log of the host'
  return UNASKED.includes(error.code)
    ? unknown(check, error.message, mend)
    : wrong(check, error.message, mend)
}

export function exitStatusOfRows(rows: readonly Row[]): number {
  if (rows.some(({ state }) => state === 'wrong')) return EXIT.failed
  return rows.some(({ state }) => state === 'unknown') ? EXIT.review : EXIT.done
}
