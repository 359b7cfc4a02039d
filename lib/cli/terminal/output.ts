/**
 * Everything that the command line shows. Results go to standard output; remarks and progress go to standard error. With
 * `json` the result is one JSON value, and nothing else is written to standard output; a remark is a line of JSON.
 */
import { AppError, messageOf } from '../../core/errors.ts'
import type { ReportProgress } from '../../core/progress.ts'
import { fittedText } from './fitting.ts'
import { lostOutput } from './lost-output.ts'
import { columnsOf, createProgress, type Sink } from './progress.ts'
import { listAsJson, listAsTable, type ShownList, tableLines } from './rows.ts'

export interface Output {
  readonly json: boolean
  /** How many columns a line has; infinite if the output is no terminal. */
  readonly columns: number
  /** A line of the result, for people, wrapped to the terminal; nothing with `json`. */
  line(text?: string): void
  /** Lines with a command to copy, as the person types it: never wrapped; nothing with `json`. */
  command(text: string): void
  /** Lines as they are: of a file, or with texts of others; nothing with `json`. */
  verbatim(text: string): void
  /** Rows in columns, as wide as the terminal; a wide character takes two. Nothing with `json`. */
  table(rows: readonly (readonly string[])[], head?: readonly string[]): void
  /**
   * A list that is shown as its parts arrive: rows in columns, or with `json` one value `{name: [entries…]}`, which is whole
   * once `end` was called.
   */
  list(name: string, head: readonly string[]): ShownList
  /** The result for programs; nothing without `json`. */
  result(value: unknown): void
  /** Bytes of the result, as they are. Rejects with an AppError `output_lost` if they cannot be written. */
  bytes(bytes: Uint8Array): Promise<void>
  /** A remark on standard error; with `json` a line `{"note": …}`. */
  note(text: string): void
  readonly progress: ReportProgress
  /** Ends a progress bar that is still shown, so that the next line starts on its own. */
  endProgress(): void
  /** An error for people, on standard error. */
  error(error: unknown): void
  /** The error that ends a command. With `json` it is JSON: the result or, if there is one already, on standard error. */
  failed(error: unknown): void
}

/** The streams and the form of an output. */
export interface OutputOptions {
  readonly out: Sink
  readonly err: Sink
  readonly json: boolean
  /** Words a line for people, such as a hint whose command begins as they type it; unchanged by default. */
  readonly wording?: (text: string) => string
}

export function createOutput({ out, err, json, wording = text => text }: OutputOptions): Output {
  const bar = createProgress(err)
  let answered = false
  const write = (sink: Sink, text: string) => {
    bar.end()
    sink.write(`${text}\n`)
  }
  const tell = (sink: Sink, text: string) => write(sink, harmless(text))
  const answer = (value: unknown) => {
    if (json) write(out, JSON.stringify(value, null, 2))
    answered = true
  }
  const writePart = (text: string) => {
    answered = true
    bar.end()
    out.write(text)
  }
  const report = (error: unknown) => {
    for (const text of errorLines(error)) tell(err, fitted(err, wording(text)))
  }
  return {
    json,
    columns: columnsOf(out),
    line: (text = '') => void (json || tell(out, fitted(out, wording(text)))),
    command: text => void (json || tell(out, wording(text))),
    verbatim: text => void (json || (out.isTTY ? tell : write)(out, text)),
    table: (rows, head) => {
      if (!json) for (const text of tableLines(rows, { head, columns: columnsOf(out) })) tell(out, text)
    },
    list: (name, head) =>
      json
        ? listAsJson(name, writePart)
        : listAsTable(head, { write: text => tell(out, text), columns: columnsOf(out) }),
    result: answer,
    bytes(bytes) {
      bar.end()
      return new Promise((done, failed) =>
        out.write(bytes, error => (error ? failed(lostOutput(error)) : done())),
      )
    },
    note: text =>
      json ? write(err, JSON.stringify({ note: wording(text) })) : tell(err, fitted(err, wording(text))),
    progress: bar.report,
    endProgress: bar.end,
    error: report,
    failed(error) {
      if (!json) return report(error)
      const text = JSON.stringify(errorMembers(error, wording), null, 2)
      if (!(error instanceof AppError)) report(error)
      write(answered ? err : out, text)
    },
  }
}

/**
 * A text without what a terminal acts on or shows in another order: it may have the name of a file or the words of a remote.
 * Lines and tabs stay.
 */
function harmless(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, '\ufffd')
}

/** What goes on in the next line is indented, so that it is not taken for another one. */
function fitted(sink: Sink, text: string): string {
  return fittedText(text, { columns: columnsOf(sink), indent: 2 })
}

/** `output` that keeps its lines for people until they are shown, if ever; progress, remarks and errors are not kept. */
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

/** An error for programs, with the members of the API's own errors. */
function errorMembers(error: unknown, wording: (text: string) => string) {
  if (!(error instanceof AppError)) return { error: messageOf(error), code: 'internal' }
  const { message, code, hint, details } = error
  return { ...details, error: message, code, ...(hint !== undefined && { hint: wording(hint) }) }
}

/** An error for people: what failed, why, and what to do. */
export function errorLines(error: unknown): string[] {
  if (!(error instanceof AppError)) {
    return [
      'kura: unexpected error, please report it',
      error instanceof Error ? (error.stack ?? error.message) : String(error),
    ]
  }
  return [`kura: ${error.message}`, ...(error.hint ? [`  hint: ${error.hint}`] : [])]
}
