import { access } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Acceptance } from '../../../move/report/accepted.ts'
import type { CliContext } from '../../context.ts'
import { readGivenFile } from '../../terminal/given-file.ts'

interface Names {
  readonly accepted?: string | undefined
  readonly report?: string | undefined
}

/** The name of the file, usually beside the report; undefined if the options name neither this file nor a report. */
export function acceptedName({ accepted, report }: Names): string | undefined {
  return accepted ?? (report === undefined ? undefined : besideReport(report, 'accepted.json'))
}

/** The name of a file beside the report: `move.csv` for `move.html`. */
export function besideReport(report: string, ending: string): string {
  return `${report.replace(/\.html?$/i, '')}.${ending}`
}

/**
 * Returns the accepted findings; none if there is no file.
 * @throws AppError `usage` if the file cannot be read, or if `--accepted` names a file that does not exist
 */
export async function readAcceptedFile(
  names: Names,
  context: Pick<CliContext, 'cwd'>,
): Promise<Acceptance[]> {
  const name = acceptedName(names)
  if (name === undefined) return []
  if (names.accepted === undefined && !(await exists(resolve(context.cwd, name)))) return []
  const text = await readGivenFile(name, 'the accepted findings', context)
  // the schema is loaded only if there is a file
  const { readAccepted } = await import('../../../move/report/accepted.ts')
  return readAccepted(text, name)
}

export function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
