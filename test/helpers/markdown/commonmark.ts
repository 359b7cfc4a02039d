/** CommonMark's reference implementation: it decides in tests what a Markdown reader shows. */
import { type Node, type NodeType, Parser } from 'commonmark'

export interface OuterBlock {
  /** The number of the block's first line, from 1. */
  readonly line: number
  readonly kind: NodeType
  readonly node: Node
}

/** Returns the outermost blocks, and each item of an outermost list. */
export function outerBlocks(markdown: string): OuterBlock[] {
  const nodes = childrenOf(new Parser().parse(markdown))
  return nodes
    .flatMap(node => (node.type === 'list' ? childrenOf(node) : [node]))
    .map(node => ({ line: node.sourcepos[0][0], kind: node.type, node }))
}

export function childrenOf(node: Node): Node[] {
  const children: Node[] = []
  for (let child = node.firstChild; child; child = child.next) children.push(child)
  return children
}

/** Returns every node of a text, outer nodes before inner ones. */
export function walk(markdown: string): Node[] {
  const below = (node: Node): Node[] => [node, ...childrenOf(node).flatMap(below)]
  return below(new Parser().parse(markdown))
}
