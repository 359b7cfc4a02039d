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

/** Node 22, and 24 before 24.3, call the reading of TypeScript an experiment; before 22.18 it needs a flag. */
const QUIET = '--disable-warning=ExperimentalWarning'
const STRIPS = '--experimental-strip-types'

/** The commands that sign without another program's help: they load neither undici nor SQLite. */
const SIGNING = ['publish', 'root', 'key']

/**
 * Whether these words of the command line, or those of a script that builds, need no more than Node 22.12.
 * @param {readonly string[]} words
 */
export function onlySigns([command = '', ...words]) {
  return SIGNING.includes(command) && !words.includes('--local')
}

/**
 * The program that runs kura, and its options: the machine's own Node if it is new enough, otherwise the one beside
 * kura; undefined if neither is there. npm puts the one beside kura first on the path, and says in the environment which
 * Node it runs on.
 * @param {string} packages
 * @param {Pick<typeof process, 'platform' | 'arch' | 'execPath' | 'env'> & { versions: { node: string } }} running
 * @param {{ signs: boolean }} work whether it only signs or builds
 * @returns {string[] | undefined}
 */
export function chosenNode(packages, { execPath, versions, env, ...system }, { signs }) {
  const bundled = bundledNode(packages, system)
  const [, version = ''] = /\bnode\/v(\S+)/.exec(env['npm_config_user_agent'] ?? '') ?? []
  const own = env['npm_node_execpath']
  if (own && bundled && realpathSync(bundled) === execPath && isEnough(version, signs))
    return [own, ...optionsOf(version)]
  if (isEnough(versions.node, signs)) return [execPath, ...optionsOf(versions.node)]
  return bundled ? [bundled] : undefined
}

/**
 * Whether a Node runs kura: 24, and 22 from 22.19 on, for undici wants that; from 22.12 on what only signs or builds.
 * @param {string} version
 * @param {boolean} signs
 */
function isEnough(version, signs) {
  const [major, minor] = numbers(version)
  return major >= NEEDED || (major === 22 && minor >= (signs ? 12 : 19))
}

/** @param {string} version */
function optionsOf(version) {
  const [major, minor] = numbers(version)
  return major === 22 && minor < 18 ? [QUIET, STRIPS] : [QUIET]
}

/**
 * @param {string} version
 * @returns {[number, number]}
 */
function numbers(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return [major, minor]
}
