/** Finds the Node 24 that `npm ci` puts beside kura. Plain JavaScript, for an older Node cannot read TypeScript. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The file of the Node that the package `node` installed into `packages` (a `node_modules`) for this `platform` (a
 * `process.platform`); undefined if there is none, as after an install for another system. On Windows the package
 * leaves a text file named `node` beside `node.exe`.
 * @param {string} packages
 * @param {string} platform
 */
export function bundledNode(packages, platform) {
  const file = join(packages, 'node', 'bin', platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(file) ? file : undefined
}
