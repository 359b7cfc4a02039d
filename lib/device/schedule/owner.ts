/**
 * Refuses a second task for a folder. Another user's task could not replace the files that the first user installed,
 * and no system shows a user's tasks to another.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomic } from '../../core/disk/atomic-file.ts'
import { createRetry } from '../../core/disk/retry.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import { removeFile } from '../disk/file-changes.ts'
import { TASK_USER } from '../disk/layout.ts'
import { startCommand } from '../program/start-file.ts'
import type { Machine } from './machine.ts'
import { TASK } from './words.ts'

/** @throws AppError `conflict` if the task that syncs `dir` is another user's */
export async function refuseOtherUser(dir: string, machine: Machine): Promise<void> {
  const file = join(dir, TASK_USER)
  const user = (await readFile(file, 'utf8').catch(() => '')).trim()
  if (user === '' || isSameUser(user, await machine.user())) return
  const start = startCommand('uninstall', machine.platform)
  throw phraseError('conflict', phrase(TASK.otherUser, { dir, user }), {
    hint: phrase(TASK.otherUserHint, { start, user, file }),
  })
}

export async function recordUser(dir: string, machine: Machine): Promise<void> {
  await writeFileAtomic(join(dir, TASK_USER), `${await machine.user()}\n`, { retry: createRetry(machine) })
}

export async function forgetUser(dir: string, machine: Machine): Promise<void> {
  await removeFile(join(dir, TASK_USER), { platform: machine.platform, retry: createRetry(machine) })
}

/** Compares ids, because a user's name changes with the PC's. Without ids, compares names in any letter case. */
function isSameUser(one: string, other: string): boolean {
  const [id, otherId] = [one, other].map(text => / \(([^()]+)\)$/.exec(text)?.[1])
  return id && otherId ? id === otherId : one.toLowerCase() === other.toLowerCase()
}
