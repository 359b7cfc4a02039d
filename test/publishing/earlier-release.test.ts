/** A release folder from an earlier version of kura can still be checked, served and installed. */
import { expect, test } from 'vitest'
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
