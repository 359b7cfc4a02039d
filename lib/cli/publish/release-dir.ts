/** Finds the folders that a publishing command works on. */
import { resolve } from 'node:path'
import { DEFAULT_RELEASE_DIR } from '../../release/default-folder.ts'
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
 * The folders of a publisher: those that are given, or with `--development` those of the local host. The settings that
 * npm start has written never decide where a company's own release and keys are.
 */
export function publisherFolders(
  context: CliContext,
  { release, keys, development = false }: PublisherOptions,
): { releaseDir: string; keyDir: string | undefined } {
  const local = { release: DEVELOPMENT.release, keys: DEVELOPMENT.keys }
  const { releaseDir, keyDir } = context.config
  const ownFolders = context.development ? {} : { release: releaseDir, keys: keyDir }
  const usual: { release?: string | undefined; keys?: string | undefined } = development ? local : ownFolders
  const folder = release ?? usual.release
  return {
    releaseDir: folder === undefined ? DEFAULT_RELEASE_DIR : resolve(context.cwd, folder),
    keyDir: keys ?? usual.keys,
  }
}
