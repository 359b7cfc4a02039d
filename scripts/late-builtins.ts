/**
 * Lets a bundle load a module of Node only when the first of its exports is used. An ES import would load the module at
 * the start and read all of its exports, some of which load further modules, such as streams or the global fetch.
 */
import { build, type Plugin } from 'esbuild'

const BUILTIN = /^node:/
const NAMES = 'late-names'
const LATE = 'late-builtin'

/**
 * The plugin for the bundle of `entry`, which must define `require`. A module that is imported as a whole stays as it
 * is.
 */
export async function lateBuiltins(entry: string, project: string): Promise<Plugin> {
  const names = await importedNames(entry, project)
  return {
    name: LATE,
    setup({ onResolve, onLoad }) {
      onResolve({ filter: BUILTIN }, ({ path, kind, namespace }) => {
        if (kind !== 'import-statement' || !names.has(path)) return { path, external: true }
        return { path, namespace: namespace === NAMES ? LATE : NAMES }
      })
      // without this module, the bundle would make an object with all names for each file that imports one of them
      onLoad({ filter: BUILTIN, namespace: NAMES }, ({ path }) => ({
        contents: `export { ${exportsOf(path).join(', ')} } from ${JSON.stringify(path)}`,
      }))
      onLoad({ filter: BUILTIN, namespace: LATE }, ({ path }) => ({
        contents: moduleOf(path, [...(names.get(path) ?? [])]),
      }))
    },
  }
}

/** The names of all exports: esbuild also looks for those that only unused code imports. */
function exportsOf(path: string): string[] {
  return Object.keys(process.getBuiltinModule(path) ?? {}).filter(name => name !== 'default')
}

/** The source of a CommonJS module whose exports load the module `path` of Node. */
function moduleOf(path: string, names: readonly string[]): string {
  const getters = names.map(name => `get ${name}() { return load().${name} }`)
  return `let loaded
const load = () => (loaded ??= require(${JSON.stringify(path)}))
module.exports = { ${getters.join(', ')} }`
}

const IMPORT = /^import (?:\{([^}]*)\}|.*) from "(node:[\w/]+)";$/gm

/** The names that the bundle imports from each module of Node, as esbuild writes them. */
async function importedNames(entry: string, project: string): Promise<Map<string, Set<string>>> {
  const options = { bundle: true, write: false, platform: 'node', format: 'esm', logLevel: 'silent' } as const
  const { outputFiles } = await build({ absWorkingDir: project, entryPoints: [entry], ...options })
  const found = new Map<string, Set<string>>()
  const whole = new Set<string>()
  for (const [, list, path = ''] of (outputFiles[0]?.text ?? '').matchAll(IMPORT)) {
    if (list === undefined) whole.add(path)
    const names = (list ?? '').split(',').map(name => name.trim().split(' as ', 1)[0] ?? '')
    found.set(path, new Set([...(found.get(path) ?? []), ...names]))
  }
  for (const path of whole) found.delete(path)
  return found
}
