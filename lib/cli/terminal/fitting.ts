/**
 * Matches a character that is two columns wide. The pattern is compiled only when needed, because Node then reads the
 * properties of all characters.
 */
const wide = () =>
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]/u

/** The number of columns that `text` takes on a terminal. */
export function displayWidth(text: string): number {
  const characters = [...text].filter(character => !/\p{Mark}|\u200d/u.test(character))
  return characters.reduce((width, character) => width + (wide().test(character) ? 2 : 1), 0)
}

/** Breaks a text between words. A word longer than a line is broken after a sign such as `/`, else anywhere. */
export function wrapped(text: string, room: number): string[] {
  return linesOf(text, { room, whole: false })
}

/**
 * Wraps each line, and indents its continuation lines by `indent` more than the line. A word longer than a line, such
 * as a path, stays whole, so that it can be copied.
 */
export function fittedText(
  text: string,
  { columns, indent = 0 }: { columns: number; indent?: number },
): string {
  return text
    .split('\n')
    .flatMap(line => fittedLine(line, { columns, indent }))
    .join('\n')
}

function fittedLine(line: string, { columns, indent }: { columns: number; indent: number }): string[] {
  if (displayWidth(line) <= columns) return [line]
  const margin = /^ */.exec(line)?.[0] ?? ''
  const deeper = margin + ' '.repeat(indent)
  const [first = ''] = linesOf(line.slice(margin.length), { room: columns - margin.length, whole: true })
  const rest = line.slice(margin.length + first.length).trimStart()
  return [
    margin + first,
    ...(rest === ''
      ? []
      : linesOf(rest, { room: columns - deeper.length, whole: true }).map(text => deeper + text)),
  ]
}

/** Returns `text` as one line of at most `columns`, with an ellipsis at the end if the text was cut. */
export function clipped(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text
  let kept = ''
  for (const { segment } of new Intl.Segmenter('ja').segment(text)) {
    if (displayWidth(kept + segment) >= columns) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}

interface Breaking {
  readonly room: number
  readonly whole: boolean
}

function linesOf(text: string, breaking: Breaking): string[] {
  const lines: string[] = []
  let rest = text
  while (displayWidth(rest) > breaking.room) {
    const end = lineEnd(rest, breaking)
    lines.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
  }
  return rest === '' && lines.length > 0 ? lines : [...lines, rest]
}

/** Returns where the line ends: after at least one character. */
function lineEnd(text: string, { room, whole }: Breaking): number {
  const fits = fittingLength(text, room)
  const places = placesIn(text, isBetweenWords)
  const last = places.findLast(place => place <= fits)
  if (last !== undefined) return last
  if (whole) return places[0] ?? text.length
  const [between, inside] = [isAfterSign, isAfterDot].map(
    mayBreak => placesIn(text, mayBreak).findLast(place => place <= fits) ?? 0,
  ) as [number, number]
  return (between >= fits / 2 ? between : Math.max(between, inside)) || fits
}

function fittingLength(text: string, room: number): number {
  let [width, length] = [0, 0]
  for (const character of text) {
    width += displayWidth(character)
    if (width > room && length > 0) break
    length += character.length
  }
  return length
}

type MayBreak = (before: string, after: string) => boolean

function placesIn(text: string, mayBreak: MayBreak): number[] {
  const places: number[] = []
  let [index, before] = [0, ' ']
  for (const after of text) {
    if (text.slice(0, index).trim() !== '' && mayBreak(before, after)) places.push(index)
    index += after.length
    before = after
  }
  return places
}

/** The characters that must not begin a line. The characters of `OPENING` must not end a line. */
const CLOSING = /[、。，．・：；？！）」』】〉》”’ー…,.:;?!)\]}"']/u
const OPENING = /[（「『【〈《“‘([{"']/u

const isBetweenWords: MayBreak = (before, after) => {
  if (before === ' ' || after === ' ') return true
  const isWide = wide().test(before) || wide().test(after)
  return isWide && !CLOSING.test(after) && !OPENING.test(before)
}

/** Allows a break after a sign that separates the parts of an address or a path. */
const isAfterSign: MayBreak = (before, after) => /[/;=&?+@]/.test(before) && after !== '/'

/** Allows a break after a dot or the like, but not before a digit, so that numbers, dates and times stay whole. */
const isAfterDot: MayBreak = (before, after) => /[,:._-]/.test(before) && !/[/\d]/.test(after)
