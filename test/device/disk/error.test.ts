import { expect, test } from 'vitest'
import { phrase } from '../../../lib/core/language/catalogue.ts'
import { diskError } from '../../../lib/device/disk/error.ts'
import { DISK_ACTS } from '../../../lib/device/disk/words.ts'

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
  const error = diskError(
    phrase(DISK_ACTS.install, { path: 'a' }),
    Object.assign(new Error(message), { code }),
  )
  expect(error).toMatchObject({ code: 'device_write', message: `Cannot install "a": ${want}` })
})
