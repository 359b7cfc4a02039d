/**
 * The builds and records of an earlier version; `test/vectors/earlier/README.md` says which version, and how they were
 * made.
 */
import { execFile } from 'node:child_process'
import { copyFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { SyncResult } from '../../../lib/device/sync/result.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

const FOLDER = resolve(import.meta.dirname, '../../vectors/earlier')

export const EARLIER = {
  program: join(FOLDER, 'kura-device.mjs'),
  payload: join(FOLDER, 'payload'),
  release: join(FOLDER, 'release'),
  store: join(FOLDER, 'store.db'),
  replies: join(FOLDER, 'replies.json'),
  /** A moment at which no document in the folder has expired. */
  now: Date.parse('2026-11-22T01:00:00Z'),
} as const

/** Returns a copy of the earlier device program; a copy, because a run may replace its own file. */
export async function earlierProgram(): Promise<string> {
  const file = join(await temporaryDirectory(), 'kura-device.mjs')
  await copyFile(EARLIER.program, file)
  return file
}

/** Runs `sync` of a one-file device program in a process of its own. @throws if the exit status is not 0 */
export async function runProgram(file: string, dir: string): Promise<SyncResult> {
  const { stdout } = await promisify(execFile)(process.execPath, [file, 'sync', '--dir', dir, '--json'])
  return JSON.parse(stdout) as SyncResult
}
