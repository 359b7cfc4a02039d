import * as z from 'zod'
import { moment, text } from '../json/fields.ts'

export const deviceStateSchema = z.object({
  name: text,
  keyid: text,
  release: text.optional().describe('The digest of the installed release; absent if there is none'),
  version: z.int().optional().describe('The version of the installed release'),
  expected: z.int().describe('How many files the release has'),
  installed: z.int().describe('How many of them are on the disk'),
  indexed: z.int().describe('How many of them the index file names'),
  line: text.describe('The status line of the device'),
  problems: z.array(text).optional().describe('What is wrong, as the device reported it'),
  waiting: z
    .array(z.object({ path: text, since: moment }))
    .optional()
    .describe('What waits until another program closes the file'),
  node: text.optional().describe('The version of Node that runs the device program, by its last report'),
  sequence: z.int().describe('The number of its last report, 0 before the first'),
  deviceAt: moment.optional().describe("When it reported, by the device's own clock"),
  since: moment.describe('When this state began'),
  at: moment.describe('When the device was last seen'),
  days: z
    .object({
      until: text.describe('The day of the last mark, YYYY-MM-DD'),
      marks: text.max(30).describe('A mark for each day: w whole, b behind, i not whole, - no report'),
    })
    .optional()
    .describe('How the device was on the last days on which it reported'),
})
export type DeviceState = z.infer<typeof deviceStateSchema>

export const deviceReportSchema = deviceStateSchema
  .extend({
    whole: z.boolean().describe('It has all of the current release'),
    behind: z.boolean().describe('It has an older release, or none'),
    silent: z.boolean().describe('It was not seen for two days'),
    revoked: z.boolean().describe('Its key is revoked'),
  })
  .meta({ id: 'Device' })
export type DeviceReport = z.infer<typeof deviceReportSchema>
