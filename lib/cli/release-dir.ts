/** The release folder that a command works on. */
import { resolve } from 'node:path'
import { DEFAULT_RELEASE_DIR } from '../distribution/folders.ts'
import type { CliContext } from './context.ts'

/** `--release`, else KURA_RELEASE_DIR, else the folder that a deployment carries. */
export function releaseDirOf(context: CliContext, option?: string): string {
  const named = option ?? context.config.releaseDir
  return named === undefined ? DEFAULT_RELEASE_DIR : resolve(context.cwd, named)
}
