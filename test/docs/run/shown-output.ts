/**
 * Compares the output that a page shows with the output of its commands. `…` stands for any text, and alone on a line
 * for any lines. Numbers, times and ids may differ, and so may spaces, because tables have different widths.
 */

/** The lines of a block that are output, without the lines `…`. */
export function shownLines(text: string): string[] {
  let continued = false
  return text.split('\n').filter(line => {
    const isCommand = continued || line.startsWith('$ ')
    continued = isCommand && line.endsWith('\\')
    return !isCommand && line.trim() !== '' && line.trim() !== '…'
  })
}

/** The shown lines that `output` lacks. Their order does not count, because standard output and error may mix. */
export function linesNotPrinted(text: string, output: string): string[] {
  const printed = output.split('\n').map(line => line.trim())
  return shownLines(text).filter(line => {
    const pattern = patternOf(line.trim())
    return !printed.some(one => pattern.test(one))
  })
}

/** Texts that differ from run to run, each with a pattern of their kind; the first matching row counts. */
const VARIABLE: readonly (readonly [shown: RegExp, printed: string])[] = [
  [/…/, '.*'],
  [/\s+/, '\\s+'],
  [/-{3,}/, '-+'],
  [/\/home\/\w+\//, '/.*/'],
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/, '[0-9a-f-]{36}'],
  [/\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{8,}\b/, '[0-9a-f]+'],
  [/\b(?:second|minute|hour)s?\b/, '(?:second|minute|hour)s?'],
  [/\d+/, '\\d+'],
]
const ANY = new RegExp(VARIABLE.map(([shown]) => `(${shown.source})`).join('|'), 'g')

function patternOf(line: string): RegExp {
  let pattern = ''
  let end = 0
  for (const { index, 0: text, ...groups } of line.matchAll(ANY)) {
    const row = VARIABLE.findIndex((_, at) => groups[at + 1] !== undefined)
    pattern += escaped(line.slice(end, index)) + VARIABLE[row]?.[1]
    end = index + text.length
  }
  return new RegExp(`^${pattern}${escaped(line.slice(end))}$`)
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
