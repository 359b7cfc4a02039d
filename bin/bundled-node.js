/** Finds the Node that runs kura. Plain JavaScript, for an older Node cannot read TypeScript. */
import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

export const NEEDED = 24

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

/**
 * The program that runs kura: the machine's own Node if it is new enough, otherwise the one beside kura; undefined if
 * neither is there. npm puts the one beside kura first on the path, and says in the environment which Node it runs on.
 * @param {string} packages
 * @param {Pick<typeof process, 'platform' | 'arch' | 'execPath' | 'env'> & { versions: { node: string } }} running
 */
export function chosenNode(packages, { execPath, versions, env, ...system }) {
  const bundled = bundledNode(packages, system)
  const [, version = ''] = /\bnode\/v(\S+)/.exec(env['npm_config_user_agent'] ?? '') ?? []
  const own = env['npm_node_execpath']
  if (own && isEnough(version) && bundled && realpathSync(bundled) === execPath) return own
  return isEnough(versions.node) ? execPath : bundled
}

/**
 * Whether a Node runs kura: 24, and 22 from 22.19 on, for undici wants that (and TypeScript without a flag, 22.18).
 * @param {string} version
 */
function isEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major >= NEEDED || (major === 22 && minor >= 19)
}
