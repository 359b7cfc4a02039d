/** Accepts what programs save as CSV: tabs or semicolons, a first line `sep=,`, and quotes in a text (`24"`). */
import { CsvError, parse } from 'csv-parse/sync'
import type { AppError } from '../../../../core/errors.ts'
import { catalogue, phrase } from '../../../../core/language/catalogue.ts'
import { phraseError } from '../../../../core/language/phrase-error.ts'
import type { Phrase } from '../../../../core/phrase.ts'
import { columnNamed } from './columns.ts'
import { placePhrase } from './words.ts'

const WORDS = catalogue('import.csv', {
  notCsv: {
    en: 'Cannot read "{name}" as CSV: {reason}',
    ja: '「{name}」をCSVとして読み取れません：{reason}',
  },
  open: {
    en: 'a quotation mark in {at} opens a text that never ends',
    ja: '{at}の引用符「"」が閉じられていません',
  },
  inside: {
    en: '{at} has a quotation mark in the middle of a text',
    ja: '{at}の文字の途中に引用符「"」があります',
  },
  other: { en: 'it is no table', ja: '表の形式ではありません' },
  twice: {
    en: 'put the text into quotation marks, and write each one inside it twice',
    ja: '文字全体を引用符「"」で囲み、途中の引用符は2つ続けて書いてください',
  },
})

const NAMED = /^"?sep=(?<delimiter>[^\r\n])"?[,;\t]*(?:\r\n|\n|\r)/i
const DELIMITERS = [',', '\t', ';'] as const

export function parseCsv(text: string, name: string): string[][] {
  const named = NAMED.exec(text)
  const rows = named ? text.slice(named[0].length) : text
  const delimiter = named?.groups?.['delimiter'] ?? delimiterOf(rows)
  try {
    return records(rows, { delimiter, relaxed: false })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    if (error.code !== 'INVALID_OPENING_QUOTE') throw notCsv(name, reasonOf(error), error)
    return relaxed(rows, { delimiter, name })
  }
}

/** Returns the delimiter with which the first line yields the most column names. */
function delimiterOf(text: string): string {
  const line = text.split(/[\r\n]/).find(line => /[^\s,;]/.test(line)) ?? ''
  const known = (delimiter: string) =>
    line.split(delimiter).filter(cell => columnNamed(cell.replaceAll('"', '')) !== undefined).length
  return DELIMITERS.toSorted((one, other) => known(other) - known(one))[0] ?? ','
}

function records(text: string, { delimiter, relaxed }: { delimiter: string; relaxed: boolean }): string[][] {
  return parse(text, {
    delimiter,
    relax_quotes: relaxed,
    relax_column_count: true,
    skip_empty_lines: false,
    // any of these may end a line, because several programs may have written one table
    record_delimiter: ['\r\n', '\n', '\r'],
  })
}

/** Keeps quotes in a text, but refuses a cell that still begins with a quote: the end of such a cell is not certain. */
function relaxed(text: string, { delimiter, name }: { delimiter: string; name: string }): string[][] {
  const found = wellFormed(() => records(text, { delimiter, relaxed: true }), name)
  const unsure = found.findIndex(record => record.some(cell => cell.trimStart().startsWith('"')))
  if (unsure === -1) return found
  throw notCsv(name, phrase(WORDS.inside, { at: placePhrase(`row ${unsure + 1}`) }))
}

function wellFormed(work: () => string[][], name: string): string[][] {
  try {
    return work()
  } catch (error) {
    throw error instanceof CsvError ? notCsv(name, reasonOf(error), error) : error
  }
}

function reasonOf({ code, records }: CsvError): Phrase {
  const at = placePhrase(`row ${Number(records) + 1}`)
  if (code === 'CSV_QUOTE_NOT_CLOSED') return phrase(WORDS.open, { at })
  return code === 'CSV_INVALID_CLOSING_QUOTE' ? phrase(WORDS.inside, { at }) : phrase(WORDS.other)
}

function notCsv(name: string, reason: Phrase, cause?: CsvError): AppError {
  return phraseError('usage', phrase(WORDS.notCsv, { name, reason }), { hint: phrase(WORDS.twice), cause })
}
