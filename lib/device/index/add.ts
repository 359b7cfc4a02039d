import type { Block } from '../../core/markdown/block.ts'
import { endOfLine, nextLine } from '../../core/markdown/line-cursor.ts'
import { formatLine, type IndexedFile } from './markdown-line.ts'
import { BULLET, type Outline, type Place } from './outline.ts'
import { applyEdits, type Edit, lineAt, lineBefore } from './text.ts'

interface Additions {
  readonly heading: string
  readonly files: readonly IndexedFile[]
  readonly ending: string
}

/** Ends a list, so that an indented text after it does not become a part of the last item (CommonMark). */
const LIST_END = '<!-- -->'

const LIST_ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/

/** Adds the missing lines, each after the line of the previous file in the release, or first under the heading. */
export function addMissing(source: string, outline: Outline, additions: Additions): string {
  const missing = additions.files.filter(({ path }) => !outline.found.has(path))
  if (missing.length === 0) return source
  const edits = outline.under
    ? insertions(source, belowBlankLine(source, outline.under), outline, additions)
    : [section(source, outline.last, missing, additions)]
  return applyEdits(source, edits)
}

function belowBlankLine(source: string, { at, bullet }: Place): Place {
  const end = endOfLine(source, at)
  return { at: at < source.length && isBlankLine(source, at) ? nextLine(source, end) : at, bullet }
}

function insertions(
  source: string,
  under: Place,
  { found, places }: Outline,
  { files, ending }: Additions,
): Edit[] {
  const added = new Map<number, { place: Place; lines: string[] }>()
  let place = under
  for (const file of files) {
    place = places.get(file.path) ?? place
    if (found.has(file.path)) continue
    const group = added.get(place.at) ?? { place, lines: [] }
    added.set(place.at, group)
    group.lines.push(formatLine(file, place.bullet))
  }
  return [...added.values()]
    .sort((one, other) => one.place.at - other.place.at)
    .map(({ place: { at, bullet }, lines }) => {
      const before =
        at === under.at && followsText(source, at) && !joinsList(source, at, bullet.length) ? [''] : []
      return insertion(at, [...before, ...lines, ...gapBehind(source, at, bullet.length)], ending)
    })
}

/** The new section is put at the end of the text, or before an unclosed last block that would include it. */
function section(
  source: string,
  last: Block | undefined,
  missing: readonly IndexedFile[],
  { heading, ending }: Additions,
): Edit {
  const at = last?.open ? last.start : source.length
  const before = followsText(source, at) ? [''] : []
  const lines = missing.map(file => formatLine(file))
  return insertion(at, [...before, heading, '', ...lines, ...gapBehind(source, at, BULLET.length)], ending)
}

function insertion(at: number, lines: readonly string[], ending: string): Edit {
  return { from: at, to: at, text: lines.map(line => line + ending).join('') }
}

/** The lines that separate an added list from the text that follows at `at`. */
function gapBehind(source: string, at: number, width: number): string[] {
  const next = nextText(source, at)
  if (next === source.length) return []
  const blank = next > at ? [] : ['']
  if (isIndented(lineAt(source, next), width)) return ['', LIST_END, ...blank]
  return joinsList(source, at, width) ? [] : blank
}

/** Whether no blank line is needed at `at`: there is one, or a list item that is not indented by `width`. */
function joinsList(source: string, at: number, width: number): boolean {
  if (at >= source.length) return false
  const line = lineAt(source, at)
  return isBlankLine(source, at) || (!isIndented(line, width) && LIST_ITEM.test(line))
}

function followsText(source: string, at: number): boolean {
  return /[^ \t\ufeff]/.test(lineBefore(source, at))
}

function isBlankLine(source: string, at: number): boolean {
  return /^[ \t]*$/.test(lineAt(source, at))
}

function nextText(source: string, at: number): number {
  let next = at
  while (next < source.length && isBlankLine(source, next)) next = nextLine(source, endOfLine(source, next))
  return next
}

/** Whether the line is indented by `width`; a tab is always enough. */
function isIndented(line: string, width: number): boolean {
  const space = /^[ \t]*/.exec(line)?.[0] ?? ''
  return space.includes('\t') || space.length >= width
}
