/** Syncs the device directory that is given, and prints the most memory that it had, in bytes. */
import { sync } from '../../lib/device/sync.ts'

const [, , device = ''] = process.argv
await sync(device)
console.log(process.resourceUsage().maxRSS * 1024)
