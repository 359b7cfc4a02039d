import { existsSync } from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { AppError } from '../../../core/errors.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { readPayloadSettings } from '../../../publishing/payload/settings.ts'
import { walkPayload } from '../../../publishing/payload/walk.ts'
import { refusal, type SetupDeps } from './step.ts'
import { FOUND } from './words.ts'

export const PAYLOAD = 'lib/services/distribution/payload'

/** The answers that do not name a folder: no files yet, and the files that are already there. */
export const NO_FILES = 'none'
export const KEEP_FILES = 'keep'

const MOST_NAMES = 5

/**
 * Copies the folder `answer` into the payload, but replaces no file there. Returns a phrase about the payload's files.
 * @throws AppError `usage`
 */
export async function placePayload(answer: string, deps: SetupDeps) {
  const folder = join(deps.cwd, PAYLOAD)
  const before = await namesIn(folder, deps)
  if (answer === NO_FILES && before.length > 0)
    throw refusal(
      deps,
      phrase(FOUND.hasFiles, { folder: PAYLOAD }),
      phrase(FOUND.hasFilesHint, { keep: KEEP_FILES }),
    )
  if (answer !== NO_FILES && answer !== KEEP_FILES) await copyFiles(answer, folder, deps)
  const names = await namesIn(folder, deps)
  if (names.length === 0) return phrase(FOUND.noFiles, { folder: PAYLOAD })
  const shown = names.length > MOST_NAMES ? [...names.slice(0, MOST_NAMES), '…'] : names
  return phrase(FOUND.files, { count: names.length, folder: PAYLOAD, names: shown })
}

async function copyFiles(answer: string, folder: string, deps: SetupDeps): Promise<void> {
  const from = resolve(deps.cwd, answer)
  if (!existsSync(from))
    throw refusal(deps, phrase(FOUND.noFolder, { folder: answer, why: phrase(FOUND.missing) }))
  // files that cannot be published are refused before they are copied
  await namesIn(from, deps)
  await mkdir(folder, { recursive: true })
  await cp(from, folder, { recursive: true, force: false })
}

/** @throws AppError `usage` if a file cannot be published */
async function namesIn(folder: string, deps: SetupDeps): Promise<string[]> {
  if (!existsSync(folder)) return []
  try {
    const files = await walkPayload(folder, await readPayloadSettings(folder), { signal: deps.signal })
    return files.map(({ path }) => path)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'payload_invalid') throw error
    throw refusal(deps, phrase(FOUND.noFolder, { folder, why: error.message }))
  }
}
