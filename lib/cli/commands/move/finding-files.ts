/** Writes every finding of a check beside its HTML report: as a JSON list and as a CSV table. */
import { appendFile, writeFile } from 'node:fs/promises'
import { fileFault } from '../../../core/disk/file-fault.ts'
import { AppError } from '../../../core/errors.ts'
import type { Locale } from '../../../core/language/language.ts'
import { textOf } from '../../../core/language/text.ts'
import type { ReportedFinding } from '../../../move/report/reported-finding.ts'
import { besideReport } from './accepted-file.ts'

export interface FindingFiles {
  /** Appends findings. Never throws: if a write fails, the check continues without the files. */
  add(findings: readonly ReportedFinding[]): Promise<void>
  /**
   * Completes the files.
   * @throws AppError `usage` if a file could not be written
   */
  end(): Promise<void>
}

const COLUMNS = ['verdict', 'point', 'cause', 'url', 'finding']

/**
 * Starts the files beside the report at `path`: `move.json` and `move.csv` for `move.html`.
 * @throws AppError `usage` if they cannot be written
 */
export async function startFindingFiles(path: string, locale: Locale): Promise<FindingFiles> {
  const [json, csv] = [besideReport(path, 'json'), besideReport(path, 'csv')]
  let failure: unknown
  let written: Promise<void> = Promise.resolve()
  let separator = '\n'
  const append = (jsonText: string, csvText: string): Promise<void> => {
    written = written
      .then(async () => {
        if (failure !== undefined) return
        await appendFile(json, jsonText)
        await appendFile(csv, csvText)
      })
      .catch((cause: unknown) => {
        failure = cause
      })
    return written
  }
  const refuse = (cause: unknown): never => {
    throw new AppError('usage', `Cannot write the findings "${json}": ${fileFault(cause)}`, { cause })
  }
  await writeFile(json, '[').catch(refuse)
  // the mark tells a spreadsheet that the text is UTF-8
  await writeFile(csv, `\ufeff${csvLine(COLUMNS)}`).catch(refuse)
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
      if (failure !== undefined) refuse(failure)
    },
  }
}

function csvRow({ verdict, point, cause, url, phrase }: ReportedFinding, locale: Locale): string {
  return csvLine([verdict, String(point), cause, url, textOf(phrase, locale)])
}

/** A line of CSV (RFC 4180); a spreadsheet must not read a cell as a formula. */
function csvLine(cells: readonly string[]): string {
  const quoted = cells.map(cell => `"${cell.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`)
  return `${quoted.join(',')}\r\n`
}
