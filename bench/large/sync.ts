/** Syncs the given device directory, and prints the peak memory in bytes. */
import { sync } from '../../lib/device/sync/sync.ts'

const [, , device = ''] = process.argv
await sync(device)
console.log(process.resourceUsage().maxRSS * 1024)
