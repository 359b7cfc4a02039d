import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomic } from '../../../core/disk/atomic-file.ts'
import { membersOf, parseJson } from '../../../core/json/json.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { cityOf } from './regions.ts'
import { refusal, type SetupDeps } from './step.ts'
import { FOUND } from './words.ts'

export const HOST_FILE = 'vercel.json'

/** Returns the first region that `vercel.json` in `cwd` names; undefined without such a file or a region in it. */
export function readRegion(cwd: string): string | undefined {
  const file = join(cwd, HOST_FILE)
  return existsSync(file) ? regionIn(readFileSync(file, 'utf8')) : undefined
}

function regionIn(text: string): string | undefined {
  const { regions } = membersOf(parseJson(text))
  return Array.isArray(regions) && typeof regions[0] === 'string' ? regions[0] : undefined
}

/**
 * Writes the region into `vercel.json` if the file has another region, and returns a remark on the consequence.
 * @throws AppError `usage`
 */
export async function placeFunctions(region: string, deps: SetupDeps) {
  const path = join(deps.cwd, HOST_FILE)
  const facts = { file: HOST_FILE, region, city: cityOf(region) }
  if (!existsSync(path)) return phrase(FOUND.noHostFile, facts)
  const text = readFileSync(path, 'utf8')
  if (regionIn(text) === region) return phrase(FOUND.regionAlready, facts)
  await writeFileAtomic(path, withRegion(text, region, deps))
  return phrase(FOUND.regionWritten, facts)
}

/** @throws AppError `usage` if the text is not formatted as in the checkout */
function withRegion(text: string, region: string, deps: SetupDeps): string {
  const changed = text.replace(/("regions"\s*:\s*)\[[^\]]*\]/, `$1["${region}"]`)
  if (regionIn(changed) === region) return changed
  throw refusal(deps, phrase(FOUND.noRegions, { file: HOST_FILE }), phrase(FOUND.addRegions, { region }))
}
