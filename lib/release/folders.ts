/** Where the release lies that a deployment carries. */
import { fileURLToPath } from 'node:url'

/** The release folder that is used where KURA_RELEASE_DIR and `--release` name none. */
export const DEFAULT_RELEASE_DIR = fileURLToPath(new URL('../distribution/release', import.meta.url))
