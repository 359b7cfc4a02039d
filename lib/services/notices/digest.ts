/** Writes messages. Long texts are shortened, items that do not fit are counted, and commands stay whole. Pure. */
import { phrase } from '../../core/language/catalogue.ts'
import { clip } from '../../core/language/clip.ts'
import type { Locale } from '../../core/language/language.ts'
import type { Notice, OpenItems } from '../../core/language/open-item.ts'
import { type Say, sayIn, textOf } from '../../core/language/text.ts'
import { itemOf } from './kinds.ts'
import { FRAME } from './words.ts'

export type OpenItemFacts = Pick<Notice, 'kind' | 'facts'> & Partial<Pick<Notice, 'key'>>

export interface Wording {
  readonly locale: Locale
  readonly kinds: OpenItems
  /** The address of a notice by its key, or of the list of open items. Undefined if this deployment has none. */
  readonly addressOf?: ((key?: string) => string | undefined) | undefined
}

export interface Page extends Wording {
  /** The most UTF-16 units of a message; at least 1000. */
  readonly cap: number
}

const LONGEST_LINES = [600, 160, 80]
/** The shortest line of an item, which limits the number of items in a message. */
const SHORTEST_LINE = 10

/** The texts for an item; `by` is in milliseconds since the epoch. */
export function openItemText({ kind, facts }: OpenItemFacts, { locale, kinds }: Wording, count = 1) {
  const words = itemOf(kind, kinds)
  // the rule that raised the notice gave it facts of the type that its kind has
  const own = facts as never
  const say = sayIn(locale)
  return {
    title: say(words.title, { count }),
    line: textOf(words.line(own), locale),
    meaning: say(words.meaning),
    act: say(words.act),
    command: words.command(own),
    ...(words.by && { by: words.by(own) }),
  }
}

export function oneLine(item: OpenItemFacts, wording: Wording): string {
  const { title, line, by } = openItemText(item, wording)
  return sayAround(wording.locale)(FRAME.line, { title, line: line + byText(by, wording.locale) })
}

/**
 * A message about at least one item, all of one kind. `again`: people were notified of all items before. `named`: how
 * many of the items the text names, counted from the first one.
 */
export function openMessage(
  open: readonly OpenItemFacts[],
  again: boolean,
  page: Page,
): { text: string; named: number } {
  const { locale, cap } = page
  const texts = open.slice(0, cap / SHORTEST_LINE).map(item => openItemText(item, page, open.length))
  const [first] = texts
  if (!first) return { text: '', named: 0 }
  const say = sayAround(locale)
  const title = again ? say(FRAME.again, { title: first.title }) : first.title
  const shared = texts.every(({ command }) => command === first.command) ? first.command : undefined
  const address = page.addressOf?.(open.length === 1 ? open[0]?.key : undefined)
  const foot = [
    first.meaning,
    say(FRAME.act, { act: first.act }),
    ...(shared ? [code(shared, locale)] : []),
    ...(address === undefined ? [] : [say(FRAME.page, { address })]),
  ]
  const items = texts.map(({ line, by, command }) => ({
    text: line + byText(by, locale),
    tail: command === shared ? '' : ` ${code(command, locale)}`,
  }))
  const room = cap - [title, ...foot].reduce((sum, { length }) => sum + length + 1, 0)
  const { lines, named } = itemLines(items, { room, locale, count: open.length })
  return { text: [title, ...lines, ...foot].join('\n'), named }
}

export function kindLines(open: readonly OpenItemFacts[], wording: Wording): string[] {
  const { locale, kinds } = wording
  return [...new Set(open.map(({ kind }) => kind))].map(kind => {
    const items = open.filter(item => item.kind === kind)
    const lines = items.map(item => {
      const { line, by } = openItemText(item, wording)
      return line + byText(by, locale)
    })
    const title = phrase(itemOf(kind, kinds).title, { count: items.length })
    return sayAround(locale)(FRAME.line, { title, line: { items: lines, by: 'semicolon' } })
  })
}

export function overMessage(over: readonly OpenItemFacts[], page: Page): string {
  const byKind = Map.groupBy(over, ({ kind }) => kind)
  const room = Math.floor((page.cap - 100) / Math.max(1, byKind.size))
  const lines = [...byKind].map(
    ([kind, items]) => `- ${clip(overLine(kind, items, page), Math.max(20, room - 3))}`,
  )
  return [sayIn(page.locale)(FRAME.over), ...lines].join('\n').slice(0, page.cap)
}

function overLine(kind: string, items: readonly OpenItemFacts[], { locale, kinds }: Wording): string {
  const words = itemOf(kind, kinds)
  const names = items.map(({ facts }) => textOf(words.name(facts as never), locale))
  return sayAround(locale)(words.over, { names: [...new Set(names)] })
}

/** Says sentences without escaping, because their values are already escaped for the outlet. */
function sayAround({ foreign: _, ...locale }: Locale): Say {
  return sayIn(locale)
}

interface Item {
  readonly text: string
  /** The end of the item, which is never shortened. */
  readonly tail: string
}

/** The lines of as many items as fit, and a line that counts the others; `count` is the number of all items. */
function itemLines(
  items: readonly Item[],
  { room, locale, count }: { room: number; locale: Locale; count: number },
): { lines: readonly string[]; named: number } {
  const written = LONGEST_LINES.map(length =>
    items.map(({ text, tail }) => `- ${clip(text.replaceAll(/\s+/gu, ' '), length)}${tail}`),
  )
  const whole = items.length === count && written.find(lines => lengthOf(lines) <= room)
  if (whole) return { lines: whole, named: count }
  const lines = written.at(-1) ?? []
  let named = Math.min(lines.length, count - 1)
  const cut = () => [...lines.slice(0, named), sayIn(locale)(FRAME.more, { count: count - named })]
  while (named > 0 && lengthOf(cut()) > room) named -= 1
  return { lines: cut(), named }
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, { length }) => sum + length + 1, 0)
}

function byText(by: number | undefined, locale: Locale): string {
  return by === undefined ? '' : sayIn(locale)(FRAME.by, { at: by })
}

/** The command between one or two backticks. If it contains both, it is written as text from outside. */
function code(command: string, { foreign = text => text }: Locale): string {
  const runs: readonly string[] = command.match(/`+/g) ?? []
  const fence = ['`', '``'].find(fence => !runs.includes(fence))
  return fence === undefined ? foreign(command) : fence + command + fence
}
