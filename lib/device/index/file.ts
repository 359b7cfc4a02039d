/**
 * Updates the text of a device's index file (document 3, index-update rules). For every file of the release: a line
 * that links to it is replaced; if there is none, the line is added under the heading; if there is no heading, heading
 * and line are added at the end; if there is no index file, it is created. Only the lines of `markdown-line.ts` are
 * kura's own: every other line keeps its place and its line ending, and a byte order mark and a missing last newline
 * stay as they are. Code, HTML blocks and front matter are never changed. Pure.
 */
import { blocksOf } from '../../core/markdown/blocks.ts'
import { addMissing } from './add.ts'
import { cleanIndex } from './clean.ts'
import { type IndexedFile, isShown } from './markdown-line.ts'
import { createHeadingMatch, createOutline, outlineOf } from './outline.ts'
import { ownedLines } from './owned-lines.ts'
import { isClosed, lineEndingOf, withoutLastEnding } from './text.ts'

export interface IndexTarget {
  /** A Markdown heading: `## Shared`. */
  readonly heading: string
  /** The files of the release; their lines are in this order. */
  readonly files: readonly IndexedFile[]
  /** Paths whose lines are removed, unless the paths are among `files`. */
  readonly former?: Iterable<string>
}

/** The new text of the index, or the same text if nothing has to change. `text` is undefined if there is no file. */
export function updateIndex(text: string | undefined, { heading, files, former = [] }: IndexTarget): string {
  const source = text ?? ''
  const ending = lineEndingOf(source)
  const closed = isClosed(source)
  const whole = closed ? source : source + ending
  const { see, outline } = createOutline(heading)
  const cleaned = cleanIndex(whole, { files, former }, see)
  // usually nothing was cleaned, so the text need not be parsed again
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

/** Whether the text has at most the heading and blank lines. */
export function holdsOnlyHeading(text: string, heading: string): boolean {
  const [first, second] = blocksOf(text)
  return first === undefined || (second === undefined && createHeadingMatch(heading)(first) !== undefined)
}
