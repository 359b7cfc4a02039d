import { createHash } from 'node:crypto'

export interface SyncTask {
  /** The device's name, of lower-case letters, digits and `-`. */
  readonly name: string
  /** The absolute path of the folder. That of the start file, which the task runs with `sync`, is absolute too. */
  readonly dir: string
  readonly startFile: string
}

/** The hours of the runs: in working hours, because the machine is on. Several, because a file may be in use at one. */
export const HOURS: readonly number[] = [9, 12, 16]

/** The minute of the runs, derived from the device's name so that the devices do not call the host all at once. */
export function minuteOf({ name }: Pick<SyncTask, 'name'>): number {
  return (createHash('sha256').update(name).digest()[0] ?? 0) % 60
}

/** The times of the runs by the machine's clock: `09:05`. */
export function clockTexts(task: Pick<SyncTask, 'name'>): string[] {
  const minute = minuteOf(task)
  return HOURS.map(hour => [hour, minute].map(part => String(part).padStart(2, '0')).join(':'))
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export function xmlText(text: string): string {
  return text.replace(/[&<>"]/g, character => ENTITIES[character] ?? character)
}
