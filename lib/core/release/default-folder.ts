/** The release folder of a deployment. */
import { fileURLToPath } from 'node:url'

/** This file, or the file of a function or one of its chunks that it was bundled into: `scripts/build-functions.ts`. */
const OWN_PATH = /^(.*\/)(?:lib\/release|api|dist\/functions)\/.*$/

/**
 * The release folder unless KURA_RELEASE_DIR or `--release` names another. Its address is put together at run time: the
 * host's builder would add a folder that it can read in the code, with everything in it, to every function.
 */
export const DEFAULT_RELEASE_DIR = fileURLToPath(
  import.meta.url.replace(OWN_PATH, '$1lib/services/distribution/release'),
)
