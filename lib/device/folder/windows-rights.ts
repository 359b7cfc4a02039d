import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, win32 } from 'node:path'
import type { Retry } from '../../core/disk/retry.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import { type Ended, type RunProgram, saidBy } from '../system-program.ts'
import { userSid, WHOAMI } from './secrets.ts'
import { otherWriter } from './windows-writers.ts'
import { FOLDER_FAILURES, FOLDER_HINTS, USER_FOLDER } from './words.ts'

/** The first path that another user can write. @throws AppError `device_write` if this cannot be found out */
export async function openOnWindows(
  dir: string,
  paths: readonly string[],
  { run, retry }: { run: RunProgram; retry: Retry },
): Promise<{ path: string; who: string } | undefined> {
  const asked = await run('whoami', WHOAMI)
  const sid = userSid(asked.stdout)
  if (asked.status !== 0 || sid === undefined) throw unknown(dir, 'whoami', asked)
  for (const path of paths) {
    const { saved, ...ended } = await rightsOf(path, { run, retry })
    if (ended.status !== 0 || !HAS_RIGHTS.test(saved)) throw unknown(dir, 'icacls', ended)
    const who = otherWriter(saved, sid)
    if (who !== undefined) return { path, who }
  }
  return undefined
}

const HAS_RIGHTS = /^D:/m

/** Reads the rights of a path. The reading is retried, because a virus scanner may have the file open for a moment. */
async function rightsOf(path: string, { run, retry }: { run: RunProgram; retry: Retry }) {
  const file = join(tmpdir(), `kura-rights-${randomUUID()}`)
  const ended = await run('icacls', [win32.normalize(path), '/save', file])
  const saved = await retry(file, () => readFile(file, 'utf16le')).catch(() => '')
  await retry(file, () => rm(file, { force: true })).catch(() => undefined)
  return { ...ended, saved }
}

function unknown(dir: string, program: string, ended: Ended) {
  const values = { dir, program, said: saidBy(ended) }
  return phraseError('device_write', phrase(FOLDER_FAILURES.unknownRights, values), {
    hint: phrase(FOLDER_HINTS.ownDrive, { example: USER_FOLDER }),
  })
}
