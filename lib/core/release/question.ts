/** Apart from the schemas of the answers, because a device only writes requests, and its program starts often. */
import * as z from 'zod'
import { sha256 } from '../json/fields.ts'
import { MOST_NAMED } from './limits.ts'

const count = z.int().min(0)
const version = z.int().min(1)

/** Control characters could affect the terminal that shows the text. */
const shown = (longest: number) =>
  z
    .string()
    .max(longest)
    .transform(text => text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '\ufffd'))
const texts = z.array(shown(500)).max(20)

/** `sequence` only grows; the host ignores a report with a lower number. */
export const deviceStatusSchema = z.strictObject({
  sequence: version,
  release: sha256.optional(),
  version: version.optional(),
  expected: count,
  installed: count,
  indexed: count,
  /** The status line of document 3. */
  line: z.string().regex(/^memory=(?:none|\d{1,9}) \/ index reference=(?:yes|no)$/),
  /** By the device's clock. */
  at: z.iso.datetime(),
  problems: texts.optional(),
  /** Another program has these paths open. */
  waiting: texts.optional(),
  node: shown(50).optional(),
})
export type DeviceStatus = z.infer<typeof deviceStatusSchema>

/** The body of a POST to /api/distribution. */
export const questionSchema = z.strictObject({
  have: sha256.optional(),
  root: version.optional(),
  /** Version 1: the wanted contents; by default all. */
  want: z.array(sha256).max(MOST_NAMED).optional(),
  /** Version 2: the release whose manifest the device has, and the contents of it that the disk lacks, if any. */
  knows: sha256.optional(),
  lacks: z.array(sha256).max(MOST_NAMED).optional(),
  status: deviceStatusSchema.optional(),
})
export type Question = z.infer<typeof questionSchema>
