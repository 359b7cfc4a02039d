import { catalogue, phrase } from '../../../core/language/catalogue.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import { encodeWindows31j } from '../../../core/language/windows-31j.ts'
import { inertCsv } from './spreadsheet.ts'

export const ENCODINGS = ['utf-8', 'shift_jis'] as const
export type Encoding = (typeof ENCODINGS)[number]

const BYTE_ORDER_MARK = '\ufeff'

const WORDS = catalogue('accounting.encoding', {
  lost: {
    en: 'Cannot write it in Shift_JIS: it has no "{character}"',
    ja: 'Shift_JISで書けません。「{character}」の文字がないためです',
  },
  useUtf8: { en: 'use --encoding utf-8', ja: '`--encoding utf-8` を使ってください' },
})

/** No cell can run as a formula. @throws AppError `usage` if the encoding lacks a character, or as inertCsv does */
export async function* forPeople(
  file: AsyncIterable<Uint8Array>,
  { journal, encoding, mark }: { journal: string; encoding: Encoding; mark: boolean },
): AsyncGenerator<Uint8Array> {
  const encode = await encoderOf(encoding)
  if (mark && encoding === 'utf-8') yield encode(BYTE_ORDER_MARK)
  for await (const text of inertCsv(textOf(file), journal)) if (text !== '') yield encode(text)
}

/**
 * Encodes the CSV, as UTF-8 with a byte order mark. The cells stay as they are.
 * @throws AppError `usage` if the encoding lacks a character
 */
export async function fileForPeople(csv: string, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  const encode = await encoderOf(encoding)
  return Uint8Array.from(encode(encoding === 'utf-8' ? BYTE_ORDER_MARK + csv : csv))
}

async function* textOf(file: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const bytes of file) yield decoder.decode(bytes, { stream: true })
  yield decoder.decode()
}

/** `shift_jis` means Windows-31J, as for the service and spreadsheets. Its table is loaded only when needed. */
async function encoderOf(encoding: Encoding): Promise<(text: string) => Uint8Array> {
  if (encoding === 'utf-8') return text => Buffer.from(text)
  const { default: iconv } = await import('iconv-lite')
  return text => {
    const encoded = encodeWindows31j(text, iconv)
    if ('bytes' in encoded) return encoded.bytes
    throw phraseError('usage', phrase(WORDS.lost, { character: encoded.lost }), {
      hint: phrase(WORDS.useUtf8),
    })
  }
}
