/**
 * Reads the commands of a shell block, in the parts of the shell that a manual needs: words, quotes, comments, `\` at
 * the end of a line, `$(…)`, pipes, redirections and lists. It refuses anything else, so that it misses no command.
 */

/** The words of one command; variables and substitutions stay as they are written. */
export type ShellCommand = readonly string[]

const SINGLE = "'[^']*'"
/** A substitution, in which parentheses may be one deep: `$(node -p 'f("x")')`. */
const SUBSTITUTION = String.raw`\$\((?<inner>[^()]*(?:\([^()]*\)[^()]*)*)\)`
const SUBSTITUTED = SUBSTITUTION.replace('?<inner>', '?:')
const DOUBLE = String.raw`"(?:${SUBSTITUTED}|\\.|[^"\\])*"`
const ESCAPED = String.raw`\\[^\n]`
const PLAIN = '[^\\s\'"\\\\|;&<>(){}`!]'
const WORD = `(?:${SINGLE}|${DOUBLE}|${SUBSTITUTED}|${ESCAPED}|${PLAIN})+`
const IGNORED = String.raw`(?:[ \t]|\\\n)+|#[^\n]*`
const REDIRECTION = String.raw`\d?>&\d|(?:\d?>>?|<(?!<))[ \t]*${WORD}`
const OPERATOR = String.raw`&&|\|\||[|;&\n]`
const TOKEN = `(?:${IGNORED}|${REDIRECTION})|(?<operator>${OPERATOR})|(?<word>${WORD})`

/**
 * Every command of the block, also those inside `$(…)`.
 * @throws Error for a part of the shell that it cannot read
 */
export function readShell(text: string): ShellCommand[] {
  const commands: string[][] = [[]]
  const inner: string[] = []
  for (const { operator, word } of tokensOf(text)) {
    if (operator !== undefined) commands.push([])
    if (word === undefined) continue
    commands.at(-1)?.push(withoutQuotes(word))
    inner.push(...innerOf(word))
  }
  return [...commands.filter(words => words.length > 0), ...inner.flatMap(readShell)]
}

function* tokensOf(text: string): Generator<Record<string, string | undefined>> {
  const token = new RegExp(TOKEN, 'y')
  while (token.lastIndex < text.length) {
    const at = token.lastIndex
    const found = token.exec(text)
    if (!found) throw new Error(`cannot read the shell at "${text.slice(at, at + 20)}"`)
    yield found.groups ?? {}
  }
}

function withoutQuotes(word: string): string {
  const piece = new RegExp(`${SINGLE}|${DOUBLE}|${SUBSTITUTED}|${ESCAPED}`, 'g')
  return word.replace(piece, found => {
    if (found.startsWith('$')) return found
    return found.startsWith('\\') ? found.slice(1) : found.slice(1, -1)
  })
}

/** The texts inside the substitutions of a word; between single quotes there is no substitution. */
function innerOf(word: string): string[] {
  const substitution = new RegExp(`${SUBSTITUTION}|${SINGLE}`, 'g')
  return [...word.matchAll(substitution)].flatMap(({ groups }) => groups?.['inner'] ?? [])
}

/** A block as a script. Of a `console` block, only the lines after the prompt `$ ` count; the others are output. */
export function scriptOf({ language, text }: { language: string; text: string }): string {
  if (language !== 'console') return text
  let continued = false
  return text
    .split('\n')
    .flatMap(line => {
      const command = continued ? line : line.startsWith('$ ') ? line.slice(2) : undefined
      continued = command?.endsWith('\\') ?? false
      return command ?? []
    })
    .join('\n')
}
