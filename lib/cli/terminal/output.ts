import { AppError, messageOf } from '../../core/errors.ts'
import { undisguised } from '../../core/http/html.ts'
import { type Locale, NEUTRAL } from '../../core/language/language.ts'
import { english, sayIn, textOf } from '../../core/language/text.ts'
import type { Reason } from '../../core/phrase.ts'
import type { ReportProgress } from '../../core/work/progress.ts'
import { fittedText } from './fitting.ts'
import { lostOutput } from './lost-output.ts'
import { columnsOf, createProgress, type Sink } from './progress.ts'
import { listAsJson, listAsTable, type ShownList, tableLines } from './rows.ts'
import { TERMINAL } from './words.ts'

export interface Output {
  readonly json: boolean
  /** The number of columns of a line; infinite if the output is not a terminal. */
  readonly columns: number
  /** Writes a line of the result for people, wrapped to the terminal; nothing with `json`. */
  line(text?: Reason): void
  /** Writes a command to copy, reworded for the person's invocation and never wrapped; nothing with `json`. */
  command(text: string): void
  /** Writes lines that are not wrapped, on a terminal without control characters; nothing with `json`. */
  verbatim(text: string): void
  /** Writes rows in aligned columns that fit the terminal; a wide character takes two columns. Nothing with `json`. */
  table(rows: readonly (readonly Reason[])[], head?: readonly Reason[]): void
  /** Starts a list that is shown as its parts arrive. With `json` the list is one value, complete after `end`. */
  list(name: string, head: readonly Reason[]): ShownList<Reason>
  /** Writes the result as JSON; nothing without `json`. */
  result(value: unknown): void
  /** Writes bytes of the result unchanged. Rejects with an AppError `output_lost` if they cannot be written. */
  bytes(bytes: Uint8Array): Promise<void>
  /** Writes a remark to standard error; with `json` as a line `{"note": …}`. */
  note(text: Reason): void
  readonly progress: ReportProgress
  /** Ends a progress bar, so that the next text starts on a new line. */
  endProgress(): void
  error(error: unknown): void
  /** Writes the error that ends a command: with `json` to standard output, unless the result was already written. */
  failed(error: unknown): void
}

export interface OutputOptions {
  readonly out: Sink
  readonly err: Sink
  readonly json: boolean
  /** Rewords a line for people, for example the command in a hint; by default, the line stays unchanged. */
  readonly wording?: (text: string) => string
  /** The language of the texts for people; by default English. */
  readonly locale?: Locale
}

export function createOutput(options: OutputOptions): Output {
  const { out, err, json, wording = text => text, locale = NEUTRAL } = options
  const bar = createProgress(err, locale)
  let answered = false
  const write = (sink: Sink, text: string) => {
    bar.end()
    sink.write(`${text}\n`)
  }
  const tell = (sink: Sink, text: string) => write(sink, harmless(text))
  const answer = (value: unknown) => {
    if (json) write(out, harmlessJson(JSON.stringify(value, null, 2)))
    answered = true
  }
  const writePart = (text: string) => {
    answered = true
    bar.end()
    out.write(text)
  }
  const report = (error: unknown) => {
    for (const text of errorLines(error, locale)) tell(err, fitted(err, wording(text)))
  }
  const textIn = (text: Reason) => (json ? english(text) : textOf(text, locale))
  const worded = (text: Reason) => wording(textIn(text))
  const cellsOf = (cells: readonly Reason[]) => cells.map(textIn)
  return {
    json,
    columns: columnsOf(out),
    line: (text = '') => void (json || tell(out, fitted(out, worded(text)))),
    command: text => void (json || tell(out, wording(text))),
    verbatim: text => void (json || (out.isTTY ? tell : write)(out, text)),
    table: (rows, head) => {
      if (json) return
      const shown = { head: head && cellsOf(head), columns: columnsOf(out) }
      for (const text of tableLines(rows.map(cellsOf), shown)) tell(out, text)
    },
    list(name, head) {
      const { add, end } = json
        ? listAsJson(name, text => writePart(harmlessJson(text)))
        : listAsTable(cellsOf(head), { write: text => tell(out, text), columns: columnsOf(out) })
      return { add: (entries, rows) => add(entries, rows.map(cellsOf)), end }
    },
    result: answer,
    bytes(bytes) {
      bar.end()
      return new Promise((done, failed) =>
        out.write(bytes, error => (error ? failed(lostOutput(error)) : done())),
      )
    },
    note: text =>
      json
        ? write(err, harmlessJson(JSON.stringify({ note: worded(text) })))
        : tell(err, fitted(err, worded(text))),
    progress: bar.report,
    endProgress: bar.end,
    error: report,
    failed(error) {
      if (!json) return report(error)
      const text = harmlessJson(JSON.stringify(errorMembers(error, wording), null, 2))
      if (!(error instanceof AppError)) report(error)
      write(answered ? err : out, text)
    },
  }
}

/** Replaces control and bidirectional characters and shows invisible ones: texts of a remote may contain them. */
function harmless(text: string): string {
  return undisguised(text.replace(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, '\ufffd'))
}

/** Escapes characters that JSON leaves as they are, so that the same value cannot control a terminal. */
function harmlessJson(text: string): string {
  return text.replace(/[\u007f-\u009f]|\p{Bidi_Control}/gu, character => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0')
    return `\\u${code}`
  })
}

/** Fits a text to the terminal. Continuation lines are indented, so that they do not look like new lines of output. */
function fitted(sink: Sink, text: string): string {
  return fittedText(text, { columns: columnsOf(sink), indent: 2 })
}

/** Keeps lines for people until `show` is called; progress, remarks and errors are written immediately. */
export function heldOutput(output: Output): { readonly output: Output; show(): void } {
  const held: (() => void)[] = []
  return {
    output: {
      ...output,
      line: text => void held.push(() => output.line(text)),
      command: text => void held.push(() => output.command(text)),
      verbatim: text => void held.push(() => output.verbatim(text)),
      table: (rows, head) => void held.push(() => output.table(rows, head)),
    },
    show() {
      for (const write of held.splice(0)) write()
    },
  }
}

function errorMembers(error: unknown, wording: (text: string) => string) {
  if (!(error instanceof AppError)) return { error: messageOf(error), code: 'internal' }
  const { message, code, hint, details } = error
  return { ...details, error: message, code, ...(hint !== undefined && { hint: wording(hint) }) }
}

/** Returns lines that say what failed, why, and what to do. */
export function errorLines(error: unknown, locale: Locale = NEUTRAL): string[] {
  const say = sayIn(locale)
  if (!(error instanceof AppError)) {
    return [
      `kura: ${say(TERMINAL.unexpected)}`,
      error instanceof Error ? (error.stack ?? error.message) : String(error),
    ]
  }
  const { message, phrase = message, hint, hintPhrase = hint } = error
  const hintSay = typeof hintPhrase === 'string' ? sayIn(NEUTRAL) : say
  return [
    `kura: ${textIn(locale, { phrase, english: message })}`,
    ...(hint && hintPhrase
      ? [`  ${hintSay(TERMINAL.hint, { hint: textIn(locale, { phrase: hintPhrase, english: hint }) })}`]
      : []),
  ]
}

/** Prefers the given English text, because it is already shortened if it quotes a long value. */
function textIn(locale: Locale, text: { phrase: Reason; english: string }): string {
  return locale.language === 'en' ? text.english : textOf(text.phrase, locale)
}
