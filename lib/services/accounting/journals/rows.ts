/**
 * Columns and their order differ between companies, so kura refuses a row with more or fewer fields than the header.
 */
import { AppError } from '../../../core/errors.ts'
import { createCsvSplitter } from './csv-splitter.ts'

export type JournalRow = Readonly<Record<string, string>>

export type RowFormat<T> = (header: readonly string[]) => (fields: readonly string[]) => T

/** `journal` is the name in errors, such as `the journal of company 7`. */
export function createRowReader<T>(format: RowFormat<T>, journal: string) {
  const splitter = createCsvSplitter(journal)
  let row: ((fields: readonly string[]) => T) | undefined
  let columns = 0
  let number = 0
  const read = (fields: string[]): T[] => {
    number += 1
    if (row === undefined) {
      columns = fields.length
      row = format(distinct(fields))
      return []
    }
    if (fields.length !== columns) throw uneven({ journal, number, fields: fields.length, columns })
    return [row(fields)]
  }
  return {
    push: (text: string) => splitter.push(text).flatMap(read),
    end: () => splitter.end().flatMap(read),
  }
}

/** Copies an empty row, because building an object from entries takes ten times as long. */
export const asRow: RowFormat<JournalRow> = header => {
  const empty = Object.fromEntries(header.map(name => [name, '']))
  return fields => {
    const row = { ...empty }
    for (const [column, name] of header.entries()) {
      const field = fields[column]
      if (field) row[name] = field
    }
    return row
  }
}

/** Inserts the values into the line of an empty row, because most fields are empty. */
export const asJsonLine: RowFormat<string> = header => {
  const places: number[] = []
  let empty = '{'
  for (const [column, name] of header.entries()) {
    empty += `${column === 0 ? '' : ','}${JSON.stringify(name)}:""`
    places.push(empty.length - EMPTY.length)
  }
  empty += '}\n'
  return fields => {
    let line = ''
    let written = 0
    for (const [column, place] of places.entries()) {
      const field = fields[column]
      if (!field) continue
      line += empty.slice(written, place) + JSON.stringify(field)
      written = place + EMPTY.length
    }
    return line + empty.slice(written)
  }
}

const EMPTY = '""'

/** A repeated column gets a number, so that no column hides another. */
function distinct(header: readonly string[]): string[] {
  const names = new Set(header)
  const latest = new Map<string, number>()
  return header.map(name => {
    let number = (latest.get(name) ?? 0) + 1
    while (number > 1 && names.has(`${name} (${number})`)) number++
    latest.set(name, number)
    return number === 1 ? name : `${name} (${number})`
  })
}

function uneven(facts: { journal: string; number: number; fields: number; columns: number }): AppError {
  const message = `Cannot read ${facts.journal}: its record ${facts.number} has ${facts.fields} fields, its header ${facts.columns}`
  return new AppError('remote_answer', message)
}
