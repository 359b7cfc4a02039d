/** Finds the folders that a publishing command works on. */
import { resolve } from 'node:path'
import { type Config, readConfig } from '../../core/config/config.ts'
import { DEFAULT_RELEASE_DIR } from '../../core/release/default-folder.ts'
import type { CliContext } from '../context.ts'
import { DEVELOPMENT } from '../development.ts'

/** `--release`, else KURA_RELEASE_DIR, else the folder that a deployment includes. */
export function releaseDirOf(context: CliContext, option?: string): string {
  const named = option ?? context.config.releaseDir
  return named === undefined ? DEFAULT_RELEASE_DIR : resolve(context.cwd, named)
}

/** The options that name the folders. */
export interface PublisherOptions {
  readonly release?: string | undefined
  readonly keys?: string | undefined
  /** Publish for the local host, with the development key. */
  readonly development?: boolean | undefined
}

/**
 * The folders of a publisher: those of the options, then with `--development` those of the local host, else those that the
 * environment sets. The settings that npm start has written never decide where a company's own release and keys are.
 */
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

/** The settings of the environment that `--development` overrides, so that a command can say so. */
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

/** The settings of the environment alone. */
function ownConfig({ given, env }: Pick<CliContext, 'env' | 'given'>): Config {
  return readConfig(given ?? env)
}
