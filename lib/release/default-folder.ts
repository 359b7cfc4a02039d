/** The release folder of a deployment. */
import { fileURLToPath } from 'node:url'

/**
 * The release folder unless KURA_RELEASE_DIR or `--release` names another. Its address is put together at run time: the
 * host's builder would add a folder that it can read in the code, with everything in it, to every function.
 */
export const DEFAULT_RELEASE_DIR = fileURLToPath(
  import.meta.url.replace(/release\/[^/]*$/, 'distribution/release'),
)
