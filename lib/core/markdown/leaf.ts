/** What is open in the innermost container, and goes on with the next line. */
import type { HtmlBlock } from './html-block.ts'

/** Fenced code: the character of its fence, and how many of them end it at least. */
export interface Fence {
  readonly sign: string
  readonly length: number
}

export type Leaf = 'paragraph' | Fence | HtmlBlock | undefined

/** Whether a blank line ends it: some kinds of HTML, but no fenced code. */
export function endsWithBlank(leaf: Fence | HtmlBlock): boolean {
  return !('sign' in leaf) && leaf.end === undefined
}
