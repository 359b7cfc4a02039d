/** The task that syncs a device once a day, whatever system installs it. */
import { createHash } from 'node:crypto'

export interface DailyTask {
  /** The device's name: lower-case letters, digits and `-`. */
  readonly name: string
  /** The absolute paths of Node, of the device program, and of the device's directory. */
  readonly node: string
  readonly program: string
  readonly dir: string
}

/** The hour of the task: a working hour, so that the machine is on. */
export const HOUR = 9

/** Returns the time of day by the machine's clock: the names of devices spread them over an hour. */
export function timeOf({ name }: Pick<DailyTask, 'name'>): { hour: number; minute: number } {
  const minute = (createHash('sha256').update(name).digest()[0] ?? 0) % 60
  return { hour: HOUR, minute }
}

/** Returns the program's arguments. */
export function wordsOf({ node, program, dir }: DailyTask): string[] {
  return [node, program, 'sync', '--dir', dir]
}

/** `09:05` */
export function clockText(task: Pick<DailyTask, 'name'>): string {
  const { hour, minute } = timeOf(task)
  return [hour, minute].map(part => String(part).padStart(2, '0')).join(':')
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export function xmlText(text: string): string {
  return text.replace(/[&<>"]/g, character => ENTITIES[character] ?? character)
}
