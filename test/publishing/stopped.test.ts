/** A person presses Ctrl-C while a release is published or checked. */
import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openReleaseFolder } from '../../lib/core/release/folder/folder.ts'
import { openReleaseDisk } from '../../lib/publishing/build/release-writer.ts'
import { checkRelease } from '../../lib/publishing/check/check.ts'
import { TEST_NOW } from '../helpers/publishing/release.ts'
import { temporaryPublisher } from '../helpers/publishing/temporary-publisher.ts'

const REASON = new Error('stopped')
const PAYLOAD = Object.fromEntries(Array.from({ length: 120 }, (_, number) => [`${number}.txt`, '1']))

/** Aborts at the first event whose name starts with `start`, and lists the events after it. */
function stopAt(start: string) {
  const stopped = new AbortController()
  const later: string[] = []
  const event = (name: string) => {
    if (stopped.signal.aborted) later.push(name)
    else if (name.startsWith(start)) stopped.abort(REASON)
  }
  return { signal: stopped.signal, event, later }
}

/** Publishes, and stops at an event: `reading 3`, `asking`, or `page-…` as soon as the page is written. */
async function publishStopped(start: string) {
  const publisher = await temporaryPublisher()
  await publisher.publish(PAYLOAD)
  const before = await readdir(publisher.releaseDir)
  const { signal, event, later } = stopAt(start)
  const disk = openReleaseDisk(publisher.releaseDir)
  const pending = publisher.publish(
    { ...PAYLOAD, '1.txt': '2' },
    {
      signal,
      progress: ({ what, done }) => event(`${what} ${done}`),
      liveVersion: async () => void event('asking'),
      disk: { ...disk, write: (name, data) => disk.write(name, data).then(() => event(name)) },
    },
  )
  const error = await pending.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  const { version } = openReleaseFolder(publisher.releaseDir).current().pointer
  return { error, later, version, names: await readdir(publisher.releaseDir), before }
}

test.each(['reading 3', 'asking', 'page-', 'catalog-'])(
  'stopped at "%s", publishing does no more, and leaves the folder as it was',
  async start => {
    const { before, ...found } = await publishStopped(start)
    expect(found).toEqual({ error: REASON, later: [], version: 1, names: before })
  },
)

test('stopped once the new release is the current one, publishing goes on to its end', async () => {
  expect(await publishStopped('current.json')).toMatchObject({ error: undefined, version: 2 })
})

test.each(['reading 3', 'checking 3'])('stopped at "%s", a check does no more', async start => {
  const { payloadDir, releaseDir, ...publisher } = await temporaryPublisher()
  await publisher.publish(PAYLOAD)
  const { signal, event, later } = stopAt(start)
  const pending = checkRelease({
    payloadDir,
    releaseDir,
    now: TEST_NOW,
    production: false,
    signal,
    progress: ({ what, done }) => event(`${what} ${done}`),
  })
  await expect(pending).rejects.toBe(REASON)
  expect(later).toEqual([])
})
