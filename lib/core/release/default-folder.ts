/** The release folder of a deployment. */
import { fileURLToPath } from 'node:url'

/** What follows the project's folder: this file as a source, and a file of a bundle (`scripts/build-functions.ts`), are three folders down. */
const BELOW_PROJECT = /(?:[^/]+\/){3}[^/]+$/

/**
 * The release folder unless KURA_RELEASE_DIR or `--release` names another. Its address is put together at run time: the
 * host's builder would add a folder that it can read in the code, with everything in it, to every function.
 */
export const DEFAULT_RELEASE_DIR = fileURLToPath(
  import.meta.url.replace(BELOW_PROJECT, 'lib/services/distribution/release'),
)
