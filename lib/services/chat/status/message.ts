/**
 * Composes the status message: sections of lines within the platform's limit. What short lines do not need is used for
 * long lines. If the lines do not fit even when they are shortened, the last lines of the longest section are left out
 * and counted (`and 4 more`). Pure.
 */
import { clip } from '../../../core/language/clip.ts'
import type { Locale } from '../../../core/language/language.ts'
import { sayIn } from '../../../core/language/text.ts'
import { MESSAGE_CAP } from '../remote/message.ts'
import { STATUS } from './words.ts'

export interface StatusSection {
  readonly title: string
  /** The lines, the most important first. */
  readonly lines: readonly string[]
  /** The number of further lines, which are counted but not shown. */
  readonly hidden?: number
}

/** The most lines of a section, because a message cannot show more. */
export const MOST_LINES = MESSAGE_CAP / 2
/** The shortest line in UTF-16 units: before lines become shorter, some are left out. */
const SHORTEST_LINE = 60
const LONGEST_TITLE = 60
const LONGEST_COUNT = 'and 999,999 more'.length

interface Shown {
  readonly title: string
  readonly lines: readonly string[]
  readonly hidden: number
}

/** Composes at most `cap` UTF-16 units, without empty sections. `cap` is at least 100 for each section. */
export function composeStatus(
  sections: readonly StatusSection[],
  locale: Locale,
  cap: number = MESSAGE_CAP,
): string {
  const all = sections
    .filter(({ lines }) => lines.length > 0)
    .map(({ title, lines, hidden = 0 }) => ({
      title: clip(oneLine(title), LONGEST_TITLE),
      lines: lines.slice(0, MOST_LINES).map(oneLine),
      hidden: hidden + Math.max(0, lines.length - MOST_LINES),
    }))
  const shown = fitted(all, cap)
  const lengths = shown.flatMap(({ lines }) => lines.map(({ length }) => length))
  const budget = lineBudget(lengths, cap - overhead(shown))
  return shown.map(section => textOf(section, { budget, locale })).join('\n')
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim()
}

/** Leaves out lines, one by one from the longest section, until all others can be shown. */
function fitted(sections: readonly Shown[], cap: number): readonly Shown[] {
  const kept = sections.map(({ lines, hidden }) => ({ count: lines.length, hidden }))
  let length = leastLength(sections)
  while (length > cap) {
    const most = Math.max(...kept.map(({ count }) => count))
    if (most === 0) break
    const at = kept.findLastIndex(({ count }) => count === most)
    const [section, longest] = [sections[at], kept[at]]
    if (!section || !longest) break
    if (longest.hidden === 0) length += LONGEST_COUNT + 1
    longest.count -= 1
    longest.hidden += 1
    length -= lineLength(section.lines[longest.count] ?? '') + 1
  }
  return sections.map((section, at) => {
    const { count = 0, hidden = 0 } = kept[at] ?? {}
    return { ...section, lines: section.lines.slice(0, count), hidden }
  })
}

function lineLength({ length }: string): number {
  return Math.min(length, SHORTEST_LINE)
}

function leastLength(shown: readonly Shown[]): number {
  const lines = shown.flatMap(section => section.lines)
  return lines.reduce((sum, line) => sum + lineLength(line), overhead(shown))
}

function overhead(shown: readonly Shown[]): number {
  return shown.reduce(
    (sum, { title, lines, hidden }) =>
      sum + title.length + 1 + lines.length + (hidden > 0 ? LONGEST_COUNT + 1 : 0),
    0,
  )
}

/** The maximum line length with which all lines fit into `room`, if longer lines are shortened to it. */
export function lineBudget(lengths: readonly number[], room: number): number {
  const sorted = lengths.toSorted((one, other) => one - other)
  let left = room
  for (const [index, length] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - index))
    if (length > share) return Math.max(1, share)
    left -= length
  }
  return sorted.at(-1) ?? 0
}

function textOf(
  { title, lines, hidden }: Shown,
  { budget, locale }: { budget: number; locale: Locale },
): string {
  const more = hidden > 0 ? [sayIn(locale)(STATUS.more, { count: hidden })] : []
  return [title, ...lines.map(line => clip(line, budget)), ...more].join('\n')
}
