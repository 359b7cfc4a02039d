/** Reads and writes the region of the functions in `vercel.json`; the rest of the file stays unchanged. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../../core/disk/atomic-file.ts'
import { AppError } from '../../core/errors.ts'
import { parseJson } from '../../core/json.ts'
import { cityOf } from './regions.ts'

export const HOST_FILE = 'vercel.json'

/**
 * Reads the first region that `vercel.json` in `cwd` names; undefined if there is no such file, or if it names none.
 */
export function readRegion(cwd: string): string | undefined {
  const file = join(cwd, HOST_FILE)
  return existsSync(file) ? regionIn(readFileSync(file, 'utf8')) : undefined
}

function regionIn(text: string): string | undefined {
  const settings = parseJson(text)
  const regions =
    typeof settings === 'object' && settings !== null && 'regions' in settings && settings.regions
  return Array.isArray(regions) && typeof regions[0] === 'string' ? regions[0] : undefined
}

/**
 * Writes the region into `vercel.json` if the file has another, and returns a remark on the consequence.
 * @throws AppError `usage`
 */
export async function placeFunctions(region: string, cwd: string): Promise<string> {
  const file = join(cwd, HOST_FILE)
  const place = `create the database in the same place, ${cityOf(region)}`
  if (!existsSync(file))
    return `there is no ${HOST_FILE} here: name "${region}" in that of the project; ${place}`
  const text = readFileSync(file, 'utf8')
  if (regionIn(text) === region) return `${HOST_FILE} names ${region} already; ${place}`
  await writeFileAtomic(file, withRegion(text, region))
  return `wrote ${region} into ${HOST_FILE}: commit it; ${place}`
}

/**
 * `text` with another region.
 * @throws AppError `usage` if the text is not formatted as in the checkout
 */
function withRegion(text: string, region: string): string {
  const changed = text.replace(/("regions"\s*:\s*)\[[^\]]*\]/, `$1["${region}"]`)
  if (regionIn(changed) === region) return changed
  throw new AppError('usage', `Cannot write the region into ${HOST_FILE}: it has no list "regions"`, {
    hint: `add "regions": ["${region}"] to it, and run kura setup again`,
  })
}
