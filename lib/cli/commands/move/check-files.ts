import { appendFile, writeFile } from 'node:fs/promises'
import { fileFault } from '../../../core/disk/file-fault.ts'
import { AppError } from '../../../core/errors.ts'
import type { Locale } from '../../../core/language/language.ts'
import { textOf } from '../../../core/language/text.ts'
import type { PageRecord } from '../../../move/report/page-record.ts'
import type { ReportedFinding } from '../../../move/report/reported-finding.ts'
import { besideReport } from './accepted-file.ts'

/** A failed write does not throw. Instead, the later writes are skipped, and `end` refuses the file. */
function createWrites(refuse: (cause: unknown) => never) {
  let failure: { readonly cause: unknown } | undefined
  let written: Promise<void> = Promise.resolve()
  return {
    add(write: () => Promise<void>): Promise<void> {
      written = written
        .then(() => (failure ? undefined : write()))
        .catch((cause: unknown) => {
          failure = { cause }
        })
      return written
    },
    async end(): Promise<void> {
      await written
      if (failure) refuse(failure.cause)
    },
  }
}

export interface PageRecordFile {
  /** Never throws: if a write fails, the check continues without the record. */
  add(page: PageRecord): Promise<void>
  /** @throws AppError `usage` if a line could not be written; the lines after it were skipped */
  end(): Promise<void>
}

/**
 * Empties the file at `path`; errors call it `name`.
 * @throws AppError `usage` if it cannot be written
 */
export async function startPageRecord(path: string, name: string): Promise<PageRecordFile> {
  const refuse = (cause: unknown): never => {
    throw new AppError('usage', `Cannot write the record "${name}": ${fileFault(cause)}`, { cause })
  }
  await writeFile(path, '').catch(refuse)
  const { add, end } = createWrites(refuse)
  return { add: page => add(() => appendFile(path, `${JSON.stringify(page)}\n`)), end }
}

export interface FindingFiles {
  /** Appends findings. Never throws: if a write fails, the check continues without the files. */
  add(findings: readonly ReportedFinding[]): Promise<void>
  /** @throws AppError `usage` if a file could not be written */
  end(): Promise<void>
}

const COLUMNS = ['verdict', 'point', 'cause', 'url', 'finding']

/**
 * Starts the files beside the report at `path`: `move.json` and `move.csv` for `move.html`.
 * @throws AppError `usage` if they cannot be written
 */
export async function startFindingFiles(path: string, locale: Locale): Promise<FindingFiles> {
  const [json, csv] = [besideReport(path, 'json'), besideReport(path, 'csv')]
  const refuse = (cause: unknown): never => {
    throw new AppError('usage', `Cannot write the findings "${json}": ${fileFault(cause)}`, { cause })
  }
  await writeFile(json, '[').catch(refuse)
  // the mark tells a spreadsheet that the text is UTF-8
  await writeFile(csv, `\ufeff${csvLine(COLUMNS)}`).catch(refuse)
  const writes = createWrites(refuse)
  let separator = '\n'
  const append = (jsonText: string, csvText: string) =>
    writes.add(async () => {
      await appendFile(json, jsonText)
      await appendFile(csv, csvText)
    })
  return {
    async add(findings) {
      if (findings.length === 0) return
      const items = findings.map(finding => JSON.stringify(finding))
      const before = separator
      separator = ',\n'
      await append(before + items.join(',\n'), findings.map(finding => csvRow(finding, locale)).join(''))
    },
    async end() {
      await append('\n]\n', '')
      await writes.end()
    },
  }
}

function csvRow({ verdict, point, cause, url, phrase }: ReportedFinding, locale: Locale): string {
  return csvLine([verdict, String(point), cause, url, textOf(phrase, locale)])
}

/** Returns a line of CSV (RFC 4180) in which a spreadsheet finds no formula. */
function csvLine(cells: readonly string[]): string {
  const quoted = cells.map(cell => `"${cell.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`)
  return `${quoted.join(',')}\r\n`
}
