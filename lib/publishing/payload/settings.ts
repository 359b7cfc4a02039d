/** The settings are in a file beside the payload's folder, never in it. */
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { fileFault } from '../../core/disk/file-fault.ts'
import { readRegular } from '../../core/disk/regular-file.ts'
import { AppError } from '../../core/errors.ts'
import { parseJson } from '../../core/json/json.ts'
import { pathProblem } from '../../core/release/path.ts'

const path = z.string().superRefine((value, context) => {
  const problem = pathProblem(value)
  if (problem) context.addIssue({ code: 'custom', message: `the path ${problem}` })
})

export const payloadSettingsSchema = z.strictObject({
  /** The index file of a device, and the heading above the lines of the release. */
  index: z
    .strictObject({
      path: path.default('MEMORY.md'),
      heading: z
        .string()
        .regex(/^#{1,6} \S[^\p{Cc}]*$/u, 'expected a Markdown heading: "## Shared"')
        .default('## Shared'),
    })
    .prefault({}),
  program: path.optional(),
  /** Files and folders that are published although they look like leftovers of an editor or an operating system. */
  allow: z.array(path).optional(),
})
export type PayloadSettings = z.infer<typeof payloadSettingsSchema>

export const DEFAULT_PAYLOAD_DIR = fileURLToPath(
  new URL('../../services/distribution/payload', import.meta.url),
)

export function settingsFileOf(payloadDir: string, file?: string): string {
  const folder = resolve(payloadDir)
  return file ?? join(dirname(folder), `${basename(folder)}.json`)
}

/**
 * Reads `file`. Without it, reads the file beside the folder that has the folder's name with `.json`, if it exists.
 * @throws AppError `payload_invalid` naming the file and the field
 */
export async function readPayloadSettings(payloadDir: string, file?: string): Promise<PayloadSettings> {
  const name = settingsFileOf(payloadDir, file)
  const bytes = await readRegular(name).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT' && file === undefined) return undefined
    throw invalid(name, fileFault(cause), cause)
  })
  if (bytes === undefined) return payloadSettingsSchema.parse({})
  const parsed = payloadSettingsSchema.safeParse(parseJson(bytes.toString()))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw invalid(name, `"${issue?.path.join('.') || 'settings'}": ${issue?.message ?? 'not valid'}`)
}

function invalid(file: string, reason: string, cause?: unknown): AppError {
  return new AppError('payload_invalid', `Cannot read the payload's settings "${file}": ${reason}`, {
    hint: 'write {"index": {"path": "MEMORY.md", "heading": "## Shared"}}, or give another file with --settings',
    cause,
  })
}
