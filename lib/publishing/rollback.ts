/** Versions only grow, so a rollback publishes files of an earlier release, restored by git, as the next release. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { AppError, messageOf } from '../core/errors.ts'
import { manifestName, POINTER, parseManifest, parsePointer } from '../core/release/catalog.ts'
import { readPayloadSettings, settingsFileOf } from './payload/settings.ts'
import { walkPayload } from './payload/walk.ts'
import { compareRelease } from './plan.ts'
import type { PublishOptions } from './publish.ts'

type Folders = Pick<PublishOptions, 'payloadDir' | 'releaseDir' | 'settingsFile'>

/** `commit` is the commit that put the release into the release folder; `manifest` is a path in the checkout. */
export type PastRelease = Readonly<Record<'created' | 'commit' | 'manifest', string> & { version: number }>

/**
 * Lists the releases in git's history, the newest first.
 * @throws AppError `usage` without git, outside of a checkout, and in a shallow clone
 */
export async function listReleases(releaseDir: string): Promise<PastRelease[]> {
  const { git, prefix } = await openCheckout(releaseDir)
  const commits = await git(['log', '--first-parent', '--format=%H', '--', prefix + POINTER])
  const releases = new Map<number, PastRelease>()
  for (const commit of commits.split('\n').filter(Boolean)) {
    try {
      const { version, created, release } = parsePointer(await git(['show', `${commit}:${prefix}${POINTER}`]))
      const manifest = prefix + manifestName(release)
      if (!releases.has(version)) releases.set(version, { version, created, commit, manifest })
    } catch {
      // a commit that removed or damaged the pointer is skipped, because it has no release
    }
  }
  return [...releases.values()].sort((one, other) => other.version - one.version)
}

/**
 * Returns the release, and the paths that git would change, from the top of the checkout.
 * @throws AppError as `listReleases`; `not_found`; `conflict` if the payload or its settings are not committed
 */
export async function planRollback(folders: Folders, version: number) {
  const releases = await listReleases(folders.releaseDir)
  const release = releases.find(one => one.version === version)
  if (!release) throw unknownRelease(version, releases)
  const { git } = await openCheckout(folders.releaseDir)
  const places = [folders.payloadDir, settingsFileOf(folders.payloadDir, folders.settingsFile)]
  await refuseUncommitted(git, ['--', ...places])
  const diff = ['diff', '--name-only', '--no-renames', '-z', 'HEAD', release.commit, '--']
  const paths = await Promise.all(places.map(async place => (await git([...diff, place])).split('\0')))
  const changed = places.filter((_, at) => paths[at]?.[0])
  return { release, paths: paths.flat().filter(Boolean), changed, git }
}

/**
 * Restores the payload of the release, then runs `publish`. If either fails, the payload is as it was before.
 * @throws AppError as `planRollback` and `publish`; `release_missing` if the commit's payload is not as it was signed
 */
export async function rollBack(version: number, folders: Folders, publish: () => Promise<void>) {
  const { release, changed, git } = await planRollback(folders, version)
  const restore = async (commit: string) =>
    changed[0] && git(['restore', `--source=${commit}`, '--staged', '--worktree', '--', ...changed])
  try {
    await restore(release.commit)
    await refuseOtherFiles(folders, release, git)
    await publish()
  } catch (error) {
    await restore('HEAD')
    throw error
  }
}

type Git = (words: readonly string[]) => Promise<string>

async function refuseOtherFiles(folders: Folders, { version, commit, manifest }: PastRelease, git: Git) {
  const signed = parseManifest(await git(['show', `${commit}:${manifest}`]), manifest).manifest
  const settings = await readPayloadSettings(folders.payloadDir, folders.settingsFile)
  const files = await walkPayload(folders.payloadDir, settings)
  const { added, changed, removed } = compareRelease(signed, { files, index: settings.index })
  const [first] = [...added, ...removed, ...changed.map(({ after }) => after)]
  if (!first) return
  const reason = `commit ${commit.slice(0, 9)} does not have "${first.path}" as it was signed`
  throw new AppError('release_missing', `Cannot roll back to release ${version}: ${reason}`, {
    hint: 'put the old files into the payload yourself, then run kura publish',
  })
}

/** Refuses changed, untracked and ignored files, and those that git assumes unchanged: git would overwrite them all. */
async function refuseUncommitted(git: Git, paths: readonly string[]): Promise<void> {
  const states = await git(['status', '--porcelain', '--untracked-files=all', '--ignored', '-z', ...paths])
  const skipped = await git(['ls-files', '-v', '-z', ...paths])
  const [first] = [...states.matchAll(/.. ([^\0]+)\0/g), ...skipped.matchAll(/(?<![^\0])[a-zS] ([^\0]+)\0/g)]
  if (!first) return
  throw new AppError('conflict', `Cannot change the payload: "${first[1]}" is not committed as it is`, {
    hint: 'commit the payload and its settings, or take the change back with git restore --staged --worktree',
  })
}

function unknownRelease(version: number, [newest, ...older]: readonly PastRelease[]): AppError {
  const known = newest
    ? `git has ${(older.at(-1) ?? newest).version} to ${newest.version}`
    : 'git has no release'
  return new AppError('not_found', `Cannot roll back to release ${version}: ${known}`, {
    hint: 'run kura rollback to list the releases; a release is in git once its folder is committed',
  })
}

/** `git` runs at the top of the checkout; `prefix` leads from there to `dir`. */
async function openCheckout(dir: string): Promise<{ git: Git; prefix: string }> {
  const facts = await runGit(dir, [
    'rev-parse',
    '--is-shallow-repository',
    '--show-toplevel',
    '--show-prefix',
  ])
  const [shallow, top = dir, prefix = ''] = facts.split('\n')
  if (shallow === 'true')
    throw noHistory(dir, 'the clone is shallow', 'run git fetch --unshallow, then try again')
  return { prefix, git: words => runGit(top, ['--literal-pathspecs', ...words]) }
}

async function runGit(dir: string, words: readonly string[]): Promise<string> {
  const running = promisify(execFile)('git', ['-C', dir, ...words], { maxBuffer: 1_000_000_000 })
  const { stdout } = await running.catch((cause: { code?: unknown; stderr?: string }) => {
    const said = /^(?:fatal|error): (.*)$/m.exec(cause.stderr ?? '')?.[1] ?? messageOf(cause)
    const hint = 'run the command in a whole git checkout; without one, publish the old files yourself'
    throw noHistory(dir, cause.code === 'ENOENT' ? 'git is not installed' : said, hint, cause)
  })
  return stdout
}

function noHistory(dir: string, reason: string, hint: string, cause?: unknown): AppError {
  return new AppError('usage', `Cannot use git in "${dir}": ${reason}`, { hint, cause })
}
