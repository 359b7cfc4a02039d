import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

/** Returns a Node of that major version on this machine's path. */
export async function findNode(major: number): Promise<string | undefined> {
  const names = (process.env['PATH'] ?? '').split(delimiter).map(folder => join(folder, 'node'))
  for (const name of names.filter(existsSync)) {
    const { stdout } = await promisify(execFile)(name, ['--version']).catch(() => ({ stdout: '' }))
    if (stdout.startsWith(`v${major}.`)) return name
  }
  return undefined
}
