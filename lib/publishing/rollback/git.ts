/** Reads the history of a git checkout; changes nothing in it. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { AppError, messageOf } from '../../core/errors.ts'

const MOST_OUTPUT = 1_000_000_000

/** A file as git keeps it. */
export interface GitFile {
  readonly size: number
  /** The id of the file's content. */
  readonly blob: string
  readonly executable: boolean
}

/** Reads the git history of a folder; all paths are relative to the folder. */
export interface GitFolder {
  readonly dir: string
  /** Returns the commits that changed `path`, the newest first. For a merge, this is the merge commit itself. */
  commitsOf(path: string): Promise<string[]>
  /** Returns a file in a commit; undefined if the commit has none. */
  file(commit: string, path: string): Promise<Buffer | undefined>
  /** Returns every file of the folder in a commit; empty if the commit does not have the folder. */
  files(commit: string): Promise<Map<string, GitFile>>
  blob(id: string): Promise<Buffer>
  /** Returns the id of the last commit. */
  head(): Promise<string>
  /**
   * Returns those of `paths`, and of the paths below them, that differ from the last commit, that git does not track,
   * or whose changes git ignores.
   */
  changes(paths: readonly string[]): Promise<string[]>
}

/** Opens the history of `dir`. @throws AppError `usage` without git, outside of a checkout, and in a shallow clone */
export async function openGitFolder(dir: string): Promise<GitFolder> {
  const git = (...words: string[]) => run(dir, words)
  const text = async (...words: string[]) => (await git(...words)).toString()
  if ((await text('rev-parse', '--is-shallow-repository')).trim() === 'true') throw shallow(dir)
  const prefix = (await text('rev-parse', '--show-prefix')).replace(/\n$/, '')
  return {
    dir,
    commitsOf: async path => lines(await text('log', '--first-parent', '--format=%H', '--', path)),
    file: (commit, path) => git('cat-file', 'blob', `${commit}:${prefix}${path}`).catch(() => undefined),
    files: async commit => readTree(await text('ls-tree', '-r', '-l', '-z', commit, '.')),
    blob: id => git('cat-file', 'blob', id),
    head: async () => (await text('rev-parse', 'HEAD')).trim(),
    changes: async paths => [
      ...readStatus(
        await text('status', '--porcelain', '--untracked-files=all', '--ignored', '-z', '--', ...paths),
      ),
      ...readUnwatched(await text('ls-files', '-v', '-z', '--full-name', '--', ...paths)),
    ],
  }
}

async function run(dir: string, words: readonly string[]): Promise<Buffer> {
  const options = { maxBuffer: MOST_OUTPUT, encoding: 'buffer' } as const
  try {
    return (await promisify(execFile)('git', ['-C', dir, ...words], options)).stdout
  } catch (cause) {
    const { code, stderr } = cause as { code?: unknown; stderr?: Buffer }
    const reason =
      code === 'ENOENT' ? 'git is not installed' : lastLine(stderr?.toString() ?? messageOf(cause))
    throw new AppError('usage', `Cannot read the history of "${dir}": ${reason}`, {
      hint: 'run the command in a whole git checkout of your project; without one, publish the old files yourself',
      cause,
    })
  }
}

function shallow(dir: string): AppError {
  return new AppError('usage', `Cannot read the history of "${dir}": the clone is shallow`, {
    hint: 'run git fetch --unshallow, then try again',
  })
}

/** The git mode of an executable file. */
const EXECUTABLE = '100755'

/** Reads entries `<mode> <type> <id> <size>\t<path>`, each ended by NUL. An entry that is not a file has no size. */
function readTree(text: string): Map<string, GitFile> {
  const rows = text.split('\0').flatMap(row => {
    const [, mode, blob, size, path] = /^(\d+) blob (\S+) +(\d+)\t(.*)$/s.exec(row) ?? []
    const executable = mode === EXECUTABLE
    return blob && size && path ? [[path, { blob, size: Number(size), executable }] as const] : []
  })
  return new Map(rows)
}

/** Reads entries `XY <path>`, each ended by NUL. */
function readStatus(text: string): string[] {
  return text
    .split('\0')
    .map(row => row.slice(3))
    .filter(path => path !== '')
}

/**
 * Reads entries `H <path>`, each ended by NUL. If git assumes that the file is unchanged, the letter is in lower case;
 * if git skips the file, it is `S`.
 */
function readUnwatched(text: string): string[] {
  return text.split('\0').flatMap(row => /^[a-zS] (.+)$/s.exec(row)?.[1] ?? [])
}

function lines(text: string): string[] {
  return text.split('\n').filter(line => line !== '')
}

function lastLine(text: string): string {
  return lines(text).at(-1) ?? 'git failed'
}
