/** The release folder of a deployment. */
import { fileURLToPath } from 'node:url'

/** The release folder unless KURA_RELEASE_DIR or `--release` names another. */
export const DEFAULT_RELEASE_DIR = fileURLToPath(new URL('../distribution/release', import.meta.url))
