/**
 * Runs a device's sync in a process of its own, which may be killed, as by `kill -9`, at any change of the disk:
 * `process.ts PROGRAM DIR [KILL [FAIL [OPEN]]]` runs the `sync` of the device program PROGRAM. The process dies before
 * the change with the number KILL (from 0), or in the middle of it if that change writes a content piece by piece. The
 * change FAIL fails. The process prints the number of changes and how it ended.
 */
import { pathToFileURL } from 'node:url'
import type { DiskChanges } from '../../../lib/device/disk/disk.ts'
import type { sync as Sync } from '../../../lib/device/sync/sync.ts'
import { playWindows } from './windows-files.ts'

const [, , program = '', dir = '', killAt = '', failAt = '', open = ''] = process.argv
/** On Windows, the comma-separated paths of OPEN are open in another program. */
const windows = open === '' ? undefined : playWindows(dir)
for (const path of open.split(',')) windows?.open(path)
const { sync } = (await import(pathToFileURL(program).href)) as { sync: typeof Sync }
let count = 0

function dieAt(changes: DiskChanges): DiskChanges {
  const entries = Object.entries(changes).map(([name, change]) => [
    name,
    (...given: unknown[]) => {
      const number = String(count++)
      if (number === killAt) {
        const [path, data] = given
        if (name !== 'write' || !isPieces(data)) process.kill(process.pid, 'SIGKILL')
        return changes.write(String(path), dieAfterFirst(data as AsyncIterable<Uint8Array>))
      }
      if (number === failAt) return Promise.reject(Object.assign(new Error('EIO: injected'), { code: 'EIO' }))
      return (change as (...all: unknown[]) => Promise<void>)(...given)
    },
  ])
  return Object.fromEntries(entries)
}

function isPieces(data: unknown): boolean {
  return typeof data === 'object' && data !== null && Symbol.asyncIterator in data
}

/** Passes on the pieces of a content; the process dies when the first piece is in the file. */
async function* dieAfterFirst(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    yield piece
    process.kill(process.pid, 'SIGKILL')
  }
}

/** Describes an error by its members, because the program has an AppError class of its own. */
function describeError(error: unknown): unknown {
  const { code, message, hint } = error as { code?: string; message: string; hint?: string }
  return { code, message, hint }
}

const outcome = await sync(dir, {
  intercept: dieAt,
  now: () => Date.parse('2026-01-01T00:00:00Z'),
  // there is no file with the id of the machine, because writing it would be an additional change of the disk
  machineFile: undefined,
  ...(windows && { platform: 'win32', sleep: windows.sleep }),
}).then(
  result => ({ result }),
  (error: unknown) => ({ error: describeError(error) }),
)
console.log(JSON.stringify({ count, ...outcome }))
