/**
 * A device's sync in a process of its own that may be killed, as by `kill -9`, at any change of the disk:
 * `device-process.ts DIR [KILL [FAIL]]` dies before the change KILL (from 0), and lets the change FAIL fail. It prints
 * how many changes there were, and how it ended.
 */
import type { DiskChanges } from '../../../lib/device/disk/disk.ts'
import { sync } from '../../../lib/device/sync.ts'
import { AppError } from '../../../lib/errors.ts'

const [, , dir = '', killAt = '', failAt = ''] = process.argv
let count = 0

function dieAt(changes: DiskChanges): DiskChanges {
  const entries = Object.entries(changes).map(([name, change]) => [
    name,
    (...given: unknown[]) => {
      const number = String(count++)
      if (number === killAt) process.kill(process.pid, 'SIGKILL')
      if (number === failAt) return Promise.reject(Object.assign(new Error('EIO: injected'), { code: 'EIO' }))
      return (change as (...all: unknown[]) => Promise<void>)(...given)
    },
  ])
  return Object.fromEntries(entries)
}

function describeError(error: unknown): unknown {
  if (!(error instanceof AppError)) return { message: String(error) }
  return { code: error.code, message: error.message, hint: error.hint }
}

const outcome = await sync(dir, { intercept: dieAt, now: () => Date.parse('2026-01-01T00:00:00Z') }).then(
  result => ({ result }),
  (error: unknown) => ({ error: describeError(error) }),
)
console.log(JSON.stringify({ count, ...outcome }))
