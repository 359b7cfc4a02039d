/** The folder for the temporary files of a run. */
import { spawnSync } from 'node:child_process'
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folder of a file system in memory, which most Linux machines have. */
const MEMORY = '/dev/shm'
/** The required free space in bytes; a run needs far less. */
const ROOM = 2 ** 31

/**
 * Creates a new folder, in memory if possible: no test needs a disk, because tests record syncs instead. A run with
 * every kill uses the disk all the same.
 */
export function createRunFolder(): string {
  const isInMemory = process.env['KURA_TEST_KILLS'] !== 'all' && hasRoom(MEMORY) && startsPrograms(MEMORY)
  const folder = mkdtempSync(join(isInMemory ? MEMORY : tmpdir(), 'kura-tests-'))
  // some tests start programs as another user, who has to read the folder
  chmodSync(folder, 0o755)
  return folder
}

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > ROOM
  } catch {
    return false
  }
}

/** Whether programs can be started from a folder; some machines forbid this for files in memory. */
function startsPrograms(parent: string): boolean {
  const folder = mkdtempSync(join(parent, 'kura-tests-'))
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  const { status } = spawnSync(program)
  rmSync(folder, { recursive: true })
  return status === 0
}
