/** Uses the host's own compiler, which makes a regular expression of a `source`, and a Location of a `destination`. */
import { getTransformedRoutes, pathToRegexp } from '@vercel/routing-utils'
import { AppError, messageOf } from '../../core/errors.ts'
import type { RedirectRule } from './hosting-configuration.ts'

/** A parameter of a source: `:name`, `(expression)`, `:name(expression)`, or one of these in braces. */
export interface Parameter {
  /** The parameter's name; undefined for a bare `(expression)`. */
  readonly name: string | undefined
  readonly expression: string
  readonly optional: boolean
}

export interface CompiledRedirect {
  readonly compiled: string
  readonly regexp: RegExp
  readonly status: number
  /** The location, with `$1`… for the parameters and `$name` for the captures of conditions. */
  readonly location: string
  readonly parameters: readonly Parameter[]
}

/** The options with which the host reads a source. */
const SOURCE_OPTIONS = { strict: true, sensitive: true, delimiter: '/' }

/** @throws AppError `usage` if the host refuses the rule */
export function compileRedirect(rule: RedirectRule): CompiledRedirect {
  const parameters = readParameters(rule.source)
  const { src, status, location } = compileByHost(rule)
  return { compiled: src, regexp: new RegExp(src), status, location, parameters }
}

function readParameters(source: string): Parameter[] {
  const keys: NonNullable<Parameters<typeof pathToRegexp>[2]> = []
  try {
    new RegExp(source)
    pathToRegexp('kura', source, keys, SOURCE_OPTIONS)
  } catch (cause) {
    throw new AppError(
      'usage',
      `Cannot compile the source "${source}": ${messageOf(cause)}; "/(.*)" matches every path, and "\\" goes before a literal character of "*+?(){}:"`,
      { cause },
    )
  }
  return keys.map(({ name, pattern, modifier }) => ({
    name: typeof name === 'string' ? name : undefined,
    expression: pattern,
    optional: modifier === '?' || modifier === '*',
  }))
}

function compileByHost(rule: RedirectRule): { src: string; status: number; location: string } {
  const refused = (reason: string, cause?: unknown) =>
    new AppError('usage', `Cannot compile the rule for "${rule.source}": ${reason}`, { cause })
  try {
    // a copy, because the compiler changes the conditions
    const { routes, error } = getTransformedRoutes({ redirects: [structuredClone(rule) as never] })
    const [route] = routes ?? []
    if (error) throw refused(error.message.replace(/^Redirect at index 0 /, 'it '))
    if (!route || !('headers' in route)) throw refused('the compiler made no route of it')
    const { src = '', status = 0, headers } = route
    return { src, status, location: headers?.['Location'] ?? '' }
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw refused(`its destination "${rule.destination}" is no address`, cause)
  }
}

/** Splits a compiled source into the literal text at the start and the text after it. */
export function splitCompiled(compiled: string): { literal: string; rest: string } {
  const [whole = '', literal = ''] = /^\^((?:\\.|[^\\($])*)/s.exec(compiled) ?? []
  return { literal: unescaped(literal), rest: compiled.slice(whole.length) }
}

/** Returns a text that every matching path contains. */
export function essentialPart(compiled: string): string {
  let [longest, run, depth] = ['', '', 0]
  for (const [token] of splitCompiled(compiled)
    .rest.slice(0, -1)
    .matchAll(/\\.|[^\\]/gs)) {
    if (token === '(') depth += 1
    if (depth === 0) run += token.at(-1)
    else run = ''
    if (token === ')') depth -= 1
    if (run.length > longest.length) longest = run
  }
  return longest.replace(/^[?*+]/, '')
}

export function unescaped(expression: string): string {
  return expression.replace(/\\(.)/gs, '$1')
}

/** The values to try: expressions of rules usually match a word, a number, a date, a locale, a file or a deep path. */
const VALUES = ['a', '1', '2024', '2024-01-31', '01', 'en', 'a-b', 'index.html', 'a/b', '']

/** Returns a path to try the rule without a list of addresses; undefined if no usual value fits. */
export function samplePath(source: string, { regexp, parameters }: CompiledRedirect): string | undefined {
  const filled = parameters.reduce((text, { name, expression }) => {
    const whole = new RegExp(`^(?:${expression})$`)
    const value = VALUES.find(value => whole.test(value)) ?? ''
    const named = name === undefined ? '' : `:${name}`
    const written = text.includes(`${named}(${expression})`) ? `${named}(${expression})` : named
    return text.replace(written, value)
  }, source)
  const path = filled.replace(/\\(.)|[{}?+*]/gs, '$1')
  return path.startsWith('/') && regexp.test(path) ? path : undefined
}
