import { fileURLToPath } from 'node:url'

/** Both the source file and the bundle (`scripts/build-functions.ts`) are three folders below the project's folder. */
const BELOW_PROJECT = /(?:[^/]+\/){3}[^/]+$/

/**
 * The release folder, unless KURA_RELEASE_DIR or `--release` names another. The path is computed at run time, because
 * the host's builder would add a folder that it finds in the code to every function.
 */
export const DEFAULT_RELEASE_DIR = fileURLToPath(
  import.meta.url.replace(BELOW_PROJECT, 'lib/services/distribution/release'),
)
