/** What git does to the line ends of signed files and of source files. */
import { execFileSync } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../helpers/temporary-directory.ts'

const ROOT = resolve(import.meta.dirname, '../..')

test.each([
  { path: 'lib/services/distribution/payload/knowledge/a.md' },
  { path: 'lib/services/distribution/payload/辞書/a.tsv' },
  { path: 'lib/services/distribution/release/current.json' },
  { path: 'lib/services/distribution/release/roots.json' },
])('a checkout with other line endings leaves $path as it was signed', async ({ path }) => {
  const git = await repositoryWith(path, 'one\r\ntwo\n')
  git('add', '--', path)
  expect(git('cat-file', 'blob', `:${path}`)).toBe('one\r\ntwo\n')
})

test.each(['bin/kura.js', 'lib/cli/main.ts', '.ci/run'])('a checkout on Windows has LF in %s', async path => {
  const git = await repositoryWith(path, 'one\r\ntwo\n')
  git('add', '--', path)
  expect(git('cat-file', '--filters', `:${path}`)).toBe('one\ntwo\n')
})

/** Makes a repository with kura's `.gitattributes`, on a machine whose git writes CRLF. */
async function repositoryWith(path: string, content: string) {
  const dir = await temporaryDirectory({ [path]: content })
  await cp(join(ROOT, '.gitattributes'), join(dir, '.gitattributes'))
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'core.autocrlf=true', ...words], { cwd: dir, encoding: 'utf8', stdio: 'pipe' })
  git('init', '--quiet')
  return git
}
