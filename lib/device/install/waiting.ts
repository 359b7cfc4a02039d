/** A held path is a link, a special file or a file open in another program. Steps of paths above and below it wait. */
import { stagedPath, undoPath } from '../disk/layout.ts'
import type { State } from '../trust/state-file.ts'
import type { Journal, Step } from './journal.ts'

export interface Waiting {
  readonly held: ReadonlySet<string>
  readonly steps: readonly Step[]
}

export const NOTHING_WAITS: Waiting = { held: new Set(), steps: [] }

/** Whether the path is held, or is above or below a held path. */
export function waits(path: string, held: Iterable<string>): boolean {
  for (const at of held)
    if (path === at || at.startsWith(`${path}/`) || path.startsWith(`${at}/`)) return true
  return false
}

export function waitingSteps({ steps }: Pick<Journal, 'steps'>, held: ReadonlySet<string>): Step[] {
  return steps.filter(({ path }) => waits(path, held))
}

/**
 * Returns the journal without the steps that wait. Its next state still names what kura had installed at their paths.
 * If a person has changed such a file, this record shows that the content is the person's, and kura keeps it later.
 */
export function settle(journal: Journal, held: ReadonlySet<string>): Journal {
  const steps = waitingSteps(journal, held)
  if (steps.length === 0) return journal
  return {
    ...journal,
    steps: journal.steps.filter(step => !steps.includes(step)),
    next: {
      ...journal.next,
      installed: installedBeside(journal.next.installed, steps),
      folders: foldersBeside(journal.next.folders, steps),
    },
  }
}

function installedBeside(installed: State['installed'], steps: readonly Step[]): State['installed'] {
  const present = new Map(steps.flatMap(step => ('installed' in step ? [[step.path, step.installed]] : [])))
  const absent = new Set(steps.flatMap(step => (step.do === 'put' && !step.installed ? [step.path] : [])))
  const stays = steps.flatMap((step): State['installed'] =>
    step.do === 'remove' && step.installed !== undefined ? [[step.path, step.installed]] : [],
  )
  const updated = installed
    .filter(([path]) => !absent.has(path))
    .map(([path, sha256]): [string, string] => [path, present.get(path) ?? sha256])
  return [...updated, ...stays]
}

function foldersBeside(folders: readonly string[], steps: readonly Step[]): string[] {
  const pathsOf = (kind: Step['do']) => steps.filter(step => step.do === kind).map(({ path }) => path)
  const unmade = new Set(pathsOf('make-folder'))
  return [...folders.filter(folder => !unmade.has(folder)), ...pathsOf('drop-folder')]
}

export function joinWaiting(one: Waiting, other: Waiting): Waiting {
  return { held: new Set([...one.held, ...other.held]), steps: [...one.steps, ...other.steps] }
}

/** The paths in kura's own folders that the waiting steps need. */
export function keptNames({ steps }: Waiting): ReadonlySet<string> {
  const staged = steps.flatMap(step => (step.do === 'put' ? [stagedPath(step.sha256)] : []))
  return new Set([...staged, ...steps.map(({ path }) => undoPath(path))])
}

export function waitingPaths({ held }: Waiting): string[] {
  return [...held].sort()
}
