/**
 * Schemas of a device's request, as the host reads it. They are separate from the schemas of the answers, because a
 * device only writes requests, and its program is one file that starts often.
 */
import * as z from 'zod'
import { sha256 } from '../json/fields.ts'
import { MOST_NAMED } from './limits.ts'

const count = z.int().min(0)
const version = z.int().min(1)

/** Replaces control characters and those that change the direction of the text by U+FFFD. */
function withoutControls(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, '\ufffd')
}

/** A text without control characters, which could affect the terminal that shows it. */
const shown = (longest: number) => z.string().max(longest).transform(withoutControls)
const texts = z.array(shown(500)).max(20)

/** The device's report on its disk. `sequence` only grows; the host ignores a report with a lower number. */
export const deviceStatusSchema = z.strictObject({
  sequence: version,
  /** The digest of the installed release; absent if there is none. */
  release: sha256.optional(),
  /** The version of the installed release; absent if there is none. */
  version: version.optional(),
  expected: count,
  installed: count,
  indexed: count,
  /** The status line of document 3. */
  line: z.string().regex(/^memory=(?:none|\d{1,9}) \/ index reference=(?:yes|no)$/),
  /** The device's own time. */
  at: z.iso.datetime(),
  problems: texts.optional(),
  /** The paths whose update waits, because another program has the file open. */
  waiting: texts.optional(),
  /** The version of Node that runs the device program. */
  node: shown(50).optional(),
})
export type DeviceStatus = z.infer<typeof deviceStatusSchema>

/** The body of a POST to /api/distribution. */
export const questionSchema = z.strictObject({
  have: sha256.optional(),
  root: version.optional(),
  /** For version 1: the contents that the device wants; without this, all contents. */
  want: z.array(sha256).max(MOST_NAMED).optional(),
  /**
   * For version 2: `knows` is the release whose manifest the device has, and `lacks` lists the contents of this release
   * that the disk lacks. If the disk lacks nothing, `have` is used instead.
   */
  knows: sha256.optional(),
  lacks: z.array(sha256).max(MOST_NAMED).optional(),
  status: deviceStatusSchema.optional(),
})
export type Question = z.infer<typeof questionSchema>
