/**
 * A publisher that is killed with SIGKILL at one change of the release folder, like a machine that is switched off.
 * Arguments: the publisher's folder; the number of the change (from 0); and when: before it, in its middle (a temporary
 * file is half written), or after it. If it is not killed, it prints the number of changes.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openReleaseDisk, type ReleaseDisk } from '../../lib/publishing/build/release-writer.ts'
import { publishRelease } from '../../lib/publishing/publish.ts'

const [dir = '', fatal = '', when = ''] = process.argv.slice(2)
const releaseDir = join(dir, 'release')
let acts = 0

function die(): void {
  process.kill(process.pid, 'SIGKILL')
}

async function act(work: () => Promise<void>): Promise<void> {
  const isFatal = acts === Number(fatal)
  acts += 1
  if (isFatal && when === 'middle') {
    writeFileSync(join(releaseDir, '.00000000-0000-4000-8000-000000000000.tmp'), 'half of a')
  }
  if (isFatal && when !== 'after') die()
  await work()
  if (isFatal) die()
}

const disk = openReleaseDisk(releaseDir)
const mortal: ReleaseDisk = {
  ...disk,
  write: (name, data) => act(() => disk.write(name, data)),
  remove: name => act(() => disk.remove(name)),
}

await publishRelease({
  payloadDir: join(dir, 'payload'),
  releaseDir,
  keys: { dir: join(dir, 'keys'), passphrase: async () => undefined },
  now: Date.parse('2026-01-02T00:00:00Z'),
  disk: mortal,
})
process.stdout.write(String(acts))
