/**
 * Fits the open items into the available lines, most urgent first. If there is room, each item is shown with its
 * command, else each kind has one line and the command of its oldest item. If some items are not shown, the last line
 * says how many. Pure.
 */

import type { Say } from '../../../core/language/text.ts'
import { FRAME } from '../../../services/notices/words.ts'
import { clipped, displayWidth } from '../../terminal/fitting.ts'
import type { ScreenSize, Today } from './page.ts'
import { TODAY } from './words.ts'

type Needs = Today['needs']
type Group = Needs['groups'][number]
type OpenItem = Group['first'][number]

interface Page {
  readonly say: Say
  readonly room: ScreenSize
}

export function needsLines({ count, groups }: Needs, page: Page): string[] {
  const whole = groups.map(group => wholeLines(group, page))
  if (whole.every(lines => lines !== undefined) && heightOf(whole.flat(), page) <= page.room.lines)
    return whole.flat()
  const shown: string[] = []
  let counted = 0
  for (const [index, group] of groups.entries()) {
    // keeps one line free for the number of items that are not shown
    const left = page.room.lines - 1 - heightOf(shown, page)
    const after = groups
      .slice(index + 1)
      .reduce((sum, next) => sum + heightOf(shortLines(next, page), page), 0)
    const full = wholeLines(group, page)
    const isRoomy = full !== undefined && heightOf(full, page) + after <= left
    const lines = isRoomy ? full : shortLines(group, page)
    if (heightOf(lines, page) > left) break
    shown.push(...lines)
    counted += isRoomy ? group.count : 1
  }
  return [...shown, ...(counted < count ? [`  ${page.say(TODAY.more, { count: count - counted })}`] : [])]
}

/**
 * A line for every item of the group, with its command; a command that all share stands once, at the end. Undefined if
 * `first` does not have all items.
 */
function wholeLines(group: Group, page: Page): string[] | undefined {
  const { title, first, count } = group
  if (count === 1) return shortLines(group, page)
  if (first.length < count) return undefined
  const shared = first.every(({ command }) => command === first[0]?.command)
  const items = first.flatMap(item => [
    textLine(`    ${textOfItem(item, page)}`, page),
    ...(shared ? [] : commandLines(item, '      ')),
  ])
  return [textLine(`  ${title}`, page), ...items, ...(shared ? commandLines(first[0], '    ') : [])]
}

/** The line for the kind, with as many items as fit, then the command of the oldest item. */
function shortLines({ title, first }: Group, page: Page): string[] {
  const texts = first.map(item => textOfItem(item, page)).join('; ')
  const line = page.say(FRAME.line, { title, line: texts })
  return [textLine(`  ${line}`, page), ...commandLines(first[0], '    ')]
}

function textOfItem({ text, by }: OpenItem, { say }: Page): string {
  return by === undefined ? text : text + say(FRAME.by, { at: Date.parse(by) })
}

function textLine(text: string, { room }: Page): string {
  return clipped(text.replaceAll(/\n/gu, ' '), room.columns)
}

function commandLines(item: OpenItem | undefined, indent: string): string[] {
  return item?.command === undefined ? [] : [indent + item.command]
}

/** The height of these lines. A command that is longer than a line of the terminal is wrapped, not shortened. */
function heightOf(lines: readonly string[], { room }: Page): number {
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(displayWidth(line) / room.columns)), 0)
}
