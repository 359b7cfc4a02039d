/** Routes by the built `config.json`. The router supports the settings that kura uses and refuses any other. Pure. */
import { decodePath } from '../../sandbox/host/router.ts'
import type { BuiltOutput, Route } from './built-output.ts'

export type Destination = { readonly function: string } | { readonly file: string } | undefined

type SourceRoute = Extract<Route, { src: string }>

/**
 * A router that follows the order of the Build Output API (routes): the routes before `filesystem`, the files and
 * functions, the routes after `filesystem`, and then, if none of them matched, the routes after `miss`.
 */
export function createOutputRouter(
  output: Pick<BuiltOutput, 'routes' | 'staticFiles'> & { functions: readonly { name: string }[] },
): (path: string) => Destination {
  const files = new Set(output.staticFiles)
  const functions = new Set(output.functions.map(({ name }) => name))
  const phases = phasesOf(output.routes)
  const find = (path: string): Destination => {
    const file = decodePath(path)?.slice(1) ?? ''
    if (files.has(file)) return { file }
    return functions.has(path.slice(1)) ? { function: path.slice(1) } : undefined
  }
  return path => {
    for (const phase of ['', 'filesystem', 'miss']) {
      const found =
        (phase === 'filesystem' ? find(path) : undefined) ?? follow(phases.get(phase) ?? [], path, find)
      if (found) return found
    }
    return undefined
  }
}

/** The first file or function that a matching route leads to; a matching route without a destination ends the phase. */
function follow(
  routes: readonly SourceRoute[],
  path: string,
  find: (path: string) => Destination,
): Destination {
  for (const { src, dest, status } of routes) {
    const match = new RegExp(src).exec(path)
    if (!match) continue
    if (dest === undefined) return undefined
    if (status !== undefined)
      throw new Error(`route ${src}: a destination with a status is not supported here`)
    const found = find(dest.replace(/\$([0-9])/g, (_, group) => match[Number(group)] ?? ''))
    if (found) return found
  }
  return undefined
}

function phasesOf(routes: readonly Route[]): Map<string, SourceRoute[]> {
  const phases = new Map<string, SourceRoute[]>()
  let phase = ''
  for (const route of routes) {
    if ('handle' in route) phase = route.handle
    else phases.set(phase, [...(phases.get(phase) ?? []), route])
  }
  return phases
}
