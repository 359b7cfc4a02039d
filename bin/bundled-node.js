/** Finds the Node 24 that `npm ci` puts beside kura. Plain JavaScript, for an older Node cannot read TypeScript. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The Node that an optional dependency brought into `packages` (a `node_modules`) for this system, whose `platform` and
 * `arch` are those of `process`; undefined if package.json pins none for it, or if the install was for another system.
 * @param {string} packages
 * @param {{ platform: string, arch: string }} system
 */
export function bundledNode(packages, { platform, arch }) {
  const windows = platform === 'win32'
  const name = `node-${windows ? 'win' : platform}-${arch}`
  const file = join(packages, name, 'bin', windows ? 'node.exe' : 'node')
  return existsSync(file) ? file : undefined
}
