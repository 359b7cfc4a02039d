import { createHash } from 'node:crypto'

export interface SyncTask {
  /** Lower-case letters, digits and `-`. */
  readonly name: string
  /** Absolute, as the path of the start file, which the task runs with the word `sync`. */
  readonly dir: string
  readonly startFile: string
}

/** Working hours, because the machine is on then. A file that is in use at one run can be replaced at another. */
export const HOURS: readonly number[] = [9, 12, 16]

/** Derived from the device's name, so that the devices do not call the host all at once. */
export function minuteOf({ name }: Pick<SyncTask, 'name'>): number {
  return (createHash('sha256').update(name).digest()[0] ?? 0) % 60
}

/** By the machine's clock: `09:05`. */
export function clockTexts(task: Pick<SyncTask, 'name'>): string[] {
  const minute = minuteOf(task)
  return HOURS.map(hour => [hour, minute].map(part => String(part).padStart(2, '0')).join(':'))
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export function xmlText(text: string): string {
  return text.replace(/[&<>"]/g, character => ENTITIES[character] ?? character)
}
