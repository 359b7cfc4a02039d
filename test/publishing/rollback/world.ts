/** A publisher whose folder is a git checkout. */
import { execFileSync } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  createTestPublisher,
  type PayloadMap,
  TEST_NOW,
  type TestPublisher,
} from '../../helpers/publishing/release.ts'
import { copiedPublisher } from '../../helpers/publishing/temporary-publisher.ts'

const IDENTITY = ['-c', 'user.name=test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false']
export const git = (cwd: string, ...words: string[]) =>
  execFileSync('git', [...IDENTITY, ...words], { cwd, stdio: 'pipe' })
export const commit = (cwd: string, message: string) => {
  git(cwd, 'add', '-A', '.')
  git(cwd, 'commit', '-qm', message)
}

/** Publishers by their releases as JSON; a test gets a copy. They stay until the run ends. */
const histories = new Map<string, Promise<TestPublisher>>()

/** Returns a publisher whose folder has a commit for each release. */
export async function publisherWithHistory(releases: readonly PayloadMap[]): Promise<TestPublisher> {
  const key = JSON.stringify(releases)
  const publisher = histories.get(key) ?? createHistory(releases)
  histories.set(key, publisher)
  return copiedPublisher(await publisher)
}

async function createHistory(releases: readonly PayloadMap[]): Promise<TestPublisher> {
  const publisher = await createTestPublisher()
  git(publisher.dir, 'init', '-q', '-b', 'main')
  await writeFile(join(publisher.dir, '.gitignore'), 'keys/\n*.ignored\n')
  for (const [index, files] of releases.entries()) {
    await publisher.publish(files)
    commit(publisher.dir, `release ${index + 1}`)
  }
  return publisher
}

export const FIRST = { 'a.md': '# One\n', 'docs/b.bin': new Uint8Array([0, 13, 10, 255]), c: 'c' }
export const SECOND = { 'a.md': '# Two\n', docs: 'a file in the place of a folder', d: 'd' }

export async function payloadOf({ payloadDir }: TestPublisher): Promise<Record<string, string>> {
  const entries = await readdir(payloadDir, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  const rows = files.map(async file => [file.slice(payloadDir.length + 1), await readFile(file, 'latin1')])
  return Object.fromEntries(await Promise.all(rows))
}

export const optionsOf = ({ payloadDir, releaseDir, keys }: TestPublisher) => ({
  payloadDir,
  releaseDir,
  keys,
  now: TEST_NOW,
})
