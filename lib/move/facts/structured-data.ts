/** JSON-LD of a page: whether it can be read, and every string in it, decoded. */
import { messageOf } from '../../core/errors.ts'

export interface StructuredData {
  /** Why it is no JSON; undefined if it is. */
  readonly problem: string | undefined
  /** Every string, keys too; empty if it cannot be read. */
  readonly strings: readonly string[]
}

export function readStructuredData(text: string): StructuredData {
  try {
    return { problem: undefined, strings: stringsOf(JSON.parse(text)) }
  } catch (error) {
    return { problem: messageOf(error), strings: [] }
  }
}

/** Uses a list instead of recursion, because nesting can be deeper than the stack. */
function stringsOf(json: unknown): string[] {
  const strings: string[] = []
  const open: unknown[] = [json]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string') strings.push(value)
    else if (Array.isArray(value)) for (const item of value) open.push(item)
    else if (value !== null && typeof value === 'object') {
      for (const [name, item] of Object.entries(value)) {
        strings.push(name)
        open.push(item)
      }
    }
  }
  return strings
}
