import { resolve } from 'node:path'
import { type Config, readConfig } from '../../../core/config/config.ts'
import { DEFAULT_RELEASE_DIR } from '../../../core/release/default-folder.ts'
import type { CliContext } from '../../context.ts'
import { DEVELOPMENT } from '../../development.ts'

/** The release folder: `--release`, else KURA_RELEASE_DIR, else the folder that a deployment includes. */
export function releaseDirOf(context: CliContext, option?: string): string {
  const named = option ?? context.config.releaseDir
  return named === undefined ? DEFAULT_RELEASE_DIR : resolve(context.cwd, named)
}

export interface PublisherOptions {
  readonly release?: string | undefined
  readonly keys?: string | undefined
  readonly development?: boolean | undefined
}

/** Returns the folders of release and keys. Settings that `npm start` wrote never choose the folders of a company. */
export function publisherFolders(
  context: CliContext,
  { release, keys, development = false }: PublisherOptions,
): { releaseDir: string; keyDir: string | undefined } {
  const own = ownConfig(context)
  const folder = release ?? (development ? DEVELOPMENT.release : own.releaseDir)
  return {
    releaseDir: folder === undefined ? DEFAULT_RELEASE_DIR : resolve(context.cwd, folder),
    keyDir: keys ?? (development ? DEVELOPMENT.keys : own.keyDir),
  }
}

/** The names of the settings that `--development` overrides. */
export function overriddenFolders(
  context: Pick<CliContext, 'env' | 'given'>,
  { release, keys, development }: PublisherOptions,
): string[] {
  const own = ownConfig(context)
  if (!development) return []
  return [
    ...(own.releaseDir && !release ? ['KURA_RELEASE_DIR'] : []),
    ...(own.keyDir && !keys ? ['KURA_KEY_DIR'] : []),
  ]
}

function ownConfig({ given, env }: Pick<CliContext, 'env' | 'given'>): Config {
  return readConfig(given ?? env)
}
