/** How the folders of a publisher lie to each other. */
import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { AppError } from '../core/errors.ts'
import { invalid } from './payload-file.ts'

/** The path of `dir` relative to `outer`, links resolved; empty for `outer` itself, undefined outside of it. */
export function pathWithin(dir: string, outer: string): string | undefined {
  const within = relative(realPath(outer), realPath(dir))
  return within.startsWith(`..${sep}`) || within === '..' || isAbsolute(within) ? undefined : within
}

/** The path with the links of its existing part resolved. */
function realPath(path: string): string {
  const whole = resolve(path)
  if (existsSync(whole) || dirname(whole) === whole) return realpathSync(whole)
  return join(realPath(dirname(whole)), basename(whole))
}

/**
 * Refuses a payload that would hand out the release keys, or the release folder, to every device.
 * @throws AppError `release_key`, `payload_invalid`
 */
export function refuseOverlap({
  payloadDir,
  releaseDir,
  keyDir,
}: {
  payloadDir: string
  releaseDir: string
  keyDir: string
}): void {
  if (pathWithin(keyDir, payloadDir) !== undefined)
    throw new AppError(
      'release_key',
      `Cannot publish "${payloadDir}": it contains the folder of the release keys, "${keyDir}"`,
      { hint: 'publish a folder that has no keys in it, or move the keys and give their folder with --keys' },
    )
  const hint = 'keep the payload and the release folder apart; --release names another release folder'
  if (pathWithin(releaseDir, payloadDir) !== undefined)
    throw invalid('', `it contains the release folder "${releaseDir}"`, { hint })
  if (pathWithin(payloadDir, releaseDir) !== undefined)
    throw invalid('', `it is inside the release folder "${releaseDir}"`, { hint })
}
