import { expect, test } from 'vitest'
import { diskError } from '../../../lib/device/disk/error.ts'

test.each([
  {
    message: "ENOSPC: no space left on device, write '/x'",
    code: 'ENOSPC',
    want: 'ENOSPC, no space left on device',
  },
  {
    message: "EPERM, Operation not permitted: /x/y '/x/y'",
    code: 'EPERM',
    want: 'EPERM, Operation not permitted',
  },
])('$code is told once, and without the path', ({ message, code, want }) => {
  const error = diskError('install "a"', Object.assign(new Error(message), { code }))
  expect(error).toMatchObject({ code: 'device_write', message: `Cannot install "a": ${want}` })
})
