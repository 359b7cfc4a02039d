import { fileURLToPath } from 'node:url'

/**
 * Matches the part of this file's address after the project's folder. Both the source file and the bundle
 * (`scripts/build-functions.ts`) are three folders below the project's folder.
 */
const BELOW_PROJECT = /(?:[^/]+\/){3}[^/]+$/

/**
 * The release folder, unless KURA_RELEASE_DIR or `--release` names another. The path is computed at run time: if the
 * host's builder found the folder's name in the code, it would add the whole folder to every function.
 */
export const DEFAULT_RELEASE_DIR = fileURLToPath(
  import.meta.url.replace(BELOW_PROJECT, 'lib/services/distribution/release'),
)
