import { execFileSync } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { routesOfDistribution } from '../../lib/app/functions/distribution.ts'
import { openReleaseFolder } from '../../lib/core/release/folder/folder.ts'
import { deriveSecret } from '../../lib/core/signatures/keys.ts'
import { sync } from '../../lib/device/sync/sync.ts'
import { checkRelease } from '../../lib/publishing/check/check.ts'
import { readChain } from '../../lib/publishing/keys/roots.ts'
import { enrol, filesOf } from '../helpers/device/device.ts'
import { EARLIER } from '../helpers/device/earlier.ts'
import { serveFunction, TEST_SECRET } from '../helpers/functions.ts'
import { temporaryDirectory } from '../helpers/temporary-directory.ts'

/** A release folder from an earlier version of kura can still be checked, served and installed. */
describe('earlier-release', () => {
  const KEYID = 'demo:device:1'
  const now = () => EARLIER.now

  const serve = () => serveFunction(routesOfDistribution, { now, env: { KURA_RELEASE_DIR: EARLIER.release } })

  test('kura publish --check passes on it', async () => {
    const { payload: payloadDir, release: releaseDir } = EARLIER
    const report = await checkRelease({ payloadDir, releaseDir, now: now(), production: false })
    expect(report).toMatchObject({ problems: [], warnings: [], manifest: { version: 2 } })
  })

  test('a device that was enrolled with its first root installs it', async () => {
    const [first] = await readChain(EARLIER.release)
    const host = await serve()
    const dir = await temporaryDirectory()
    const secret = deriveSecret(TEST_SECRET, KEYID).toString('base64url')
    await enrol(dir, { url: host.url, root: first!.envelope }, { keyid: KEYID, secret })
    expect(await sync(dir, { now })).toMatchObject({ release: 2, expected: 7, installed: 7, indexed: 7 })
    const { 'MEMORY.md': _index, ...installed } = await filesOf(dir)
    expect(installed).toEqual(await filesOf(EARLIER.payload))
  })

  test('a device that has the release before is sent the change alone', async () => {
    const { manifests } = await openReleaseFolder(EARLIER.release).current().stored()
    const { call } = await serve()
    const reply = await call(`/api/distribution?have=${manifests[1]}&root=2`)
    const { files } = (await reply.json()) as { files: { path: string; same?: true }[] }
    expect(files.filter(({ same }) => !same).map(({ path }) => path)).toEqual(['settings/editor.json'])
    expect(files).toHaveLength(7)
  })
})

/** How git treats the line ends of signed files and of source files. */
describe('attributes', () => {
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

  test.each(['bin/kura.js', 'lib/cli/main.ts', '.ci/run'])(
    'a checkout on Windows has LF in %s',
    async path => {
      const git = await repositoryWith(path, 'one\r\ntwo\n')
      git('add', '--', path)
      expect(git('cat-file', '--filters', `:${path}`)).toBe('one\ntwo\n')
    },
  )

  /** Makes a repository with kura's `.gitattributes`, on a machine whose git writes CRLF. */
  async function repositoryWith(path: string, content: string) {
    const dir = await temporaryDirectory({ [path]: content })
    await cp(join(ROOT, '.gitattributes'), join(dir, '.gitattributes'))
    const git = (...words: string[]) =>
      execFileSync('git', ['-c', 'core.autocrlf=true', ...words], {
        cwd: dir,
        encoding: 'utf8',
        stdio: 'pipe',
      })
    git('init', '--quiet')
    return git
  }
})
