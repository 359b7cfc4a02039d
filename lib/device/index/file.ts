/**
 * Updates the text of a device's index file (index-update rules of document 3). A line that links to a file of the
 * release is replaced. If there is none, a line is added under the heading. Only the lines of `markdown-line.ts` are
 * kura's own: every other line keeps its place and ending, as do a byte order mark and a missing last newline. Code,
 * HTML blocks and front matter are never changed. Pure.
 */
import type { Block } from '../../core/markdown/block.ts'
import { blocksOf } from '../../core/markdown/blocks.ts'
import { nextLine } from '../../core/markdown/line-cursor.ts'
import { addMissing } from './add.ts'
import { formatFormerLine, formatLine, type IndexedFile, isShown } from './markdown-line.ts'
import { createHeadingMatch, createOutline, outlineOf } from './outline.ts'
import { type OwnedLine, ownedLines, type SeeBlock } from './owned-lines.ts'
import { applyEdits, type Edit, isClosed, lineEndingOf, withoutLastEnding } from './text.ts'

export interface IndexTarget {
  /** The heading in Markdown, such as `## Shared`. */
  readonly heading: string
  /** The files of the release, in the order of their lines. */
  readonly files: readonly IndexedFile[]
  /** Paths whose lines are removed, unless the paths are among `files`. */
  readonly former?: Iterable<string>
}

/** Returns the new text, or the same text if nothing has to change. `text` is undefined if there is no file. */
export function updateIndex(text: string | undefined, { heading, files, former = [] }: IndexTarget): string {
  const source = text ?? ''
  const ending = lineEndingOf(source)
  const closed = isClosed(source)
  const whole = closed ? source : source + ending
  const { see, outline } = createOutline(heading)
  const cleaned = cleanIndex(whole, { files, former }, see)
  // usually cleaning changes nothing, so the text need not be parsed again
  const seen = cleaned === whole ? outline() : outlineOf(cleaned, { heading, paths: pathsOf(files) })
  const updated = addMissing(cleaned, seen, { heading, files, ending })
  return closed ? updated : withoutLastEnding(updated)
}

/** The number of `files` that have a line in `text` that a Markdown reader shows as a link. */
export function countIndexed(text: string, files: readonly IndexedFile[]): number {
  const shown = new Set<string>()
  for (const line of ownedLines(text, pathsOf(files))) if (isShown(line.text)) shown.add(line.path)
  return shown.size
}

function pathsOf(files: readonly IndexedFile[]): string[] {
  return files.map(({ path }) => path)
}

/** Whether the text has nothing but the heading and blank lines. */
export function holdsOnlyHeading(text: string, heading: string): boolean {
  const [first, second] = blocksOf(text)
  return first === undefined || (second === undefined && createHeadingMatch(heading)(first) !== undefined)
}

/** Rewrites kura's lines that link to `files`, and removes those that link to other paths of `former`. */
function cleanIndex(
  source: string,
  { files, former }: { readonly files: readonly IndexedFile[]; readonly former: Iterable<string> },
  see: SeeBlock,
): string {
  const left = new Map(files.map(file => [file.path, file]))
  const edits: Edit[] = []
  for (const line of ownedLines(source, new Set([...former, ...left.keys()]), see)) {
    const file = left.get(line.path)
    left.delete(line.path)
    const edit = file ? replacement(line, formatLine(file, line.bullet)) : removal(source, line)
    if (edit) edits.push(edit)
  }
  return applyEdits(source, edits)
}

function replacement({ block, text }: OwnedLine, next: string): Edit | undefined {
  return text === next ? undefined : { from: block.start, to: block.firstEnd, text: next }
}

/** Removes a line. Its file's name or a blank line stays if Markdown would otherwise read the rest differently. */
function removal(source: string, line: OwnedLine): Edit {
  const { block, bullet, path, before } = line
  const { start: from, firstEnd } = block
  if (isLeanedOn(source, line)) return { from, to: firstEnd, text: formatFormerLine(path, bullet) }
  const next = nextLine(source, firstEnd)
  const touches = before?.end === from && (before.kind === 'text' || block.end > next)
  return { from, to: touches && next < source.length ? firstEnd : next, text: '' }
}

/** Whether Markdown would read the text below the line differently without the list item. */
function isLeanedOn(source: string, { block, bullet, after }: OwnedLine): boolean {
  const next = nextLine(source, block.firstEnd)
  if (block.indented || (after && isIndentedMore(source, after, bullet))) return true
  return block.end > next && (source[next] === '<' || after?.start === block.end)
}

function isIndentedMore(source: string, { start, firstEnd }: Block, bullet: string): boolean {
  const line = source.slice(start, firstEnd)
  const [space = ''] = /^ *(?=[-*+] )/.exec(line) ?? []
  const isBeside = space !== '' && bullet.startsWith(space)
  return /^[ \t]/.test(line) && !isBeside
}
