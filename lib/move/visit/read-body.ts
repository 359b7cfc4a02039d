import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createInflate, createUnzip } from 'node:zlib'

export interface ReadBody {
  readonly bytes: Uint8Array
  readonly complete: boolean
}

export const ACCEPTED_ENCODINGS = 'gzip, deflate, br'

/** Reads a body; in an unknown encoding it stays encoded. @throws if the stream is not in the encoding */
export async function readBody(body: Readable, encoding: string, limit: number): Promise<ReadBody> {
  const chunks: Uint8Array[] = []
  let size = 0
  const collect = async (source: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const chunk of source) {
      chunks.push(chunk)
      size += chunk.byteLength
      if (size > limit) return
    }
  }
  const decoder = decoderOf(encoding)
  try {
    await (decoder ? pipeline(body, decoder, collect) : pipeline(body, collect))
  } catch (error) {
    // no fault of the body: if the reader stops early, the streams before it fail
    if (size <= limit) throw error
  }
  return { bytes: Buffer.concat(chunks).subarray(0, limit), complete: size <= limit }
}

function decoderOf(encoding: string) {
  const name = encoding.trim().toLowerCase()
  if (name === 'gzip' || name === 'x-gzip') return createUnzip()
  if (name === 'deflate') return createInflate()
  if (name === 'br') return createBrotliDecompress()
  return undefined
}

/** Whether the type is a text, which can contain an address. A missing media type counts as text. */
export function isText(contentType: string): boolean {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  return (
    type === '' ||
    /^text\/|^application\/(?:[\w.-]+\+)?(?:json|xml)$|^application\/(?:javascript|x-javascript)$|^image\/svg\+xml$/.test(
      type,
    )
  )
}

export function isHtml(contentType: string): boolean {
  return /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType)
}
