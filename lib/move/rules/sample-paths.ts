/** A path that a compiled source matches, so that a rule can be tried without a list of addresses. */
import type { CompiledSource } from './compile-source.ts'
import type { PathToken } from './path-pattern.ts'

/** Values that expressions of rules usually match: a word, a number, a date, a locale, a file, a deep path. */
const VALUES = ['a', '1', '2024', '2024-01-31', '01', 'en', 'a-b', 'index.html', 'a/b', '']

/** One path, or none if no usual value fits. */
export function samplePaths({ tokens, regexp }: CompiledSource): string[] {
  const path = tokens.map(sampleOf).join('')
  return path.startsWith('/') && regexp.test(path) ? [path] : []
}

function sampleOf(token: PathToken): string {
  if (typeof token === 'string') return token
  const whole = new RegExp(`^(?:${token.expression})$`)
  const value = token.expression === '' ? '' : (VALUES.find(value => whole.test(value)) ?? '')
  return `${token.prefix}${value}${token.suffix}`
}
