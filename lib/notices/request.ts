/** What callers send, as schemas; `http/read-request.ts` reads them strictly. */
import { z } from 'zod'

/** A person has dealt with a matter, as far as it had come. */
export const doneBody = z.strictObject({
  key: z.string().min(1).max(500),
  step: z.string().min(1).max(10_000),
  person: z.string().trim().min(1).max(100),
})
