/**
 * The index file of a device, as a text (document 3, index-update rules). For every file of the release:
 *   a line that links to it is replaced;  if there is none, the line is added under the heading;
 *   if there is no heading, heading and line are added at the end;  if there is no index file, it is created.
 * Only the lines of `markdown-line.ts` are kura's own: every other line keeps its place and its line ending, and so do
 * the byte order mark and a missing last newline. Code blocks and comments are never changed. Pure.
 */
import { createTargetOf, formatLine, type IndexedFile } from './markdown-line.ts'
import {
  type Code,
  findCode,
  headingOf,
  isBlank,
  isListItem,
  joinLines,
  type Line,
  splitLines,
} from './markdown-lines.ts'

export interface IndexTarget {
  /** A Markdown heading: `## Shared`. */
  readonly heading: string
  /** One line for each file, in this order. */
  readonly files: readonly IndexedFile[]
  /** Paths whose lines are removed, unless they are among `files`. */
  readonly former?: Iterable<string>
}

/** An index with kura's existing lines updated, before the missing ones are added. */
interface Cleaned {
  readonly lines: readonly Line[]
  /** For each line, the file that it links to. */
  readonly targets: readonly (string | undefined)[]
  readonly found: ReadonlySet<string>
  readonly code: Code
}

/** The updated index; the same text if nothing has to change. `undefined` means that there is no file. */
export function updateIndex(text: string | undefined, target: IndexTarget): string {
  const source = splitLines(text ?? '')
  const cleaned = clean(source.lines, target)
  const missing = target.files.filter(({ path }) => !cleaned.found.has(path))
  if (missing.length === 0) return joinLines(cleaned.lines, source)
  const heading = findHeading(cleaned, target.heading)
  const lines = heading === -1 ? append(cleaned, target.heading, missing) : insert(cleaned, heading, target)
  return joinLines(lines, source)
}

/** How many of `files` have a line in `text`. */
export function countIndexed(text: string, files: readonly IndexedFile[]): number {
  return clean(splitLines(text).lines, { heading: '', files }).found.size
}

/** Whether a text has nothing but `heading` and blank lines. */
export function holdsOnlyHeading(text: string, heading: string): boolean {
  const lines = splitLines(text).lines.filter(line => !isBlank(line.text))
  return lines.every(line => headingOf(line.text) === headingOf(heading)) && lines.length <= 1
}

/** Updates kura's lines, and removes those that link to a file twice or to a former file. */
function clean(lines: readonly Line[], { files, former = [] }: IndexTarget): Cleaned {
  const expected = new Map(files.map(file => [file.path, file]))
  const targetOf = createTargetOf(new Set([...former, ...expected.keys()]))
  const { inside } = findCode(lines)
  const seen = new Set<string>()
  const kept: { line: Line; target: string | undefined }[] = []
  for (const [index, line] of lines.entries()) {
    const target = inside[index] ? undefined : targetOf(line.text)
    const file = target === undefined ? undefined : expected.get(target)
    if (file && !seen.has(file.path)) kept.push({ line: { ...line, text: formatLine(file) }, target })
    else if (target === undefined) kept.push({ line, target })
    if (target !== undefined) seen.add(target)
  }
  const left = kept.map(({ line }) => line)
  const targets = kept.map(({ target }) => target)
  return {
    lines: left,
    targets,
    found: new Set(targets.filter(target => target !== undefined)),
    code: findCode(left),
  }
}

function findHeading({ lines, code }: Cleaned, heading: string): number {
  const expected = headingOf(heading)
  return lines.findIndex(({ text }, index) => !code.inside[index] && headingOf(text) === expected)
}

/** Adds heading and lines at the end, or before a code block that is not closed: inside it they would be code. */
function append({ lines, code }: Cleaned, heading: string, missing: readonly IndexedFile[]): Line[] {
  const end = code.openAt ?? lines.length
  const before = lines[end - 1]
  const gap = before && !isBlank(before.text) ? [blank] : []
  const added = [...gap, line(heading), blank, ...missing.map(file => line(formatLine(file)))]
  return [...lines.slice(0, end), ...added, ...(end < lines.length ? [blank] : []), ...lines.slice(end)]
}

/** Adds each missing line after that of the file before it in the release, or else first under the heading. */
function insert(cleaned: Cleaned, heading: number, { files }: IndexTarget): Line[] {
  const places = placesOf(cleaned, heading)
  const under = firstPlace(cleaned, heading)
  const additions = new Map<number, Line[]>()
  let place = under
  for (const file of files) {
    place = places.get(file.path) ?? place
    if (cleaned.found.has(file.path)) continue
    const added = additions.get(place) ?? []
    additions.set(place, added)
    added.push(line(formatLine(file)))
  }
  const spaced = [...additions].map(([at, added]) => [at, space(cleaned, at, added)] as const)
  return splice(cleaned.lines, new Map(spaced))
}

/** The places after each of kura's lines in the section under the heading: after everything that belongs to its item. */
function placesOf({ lines, targets, code }: Cleaned, heading: number): Map<string, number> {
  const places = new Map<string, number>()
  for (let index = heading + 1; index < lines.length; index++) {
    const text = lines[index]?.text ?? ''
    if (!code.inside[index] && headingOf(text) !== undefined) break
    const target = targets[index]
    if (target !== undefined) places.set(target, endOfItem(lines, code, index))
  }
  return places
}

/** Lines right below a list item that are indented, or continue its paragraph, are part of it. */
function endOfItem(lines: readonly Line[], code: Code, item: number): number {
  let end = item + 1
  while (end < lines.length && belongsToItem(lines, code, end)) end++
  return end
}

function belongsToItem(lines: readonly Line[], { inside, openAt }: Code, index: number): boolean {
  const text = lines[index]?.text ?? ''
  const indented = /^[ \t]/.test(text)
  if (openAt !== undefined && index >= openAt) return false
  if (inside[index]) return indented || inside[index - 1] === true
  return !isBlank(text) && (indented || !(isListItem(text) || headingOf(text) !== undefined))
}

/** Right under the heading, after one blank line if there is one. */
function firstPlace({ lines }: Cleaned, heading: number): number {
  const next = lines[heading + 1]
  return next && isBlank(next.text) ? heading + 2 : heading + 1
}

/** The added list with blank lines that separate it from a heading before it and from a text after it. */
function space({ lines }: Cleaned, at: number, added: readonly Line[]): Line[] {
  const before = lines[at - 1]?.text ?? ''
  const behind = lines[at]?.text
  const joined = behind !== undefined && (isBlank(behind) || isListItem(behind))
  const gapBefore = headingOf(before) !== undefined && !joined ? [blank] : []
  return [...gapBefore, ...added, ...(behind === undefined || joined ? [] : [blank])]
}

function splice(lines: readonly Line[], additions: ReadonlyMap<number, readonly Line[]>): Line[] {
  const all: Line[] = []
  for (let index = 0; index <= lines.length; index++) {
    all.push(...(additions.get(index) ?? []))
    const existing = lines[index]
    if (existing) all.push(existing)
  }
  return all
}

function line(text: string): Line {
  return { text, ending: '' }
}

const blank = line('')
