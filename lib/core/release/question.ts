/** The schemas of requests. They are apart from the answers', as a device only writes requests and starts often. */
import * as z from 'zod'
import { sha256 } from '../json/fields.ts'
import { MOST_NAMED } from './limits.ts'

const count = z.int().min(0)
const version = z.int().min(1)

/** A text that people see. It has no control characters, which could affect the terminal that shows it. */
const shown = (longest: number) =>
  z
    .string()
    .max(longest)
    .transform(text => text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '\ufffd'))
const texts = z.array(shown(500)).max(20)

/** The status that a device reports. `sequence` only grows, so the host ignores a report with a lower number. */
export const deviceStatusSchema = z.strictObject({
  sequence: version,
  release: sha256.optional(),
  version: version.optional(),
  expected: count,
  installed: count,
  indexed: count,
  /** The status line of document 3 (distribution). */
  line: z.string().regex(/^memory=(?:none|\d{1,9}) \/ index reference=(?:yes|no)$/),
  /** The time of the report, by the device's clock. */
  at: z.iso.datetime(),
  problems: texts.optional(),
  /** The paths that wait because another program has them open. */
  waiting: texts.optional(),
  node: shown(50).optional(),
})
export type DeviceStatus = z.infer<typeof deviceStatusSchema>

/** The body of a POST to /api/distribution. */
export const questionSchema = z.strictObject({
  have: sha256.optional(),
  root: version.optional(),
  /** In version 1, the contents that the device wants. By default, all. */
  want: z.array(sha256).max(MOST_NAMED).optional(),
  /** In version 2, the release whose manifest the device has, and the release's contents that the disk lacks. */
  knows: sha256.optional(),
  lacks: z.array(sha256).max(MOST_NAMED).optional(),
  status: deviceStatusSchema.optional(),
})
export type Question = z.infer<typeof questionSchema>
