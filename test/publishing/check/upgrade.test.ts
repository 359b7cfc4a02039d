/** A release of an earlier version of kura passes the check of a later one, if the payload has not changed. */
import { expect, test } from 'vitest'
import { noProgress } from '../../../lib/core/work/progress.ts'
import { buildRelease } from '../../../lib/publishing/build/build.ts'
import { createReleaseWriter, openReleaseDisk } from '../../../lib/publishing/build/release-writer.ts'
import { signManifest } from '../../../lib/publishing/keys/folder.ts'
import { newest, readChain } from '../../../lib/publishing/keys/roots.ts'
import { readPayloadSettings } from '../../../lib/publishing/payload/settings.ts'
import { walkPayload } from '../../../lib/publishing/payload/walk.ts'
import { manifestOf } from '../../../lib/publishing/plan.ts'
import { TEST_NOW, type TestPublisher } from '../../helpers/publishing/release.ts'
import { temporaryPublisher } from '../../helpers/publishing/temporary-publisher.ts'
import { check } from './world.ts'

const PAYLOAD = { 'a.md': '# The *first* `step`\n', 'b.md': '# B\n' }

/** Publishes the payload as an earlier version of kura did, which kept the Markdown of titles. */
async function publishWithTitles(publisher: TestPublisher, titles: Readonly<Record<string, string>>) {
  const { payloadDir, releaseDir } = publisher
  const settings = await readPayloadSettings(payloadDir)
  const read = await walkPayload(payloadDir, settings)
  const files = read.map(file => ({ ...file, title: titles[file.path] }))
  const chain = await readChain(releaseDir)
  const manifest = manifestOf(files, { version: 1, index: settings.index, now: TEST_NOW })
  const envelope = await signManifest(manifest, newest(chain, releaseDir).root, publisher)
  const writer = createReleaseWriter(openReleaseDisk(releaseDir))
  const input = { manifest, envelope, files, chain, earlier: [] }
  await writer.commit(await buildRelease(input, { put: writer.put, progress: noProgress }))
}

test('titles of an earlier version need no new release, and are renewed with the next one', async () => {
  const publisher = await temporaryPublisher()
  await publisher.write(PAYLOAD)
  await publishWithTitles(publisher, { 'a.md': 'The *first* `step`', 'b.md': 'B' })
  const { problems, manifest } = await check(publisher)
  expect(problems).toEqual([])
  expect(manifest?.files[0]?.title).toBe('The *first* `step`')
  expect((await publisher.publish(PAYLOAD)).reason).toBeUndefined()
  const next = await publisher.publish({ ...PAYLOAD, 'b.md': '# C\n' })
  expect(next.manifest.files.map(({ title }) => title)).toEqual(['The first step', 'C'])
})
