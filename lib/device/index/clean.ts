/**
 * Brings kura's lines in an index up to date: each becomes the line of its file; one that links to a file a second time, or
 * to a file that has left, goes. What a person has written stays, and so does what it is to a Markdown reader: text below
 * a line that goes does not become a part of something else. Pure.
 */
import { nextLine } from '../../core/markdown/line-cursor.ts'
import { formatFormerLine, formatLine, type IndexedFile } from './markdown-line.ts'
import { type OwnedLine, ownedLines, type SeeBlock } from './owned-lines.ts'
import { applyEdits, type Edit } from './text.ts'

/** `source` with kura's lines to `files` up to date, and those to other files in `former` removed; `see` sees its blocks. */
export function cleanIndex(
  source: string,
  { files, former }: { readonly files: readonly IndexedFile[]; readonly former: Iterable<string> },
  see?: SeeBlock,
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

/** Removes a line, or leaves its file's name or a blank line if what is around it would change its meaning. */
function removal(source: string, line: OwnedLine): Edit {
  const { block, bullet, path, before } = line
  const { start: from, firstEnd } = block
  if (isLeanedOn(source, line)) return { from, to: firstEnd, text: formatFormerLine(path, bullet) }
  const next = nextLine(source, firstEnd)
  const touches = before?.end === from && (before.kind === 'text' || block.end > next)
  return { from, to: touches && next < source.length ? firstEnd : next, text: '' }
}

/** Whether text below the line would be part of something else, or no longer text, without the list item. */
function isLeanedOn(source: string, { block, after }: OwnedLine): boolean {
  const next = nextLine(source, block.firstEnd)
  if (block.indented || (after && /[ \t]/.test(source[after.start] ?? ''))) return true
  return block.end > next && (source[next] === '<' || after?.start === block.end)
}
