import { fileURLToPath } from 'node:url'

/** Matches the last three folders, because the source file and the bundle are three folders below the project's. */
const BELOW_PROJECT = /(?:[^/]+\/){3}[^/]+$/

/**
 * The release folder, unless KURA_RELEASE_DIR or `--release` names another. The path is computed at run time, because
 * the host's builder adds to every function the folders whose paths it finds in the code.
 */
export const DEFAULT_RELEASE_DIR = fileURLToPath(
  import.meta.url.replace(BELOW_PROJECT, 'lib/services/distribution/release'),
)
