/** Publishes the payload in the folder of a test publisher, and prints the peak memory in bytes. */
import { join } from 'node:path'
import { publishRelease } from '../../lib/publishing/publish.ts'

const [, , dir = ''] = process.argv
await publishRelease({
  payloadDir: join(dir, 'payload'),
  releaseDir: join(dir, 'release'),
  keys: { dir: join(dir, 'keys'), passphrase: async () => undefined },
  now: Date.now(),
})
console.log(process.resourceUsage().maxRSS * 1024)
