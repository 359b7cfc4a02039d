/**
 * Compiles a redirect rule as the host does: its `source` to a regular expression over the path, its `destination`
 * to a location with `$1`, its `permanent` or `statusCode` to a status. What the host refuses is an error.
 */
import { AppError } from '../../core/errors.ts'
import type { Condition, RedirectRule } from './hosting-configuration.ts'
import { type Parameter, type PathToken, parsePathPattern } from './path-pattern.ts'

export interface CompiledSource {
  /** The regular expression as the host writes it. */
  readonly compiled: string
  readonly regexp: RegExp
  /** The names of the capturing groups in order; a number if the group has none. */
  readonly names: readonly (string | number)[]
  readonly tokens: readonly PathToken[]
}

export interface CompiledRedirect extends CompiledSource {
  readonly status: number
  /** The Location with `$1`… for the source's groups and `$name` for a condition's. */
  readonly location: string
}

/** permanent: true is 308, not 301 (document 2, redirect behaviour 2). */
const STATUS_PERMANENT = 308
const STATUS_TEMPORARY = 307

/** @throws AppError `usage` on syntax that the host refuses */
export function compileSource(source: string): CompiledSource {
  const tokens = parsePathPattern(source)
  refuseBrokenExpression(source)
  const compiled = `^${tokens.map(expressionOf).join('')}$`
  const names = tokens.flatMap(token =>
    typeof token === 'string' || token.expression === '' ? [] : [token.name],
  )
  return { compiled, regexp: new RegExp(compiled), names, tokens }
}

/** The host requires that the whole source, as written, is also a valid regular expression. */
function refuseBrokenExpression(source: string): void {
  try {
    new RegExp(source)
  } catch (cause) {
    throw new AppError(
      'usage',
      `Cannot compile the source "${source}": it is not a valid regular expression`,
      {
        cause,
      },
    )
  }
}

/** @throws AppError `usage` on syntax that the host refuses, or if the destination names what nothing captures */
export function compileRedirect(rule: RedirectRule): CompiledRedirect {
  if (rule.permanent !== undefined && rule.statusCode !== undefined) {
    throw new AppError(
      'usage',
      `Cannot compile the rule for "${rule.source}": it has both permanent and statusCode`,
    )
  }
  const source = compileSource(rule.source)
  return { ...source, status: statusOf(rule), location: locationOf(rule, source) }
}

function statusOf({ permanent, statusCode }: RedirectRule): number {
  if (permanent !== undefined) return permanent ? STATUS_PERMANENT : STATUS_TEMPORARY
  return statusCode ?? STATUS_PERMANENT
}

function expressionOf(token: PathToken): string {
  return typeof token === 'string' ? escapeText(token) : parameterExpression(token)
}

function parameterExpression({ prefix, suffix, expression, modifier }: Parameter): string {
  const [before, after] = [escapeText(prefix), escapeText(suffix)]
  if (expression === '') return `(?:${before}${after})${modifier}`
  if (before === '' && after === '') return `(${slashesBare(expression)})${modifier}`
  const value = slashesBare(expression)
  if (modifier !== '+' && modifier !== '*') return `(?:${before}(${value})${after})${modifier}`
  const repeated = `(?:${before}((?:${value})(?:${after}${before}(?:${value}))*)${after})`
  return modifier === '*' ? `${repeated}?` : repeated
}

function escapeText(text: string): string {
  return text.replace(/[.+*?=^!:${}()[\]|\\]/g, '\\$&')
}

function slashesBare(expression: string): string {
  return expression.replaceAll('\\/', '/')
}

/** A `:name` with its modifier. */
const REFERENCE = /:([A-Za-z0-9_]+)[?*+]?/g

/** The first `?` of a destination begins its query, even directly after a name. */
const DESTINATION = /^((?:https?:)?\/\/[^/?#\\]*?(?::\d+)?(?=[/?#\\]|$))?([^?#]*)(?:\?([^#]*))?(#.*)?$/is

/**
 * The destination with its names filled in. The host reads it as an address first, so a `\` is a `/` in the path, a
 * literal colon can only be escaped in the query, and a condition's name goes before the same name of the source.
 */
function locationOf({ destination, has = [] }: RedirectRule, { names }: CompiledSource): string {
  const conditionNames = has.flatMap(namesOf)
  const fillIn = (text: string, unknown: (reference: string) => string) =>
    text.replace(REFERENCE, (reference, name: string) => {
      if (conditionNames.includes(name)) return `$${name}`
      const index = names.lastIndexOf(name)
      return index >= 0 ? `$${index + 1}` : unknown(reference)
    })
  const refuse = (reference: string): never => {
    throw new AppError(
      'usage',
      `Cannot compile the destination "${destination}": no source or condition captures "${reference}"`,
    )
  }
  const [, origin = '', path = '', query = '', fragment = ''] = DESTINATION.exec(destination) ?? []
  const [, host = '', port = ''] = /^(.*?)(:\d+)?$/s.exec(origin) ?? []
  const filledPath = `${fillIn(host, refuse)}${port}${fillIn(path.replaceAll('\\', '/'), refuse)}`
  const filledQuery = query
    .split('\\:')
    .map(part => fillIn(part, refuse))
    .join('%3A')
  const named = names.some(name => typeof name === 'string') && destination.includes(':')
  if (!named && conditionNames.length === 0) return destination
  const search = query === '' ? '' : `?${filledQuery}`
  return `${filledPath}${search}${fillIn(fragment.replaceAll('\\', '%5C'), reference => (/[?*]$/.test(reference) ? '' : reference))}`
}

/** What a condition captures: the named groups of its expression, `host` itself, and a key without a value. */
function namesOf(condition: Condition): string[] {
  const { value } = condition
  if (value === undefined) return 'key' in condition ? [condition.key] : []
  const expression = typeof value === 'string' ? value : value.re
  if (expression === undefined) return []
  const groups = [...expression.matchAll(/\(\?<([A-Za-z][A-Za-z0-9_]*)>/g)].map(match => match[1] ?? '')
  return condition.type === 'host' ? [...groups, 'host'] : groups
}
