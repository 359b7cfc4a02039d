/**
 * Finds the hosts that a host condition names: `old.example`, or all hosts that an expression such as
 * `(www\\.)?old\\.example` matches.
 */
import type { Condition } from './hosting-configuration.ts'

/** The largest number of hosts that one condition may name. */
const MOST_HOSTS = 50

/**
 * Returns the hosts that the host conditions of `has` name; none for an expression that matches more than a few names.
 */
export function literalHosts(has: readonly Condition[]): string[] {
  return has.flatMap(({ type, value }) => {
    const text = typeof value === 'string' ? value : (value?.eq ?? value?.re)
    return type === 'host' && text !== undefined ? hostsOf(String(text)) : []
  })
}

/** Matches the characters of a host name; a dot may be escaped. */
const NAME = /^(?:[a-z0-9-]|\\?\.)+$/i
/** Matches the innermost group, and whether it is optional. */
const GROUP = /\((?:\?:|\?<\w+>)?([^()]*)\)(\??)/

function hostsOf(expression: string): string[] {
  let open = [expression.replace(/^\^/, '').replace(/\$$/, '')]
  while (open.some(text => GROUP.test(text))) {
    open = open.flatMap(expanded)
    if (open.length > MOST_HOSTS) return []
  }
  const names = open.flatMap(text => text.split('|'))
  if (!names.every(name => NAME.test(name))) return []
  return names.map(name => name.replaceAll('\\', '').toLowerCase())
}

/** Returns the text with its first group replaced by each of the group's alternatives. */
function expanded(text: string): string[] {
  const group = GROUP.exec(text)
  if (!group) return [text]
  const [whole, inner = '', optional] = group
  const alternatives = [...inner.split('|'), ...(optional === '?' ? [''] : [])]
  return alternatives.map(one => text.slice(0, group.index) + one + text.slice(group.index + whole.length))
}
