/** Writes the files of `api/` and the rows of `vercel.json` from the table of functions. Pure. */
import type { FunctionName } from '../../lib/app/contracts/services.ts'
import { FUNCTION_NAMES, FUNCTIONS, methodsOfFunction, servicesOf } from './table.ts'

const RELEASE = 'lib/services/distribution/release'

export function fileOf(name: FunctionName): string {
  const { deps, open } = FUNCTIONS[name]
  const imported: [name: string, file: string][] = [['endpoint', 'app/core.ts']]
  if (deps) imported.push([...deps])
  if (open) imported.push([...open], ['openPlaces', 'core/http/router.ts'])
  const imports = imported
    .toSorted(([, one], [, other]) => (one < other ? -1 : 1))
    .map(([what, file]) => `import { ${what} } from '../lib/${file}'`)
  const methods = methodsOfFunction(name).map(method => `'${method}'`)
  const options = `{ methods: [${methods.join(', ')}]${open ? ', open' : ''} }`
  return `/**
${servicesOf(name)
  .map(({ summary }) => ` * ${summary}.\n`)
  .join('')} * \`npm run functions\` makes this file.
 */
${imports.join('\n')}

${open ? `const open = openPlaces(Object.values(${open[0]}.endpoints))\n\n` : ''}${exported(name, options)}
`
}

function exported(name: FunctionName, options: string): string {
  const { routes, deps } = FUNCTIONS[name]
  const called = routes.map(routesOf => `${routesOf}(core)`)
  const indent = deps ? '  ' : ''
  const body = [
    'async core => {',
    `  const { ${routes.join(', ')} } = await import('../lib/app/functions/${name}.ts')`,
    `  return ${called.length === 1 ? called[0] : `[${called.map(call => `...${call}`).join(', ')}]`}`,
    '}',
  ].join(`\n${indent}`)
  return deps
    ? `export default endpoint(\n  ${options},\n  ${body},\n  ${deps[0]},\n)`
    : `export default endpoint(${options}, ${body})`
}

/** The members of `vercel.json` that follow from the table. */
export function hostRows() {
  return {
    functions: Object.fromEntries(FUNCTION_NAMES.map(name => [`api/${name}.ts`, settingsOf(name)])),
    rewrites: FUNCTION_NAMES.flatMap(name => {
      const pages = FUNCTIONS[name].open ? [`/${name}`, `/${name}/(.*)`] : []
      return [...pages, `/api/${name}/(.*)`].map(source => ({ source, destination: `/api/${name}` }))
    }),
  }
}

function settingsOf(name: FunctionName) {
  const { release, files = [], seconds = 60 } = FUNCTIONS[name]
  const carried = release && `${RELEASE}/{${release.join(',')}}`
  const includeFiles = files.length === 0 ? carried : `{${[carried, ...files].join(',')}}`
  return { ...(includeFiles && { includeFiles }), maxDuration: seconds }
}
