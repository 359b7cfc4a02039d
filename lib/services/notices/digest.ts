/**
 * The text of a message: matters of one kind in one message, in the company's language. What does not fit is shortened,
 * and what still does not fit is counted; a command is never shortened. Pure.
 */
import { FRAME } from '../../core/language/catalogue/notices/frame.ts'
import { type Notice, type NoticeKind, wordsOf } from '../../core/language/catalogue/notices/matters.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { clip } from '../../core/language/clip.ts'
import type { Locale } from '../../core/language/language.ts'
import { sayIn, textOf } from '../../core/language/text.ts'

/** A notice without its place in the outbox. */
export type Matter = Pick<Notice, 'kind' | 'facts'>

export interface Page {
  readonly locale: Locale
  /** The most UTF-16 units; at least 1000. */
  readonly cap: number
}

/** What a person reads of one matter. */
export interface MatterText {
  readonly title: string
  readonly line: string
  readonly meaning: string
  readonly act: string
  readonly command?: string
  /** Milliseconds since the epoch. */
  readonly by?: number
}

const LONGEST_LINES = [600, 160, 80]

export function matterText({ kind, facts }: Matter, locale: Locale, count = 1): MatterText {
  const words = wordsOf(kind)
  // the facts are of the kind, as they were raised
  const own = facts as never
  const say = sayIn(locale)
  return {
    title: say(words.title, { count }),
    line: say(words.line, words.values(own)),
    meaning: say(words.meaning),
    act: say(words.act),
    ...(words.command && { command: words.command(own) }),
    ...(words.by && { by: words.by(own) }),
  }
}

/** One matter in one line: what happened, and by when something must be done. */
export function oneLine(matter: Matter, locale: Locale): string {
  const { title, line, by } = matterText(matter, locale)
  return sayIn(locale)(FRAME.line, { title, line: line + byText(by, locale) })
}

/** The message about matters of one kind, at least one; `again` if all of them were told before. */
export function openMessage(matters: readonly Matter[], again: boolean, { locale, cap }: Page): string {
  const texts = matters.map(matter => matterText(matter, locale, matters.length))
  const [first] = texts
  if (!first) return ''
  const say = sayIn(locale)
  const title = again ? say(FRAME.again, { title: first.title }) : first.title
  const shared = texts.every(({ command }) => command === first.command) ? first.command : undefined
  const foot = [first.meaning, say(FRAME.act, { act: first.act }), ...(shared ? [code(shared)] : [])]
  const items = texts.map(({ line, by, command }) => ({
    text: line + byText(by, locale),
    tail: command === undefined || command === shared ? '' : ` ${code(command)}`,
  }))
  const room = cap - [title, ...foot].reduce((sum, { length }) => sum + length + 1, 0)
  return [title, ...itemLines(items, room, locale), ...foot].join('\n')
}

/** Matters in one line for each kind: what happened, and each one. */
export function kindLines(matters: readonly Matter[], locale: Locale): string[] {
  return [...new Set(matters.map(({ kind }) => kind))].map(kind => {
    const texts = matters.filter(matter => matter.kind === kind)
    const lines = texts.map(matter => {
      const { line, by } = matterText(matter, locale)
      return line + byText(by, locale)
    })
    const title = phrase(wordsOf(kind).title, { count: texts.length })
    return sayIn(locale)(FRAME.line, { title, line: { items: lines, by: 'semicolon' } })
  })
}

/** What is over: one line for each kind. */
export function overMessage(matters: readonly Matter[], { locale, cap }: Page): string {
  const kinds = [...new Set(matters.map(({ kind }) => kind))]
  const room = Math.floor((cap - 100) / Math.max(1, kinds.length))
  const lines = kinds.map(kind => `- ${clip(overLine(kind, { matters, locale }), Math.max(20, room - 3))}`)
  return [sayIn(locale)(FRAME.over), ...lines].join('\n').slice(0, cap)
}

function overLine(
  kind: NoticeKind,
  { matters, locale }: { matters: readonly Matter[]; locale: Locale },
): string {
  const words = wordsOf(kind)
  const names = matters
    .filter(matter => matter.kind === kind)
    .map(({ facts }) => textOf(words.name(facts as never), locale))
  return sayIn(locale)(words.over, { names: [...new Set(names)] })
}

interface Item {
  readonly text: string
  /** What stays whole. */
  readonly tail: string
}

function itemLines(items: readonly Item[], room: number, locale: Locale): string[] {
  const written = LONGEST_LINES.map(length =>
    items.map(({ text, tail }) => `- ${clip(text.replaceAll(/\s+/gu, ' '), length)}${tail}`),
  )
  const whole = written.find(lines => lengthOf(lines) <= room)
  if (whole) return whole
  const lines = written.at(-1) ?? []
  let shown = lines.length - 1
  const cut = () => [...lines.slice(0, shown), sayIn(locale)(FRAME.more, { count: lines.length - shown })]
  while (shown > 0 && lengthOf(cut()) > room) shown -= 1
  return cut()
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, { length }) => sum + length + 1, 0)
}

function byText(by: number | undefined, locale: Locale): string {
  return by === undefined ? '' : sayIn(locale)(FRAME.by, { at: by })
}

/** As code, so that the platform shows every character as it is. */
function code(command: string): string {
  const fence = command.includes('`') ? '``' : '`'
  return fence + command + fence
}
