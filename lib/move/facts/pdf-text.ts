import { inflateSync } from 'node:zlib'

export interface PdfText {
  readonly links: readonly string[]
  readonly titles: readonly string[]
}

/** The largest object stream or metadata after decompression, in bytes. */
const STREAM_LIMIT = 5_000_000
const MOST = 2_000
const VALUE = String.raw`\s*(\((?:\\[\s\S]|[^\\()]|\((?:\\[\s\S]|[^\\()])*\))*\)|<[0-9a-f\s]*>)`
const LINK = new RegExp(`/URI${VALUE}`, 'gi')
const TITLE = new RegExp(`/Title${VALUE}`, 'gi')
const STREAM = /<<([^\0]{0,1000}?)>>\s{0,4}stream\r?\n/g

/** Returns the links, and the titles of the document and its bookmarks; nothing if the PDF is encrypted. */
export function readPdf(bytes: Uint8Array): PdfText {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = file.toString('latin1')
  if (!text.startsWith('%PDF-') || /\/Encrypt\s+\d/.test(text)) return { links: [], titles: [] }
  const parts = [text, ...streamsOf(file, text)]
  const values = (pattern: RegExp) =>
    parts.flatMap(part => [...part.matchAll(pattern)].slice(0, MOST).map(([, value = '']) => stringOf(value)))
  const named = parts.flatMap(part =>
    [...part.matchAll(/<dc:title>[\s\S]{0,500}?<rdf:li[^>]*>([^<]*)/g)].map(([, title = '']) =>
      Buffer.from(title, 'latin1').toString(),
    ),
  )
  return { links: values(LINK), titles: [...values(TITLE), ...named] }
}

function streamsOf(file: Buffer, text: string): string[] {
  return [...text.matchAll(STREAM)].slice(0, MOST).flatMap(({ 0: head, 1: dictionary = '', index }) => {
    if (!/\/ObjStm|\/Metadata/.test(dictionary) || !/\/FlateDecode/.test(dictionary)) return []
    const start = index + head.length
    const end = text.indexOf('endstream', start)
    try {
      const plain = inflateSync(file.subarray(start, end < 0 ? undefined : end), {
        maxOutputLength: STREAM_LIMIT,
        finishFlush: 2,
      })
      return [plain.toString('latin1')]
    } catch {
      return []
    }
  })
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** Reads a string of a PDF: `(…)` with escapes, or `<…>` in hexadecimal. */
function stringOf(value: string): string {
  const bytes = value.startsWith('<')
    ? Buffer.from(value.slice(1, -1).replace(/\s/g, ''), 'hex')
    : Buffer.from(
        value
          .slice(1, -1)
          .replace(/\\(?:([0-7]{1,3})|\r?\n|([\s\S]))/g, (_, octal?: string, sign?: string) =>
            octal === undefined
              ? (ESCAPES[sign ?? ''] ?? sign ?? '')
              : String.fromCharCode(Number.parseInt(octal, 8)),
          ),
        'latin1',
      )
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return bytes.toString('utf8')
}
