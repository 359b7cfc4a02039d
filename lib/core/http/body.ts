import { AppError } from '../errors.ts'

const BODY_METHODS: readonly string[] = ['POST', 'PUT', 'PATCH']

/** Whether a request of this method has a body. The body may be empty. */
export function carriesBody(method: string): boolean {
  return BODY_METHODS.includes(method)
}

/**
 * Refuses a body with a method that has none (RFC 9110 section 9.3.1), because no endpoint would read it.
 * @throws AppError `bad_request` if the headers announce a body, or the digest of a body
 */
export function refuseBody({ method, headers }: Pick<Request, 'method' | 'headers'>): void {
  const length = Number(headers.get('content-length') ?? 0)
  if (length === 0 && !headers.has('transfer-encoding') && !headers.has('content-digest')) return
  throw new AppError('bad_request', `Cannot read the body: ${method} carries none`, {
    hint: 'send the request without a body, or with POST',
  })
}

/** @throws AppError `body_too_large` as soon as the announced or the received length passes `limit` bytes */
export async function readBody(
  source: Pick<Response, 'headers' | 'body'>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(source.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit)
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of source.body ?? []) {
    size += chunk.byteLength
    if (size > limit) throw tooLarge(limit)
    chunks.push(chunk)
  }
  const [first] = chunks
  // most bodies are one chunk, which is not copied; Buffer.concat alone may return a part of a buffer that others share
  return chunks.length === 1 && first ? first : Uint8Array.from(Buffer.concat(chunks, size))
}

export function tooLarge(limit: number): AppError {
  return new AppError('body_too_large', `Cannot read the body: it is larger than ${limit} bytes`, {
    details: { limit },
  })
}
