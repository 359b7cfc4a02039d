/** The folder of a run's temporary files. */
import { spawnSync } from 'node:child_process'
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system in memory, if the machine is a Linux that has it. */
const MEMORY = '/dev/shm'
/** Bytes; a run has far less in its folder at any time. */
const ROOM = 2 ** 31

/**
 * A new folder, in memory if possible: no test needs a disk, for what is synced is recorded, and a test itself loses what is
 * not. A run with every kill is on the disk all the same.
 */
export function createRunFolder(): string {
  const isInMemory = process.env['KURA_TEST_KILLS'] !== 'all' && hasRoom(MEMORY) && startsPrograms(MEMORY)
  const folder = mkdtempSync(join(isInMemory ? MEMORY : tmpdir(), 'kura-tests-'))
  // tests start some programs as another user
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

/** Some machines forbid it for files in memory. */
function startsPrograms(parent: string): boolean {
  const folder = mkdtempSync(join(parent, 'kura-tests-'))
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  const { status } = spawnSync(program)
  rmSync(folder, { recursive: true })
  return status === 0
}
