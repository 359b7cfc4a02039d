/**
 * The possible contents of a directory after a power cut. The changes of names and contents are recorded in the order
 * in which the system was asked for them. Of the changes that were not synced before the cut, any part may be lost:
 * each name and each content separately, in any order, which is worse than on most file systems. Only a rename is
 * atomic, and it is kept if the folder of the new name was synced.
 */
import { join } from 'node:path'
import type { Recorded } from './recorded-fs.ts'

// these are Node's own functions: the recorder replaces those of a plain import
const { linkSync, mkdirSync, readdirSync, readFileSync, writeFileSync } = process.getBuiltinModule('node:fs')

/** A change of names: each entry is set to a node, or removed. */
export interface NameChange {
  readonly kind: 'names'
  /** The node that the change creates. */
  readonly creates?: { readonly node: number; readonly kind: 'file' | 'folder' }
  readonly entries: readonly {
    readonly folder: number
    readonly name: string
    readonly node: number | undefined
  }[]
}

export type Event =
  | NameChange
  | { readonly kind: 'content'; readonly node: number; readonly data: Buffer }
  | { readonly kind: 'sync'; readonly node: number }

export type Node =
  | { readonly kind: 'folder'; readonly entries: Map<string, number> }
  | { readonly kind: 'file'; data: Buffer }

/** A directory tree; the root is node 0. */
export type Tree = Map<number, Node>

/** Decides which of the changes that were not synced are kept. */
export interface Loss {
  readonly name: string
  /** Whether a change of names is kept; `change` is its number among the `made` changes. */
  readonly keepsNames: (change: number, made: number) => boolean
  /** Returns the content that remains of `written`, of which only `synced` was on the disk. */
  readonly content: (written: Buffer, synced: Buffer) => Buffer
}

const HALF = (written: Buffer) => written.subarray(0, written.length / 2)

export const LOSSES: readonly Loss[] = [
  { name: 'everything', keepsNames: () => false, content: (_written, synced) => synced },
  { name: 'contents', keepsNames: () => true, content: (_written, synced) => synced },
  { name: 'names, and halves of contents', keepsNames: () => false, content: HALF },
  { name: 'all names but the last ones', keepsNames: (change, made) => change >= made - 2, content: HALF },
  { name: 'every other name', keepsNames: change => change % 2 === 0, content: HALF },
  { name: 'two of three names', keepsNames: change => change % 3 === 1, content: written => written },
]

/** Returns a tree that may remain if the power fails after the first `count` events. */
export function afterPowerCut({ before, events }: Recorded, count: number, loss: Loss): Tree {
  const done = events.slice(0, count)
  const tree: Tree = new Map([...before].map(([id, node]) => [id, copyOf(node)]))
  for (const event of done) {
    if (event.kind === 'names' && event.creates) tree.set(event.creates.node, emptyNode(event.creates.kind))
  }
  done.forEach((event, index) => {
    if (event.kind !== 'names') return
    // the last entry of a rename is the new name
    const folder = event.entries.at(-1)?.folder
    const isSynced = done.slice(index).some(later => later.kind === 'sync' && later.node === folder)
    if (isSynced || loss.keepsNames(index, count)) setNames(tree, event)
  })
  for (const [id, node] of tree)
    if (node.kind === 'file') node.data = contentOf(id, node.data, { done, loss })
  return tree
}

function emptyNode(kind: Node['kind']): Node {
  return kind === 'folder' ? { kind, entries: new Map() } : { kind, data: Buffer.alloc(0) }
}

function copyOf(node: Node): Node {
  return node.kind === 'folder' ? { kind: 'folder', entries: new Map(node.entries) } : { ...node }
}

function setNames(tree: Tree, { entries }: NameChange): void {
  for (const { folder, name, node } of entries) {
    const parent = tree.get(folder)
    if (parent?.kind !== 'folder') throw new Error(`node ${folder}, which "${name}" is in, is not a folder`)
    if (node === undefined) parent.entries.delete(name)
    else parent.entries.set(name, node)
  }
}

function contentOf(
  id: number,
  before: Buffer,
  { done, loss }: { done: readonly Event[]; loss: Loss },
): Buffer {
  let [written, synced] = [before, before]
  for (const event of done) {
    if (event.kind === 'content' && event.node === id) written = event.data
    if (event.kind === 'sync' && event.node === id) synced = written
  }
  return written === synced ? synced : loss.content(written, synced)
}

/** Reads a directory as a tree. */
export function readTree(dir: string): Tree {
  const tree: Tree = new Map()
  let next = 0
  const add = (path: string): number => {
    const id = next++
    const entries = new Map<string, number>()
    tree.set(id, { kind: 'folder', entries })
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const inner = join(path, entry.name)
      if (entry.isDirectory()) entries.set(entry.name, add(inner))
      else {
        entries.set(entry.name, next)
        tree.set(next++, { kind: 'file', data: readFileSync(inner) })
      }
    }
    return id
  }
  add(dir)
  return tree
}

/** Writes a tree into the new directory `dir`; several names of a file become hard links again. */
export function writeTree(tree: Tree, dir: string): void {
  const written = new Map<number, string>()
  const write = (id: number, path: string) => {
    const node = tree.get(id)
    if (node?.kind === 'folder') {
      mkdirSync(path, { recursive: true })
      for (const [name, inner] of node.entries) write(inner, join(path, name))
    } else if (node) {
      const other = written.get(id)
      if (other === undefined) writeFileSync(path, node.data, { mode: 0o600 })
      else linkSync(other, path)
      written.set(id, path)
    }
  }
  write(0, dir)
}
