/**
 * A device's sync in a process of its own that may be killed, as by `kill -9`, at any change of the disk:
 * `process.ts PROGRAM DIR [KILL [FAIL [OPEN]]]` runs the `sync` of the device program PROGRAM. It dies before the change KILL
 * (from 0), or in the middle of it if it writes a content piece by piece, and lets the change FAIL fail. It prints how many changes there were, and how it ended.
 */
import { pathToFileURL } from 'node:url'
import type { DiskChanges } from '../../../lib/device/disk/disk.ts'
import type { sync as Sync } from '../../../lib/device/sync/sync.ts'
import { playWindows } from './windows-files.ts'

const [, , program = '', dir = '', killAt = '', failAt = '', open = ''] = process.argv
/** On Windows, where another program has the paths of OPEN open, separated by commas. */
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

/** A content that is written piece by piece: the process dies when the first piece is in the file. */
async function* dieAfterFirst(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    yield piece
    process.kill(process.pid, 'SIGKILL')
  }
}

/** The program has an AppError of its own, so it is recognised by its shape. */
function describeError(error: unknown): unknown {
  const { code, message, hint } = error as { code?: string; message: string; hint?: string }
  return { code, message, hint }
}

const outcome = await sync(dir, {
  intercept: dieAt,
  now: () => Date.parse('2026-01-01T00:00:00Z'),
  // its file would be another change of the disk than those of a sync in a test's own process
  machineFile: undefined,
  ...(windows && { platform: 'win32', sleep: windows.sleep }),
}).then(
  result => ({ result }),
  (error: unknown) => ({ error: describeError(error) }),
)
console.log(JSON.stringify({ count, ...outcome }))
