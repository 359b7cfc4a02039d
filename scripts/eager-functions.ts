/**
 * Lets Node keep the functions of a bundle compiled. Its compile cache has what was compiled when the program was
 * loaded, and only functions in parentheses are compiled then; all others would be compiled again in each run.
 */

const FUNCTION = /^(async )?function(\*?) ?([\w$]+)\(/
/** Matches the parameters and the arrow at the end of a line, of a function whose body is on the next lines. */
const ARROW = /(?<!async )(?:\([^()]*\)|\b[\w$]+) => \{$/

/**
 * Puts the functions of a module into parentheses. esbuild has written the module without minifying it and without
 * template literals, so no text continues on the next line. Its top-level functions move to the beginning, because a
 * function in parentheses is no longer hoisted.
 */
export function withEagerFunctions(text: string): string {
  const lines = text.split('\n')
  const functions: string[] = []
  const rest: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const [head, async = '', star, name] = FUNCTION.exec(line) ?? []
    if (head === undefined) {
      rest.push(line)
      continue
    }
    const end = line.endsWith('}') ? at : lines.indexOf('}', at)
    const body = [line.replace(head, `${async}function${star}(`), ...lines.slice(at + 1, end + 1)]
    functions.push(`var ${name} = (${body.join('\n')});`)
    at = end
  }
  return withEagerArrows([...functions.join('\n').split('\n'), ...rest]).join('\n')
}

interface Open {
  readonly indent: number
  readonly line: number
  /** The column at which an arrow function begins; -1 if none begins in the line. */
  readonly column: number
}

/** Puts each arrow function into parentheses; it ends at the next brace in the column where its line begins. */
function withEagerArrows(given: readonly string[]): string[] {
  const lines = [...given]
  const open: Open[] = []
  for (const [at, line] of given.entries()) {
    const indent = line.search(/\S/)
    const last = open.at(-1)
    if (last?.indent === indent && line[indent] === '}') {
      open.pop()
      if (last.column !== -1) {
        lines[at] = lines[at]?.replace('}', '})') ?? ''
        lines[last.line] = inserted(lines[last.line] ?? '', last.column)
      }
    }
    if (line.endsWith('{') && !line.trimStart().startsWith('//'))
      open.push({ indent, line: at, column: line.search(ARROW) })
  }
  return lines
}

function inserted(line: string, column: number): string {
  return `${line.slice(0, column)}(${line.slice(column)}`
}
