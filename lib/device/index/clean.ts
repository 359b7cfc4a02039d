/**
 * Updates kura's lines in an index. Each line is rewritten for its file; a second line for a file, and the line of a
 * file that is no longer in the release, are removed. A person's text stays, and Markdown still reads it as the same
 * thing: text below a removed line does not become a part of something else. Pure.
 */
import type { Block } from '../../core/markdown/block.ts'
import { nextLine } from '../../core/markdown/line-cursor.ts'
import { formatFormerLine, formatLine, type IndexedFile } from './markdown-line.ts'
import { type OwnedLine, ownedLines, type SeeBlock } from './owned-lines.ts'
import { applyEdits, type Edit } from './text.ts'

/**
 * In the index `source`, rewrites kura's lines that link to `files`, and removes those that link to other paths of
 * `former`. `see` is called with each block.
 */
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

/**
 * Removes a line. Leaves the file's name or a blank line in place of the line if Markdown would otherwise read the text
 * around it differently.
 */
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

/** Whether the block is indented, and is no list item that is indented at most as much as `bullet`. */
function isIndentedMore(source: string, { start, firstEnd }: Block, bullet: string): boolean {
  const line = source.slice(start, firstEnd)
  const [space = ''] = /^ *(?=[-*+] )/.exec(line) ?? []
  const isBeside = space !== '' && bullet.startsWith(space)
  return /^[ \t]/.test(line) && !isBeside
}
