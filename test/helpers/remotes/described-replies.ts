/** Whatever a remote's description allows, kura reads: the description decides which members a reply must have. */
import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import { hasReference, type Json, readReference } from '../http/openapi.ts'
import { SIZES, sampleReply } from '../http/openapi-samples.ts'

interface DescribedCall {
  readonly call: { readonly method: string; readonly reply: z.ZodType }
  /** The path in the description. */
  readonly at: string
}

export function describeReplies(description: string, calls: readonly DescribedCall[]): void {
  const isMissing = !hasReference(description)
  const document = isMissing ? ({} as Json) : (JSON.parse(readReference(description)) as Json)
  describe.skipIf(isMissing).each(calls)('a reply to $call.method $at', ({ call, at }) => {
    test.each(SIZES)('is read if it is %s', size => {
      const reply = sampleReply(document, { method: call.method, path: at }, size)
      expect(call.reply.safeParse(reply).error).toBeUndefined()
    })
  })
}
