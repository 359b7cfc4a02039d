/** What a new operator has after `git clone` and `npm ci`. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, symlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

const PROJECT = resolve(import.meta.dirname, '../..')

/**
 * A checkout in the empty directory `folder`. `git clone` would take the last commit, and this takes the files as they are
 * now, so that the walk fails for a line that is not committed yet. `npm ci` needs a network: the packages of this project
 * are linked instead, and the job that installs the project before its tests shows that `npm ci` works.
 */
export async function checkOut(folder: string): Promise<void> {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: PROJECT,
    encoding: 'utf8',
  })
  for (const name of listed.split('\0').filter(name => name !== '' && existsSync(join(PROJECT, name)))) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await copyFile(join(PROJECT, name), join(folder, name))
  }
  await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'))
}
