/**
 * Converts a journal for people: makes cells safe for spreadsheets, and adds a byte order mark or changes the encoding.
 */

import { AppError } from '../../../core/errors.ts'
import { inertCsv } from '../../../services/accounting/journals/spreadsheet.ts'

export const ENCODINGS = ['utf-8', 'shift_jis'] as const
export type Encoding = (typeof ENCODINGS)[number]

const BYTE_ORDER_MARK = '\ufeff'

export interface PeopleOptions {
  /** The name of the journal for messages. */
  readonly journal: string
  readonly encoding: Encoding
  /** Whether UTF-8 begins with a byte order mark, from which a spreadsheet detects the encoding. */
  readonly mark: boolean
}

/**
 * Converts a journal's CSV in UTF-8 for people.
 * @throws AppError `usage` if the encoding lacks a character
 */
export async function* forPeople(
  file: AsyncIterable<Uint8Array>,
  { journal, encoding, mark }: PeopleOptions,
): AsyncGenerator<Uint8Array> {
  const encode = encoding === 'utf-8' ? (text: string) => Buffer.from(text) : await shiftJisEncoder()
  if (mark && encoding === 'utf-8') yield encode(BYTE_ORDER_MARK)
  for await (const text of inertCsv(textOf(file), journal)) if (text !== '') yield encode(text)
}

async function* textOf(file: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const bytes of file) yield decoder.decode(bytes, { stream: true })
  yield decoder.decode()
}

/** Loads an encoder for Windows-31J, which the service and spreadsheets call Shift_JIS. */
async function shiftJisEncoder(): Promise<(text: string) => Uint8Array> {
  const { default: iconv } = await import('iconv-lite')
  const isLost = (text: string) => iconv.decode(iconv.encode(text, 'cp932'), 'cp932') !== text
  return text => {
    if (!isLost(text)) return iconv.encode(text, 'cp932')
    const lost = [...text].find(isLost)
    throw new AppError('usage', `Cannot write the journal in Shift_JIS: it has no "${lost}"`, {
      hint: 'use --encoding utf-8',
    })
  }
}
