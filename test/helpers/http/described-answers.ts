/** Compares the real answers of kura's functions with kura's own OpenAPI document. */
import { brotliDecompressSync } from 'node:zlib'
import { kuraDocument } from '../../../scripts/openapi/kura.ts'
import { noteAnswer } from './answered-endpoints.ts'
import { describedBy, type Json, type OpenApi } from './openapi.ts'

let described: Promise<OpenApi> | undefined

function load(): Promise<OpenApi> {
  described ??= kuraDocument().then(document => describedBy(JSON.parse(JSON.stringify(document)) as Json))
  return described
}

/**
 * Returns the deviations of an answer from the document and, if the request was accepted, those of the request. Every
 * error must have the one form, even on a path without a description. `request` is read to its end; a JSON `response`
 * is cloned before it is read.
 */
export async function answerProblems(request: Request, response: Response): Promise<string[]> {
  const found = await problemsOf(request, response).catch((fault: unknown) => [String(fault)])
  const { pathname } = new URL(request.url)
  return found.map(problem => `${request.method} ${pathname} ${response.status}: ${problem}`)
}

async function problemsOf(request: Request, response: Response): Promise<string[]> {
  const { method } = request
  const { pathname: path, searchParams: query } = new URL(request.url)
  const api = await load()
  if (response.status >= 400 && isType(response, 'text/html')) {
    const isMistyped = !path.startsWith('/api/') && !api.describes(method, path)
    return isMistyped || isType(request, 'text/html', 'accept')
      ? []
      : ['is a page, and the caller did not accept one']
  }
  const body = await replyBody(response)
  if (!api.describes(method, path)) {
    if (response.status < 400) return ['is not described']
    return method === 'HEAD' ? [] : api.value('Error', body)
  }
  const contentType = response.headers.get('content-type')
  const reply = { method, path, status: response.status, body, ...(contentType && { contentType }) }
  if (response.status >= 400) return api.reply(reply)
  noteAnswer(method, path)
  const sent = await request.text()
  const asked = { method, path, query, ...readBody(sent, request.headers.get('content-type') ?? '') }
  return [...api.reply(reply), ...api.request(asked)]
}

const FILE = 'application/octet-stream'
const FORM = 'application/x-www-form-urlencoded'

function readBody(sent: string, type: string): { body: unknown; contentType?: string } {
  if (type === FILE || type.startsWith('multipart/form-data')) return { body: sent, contentType: FILE }
  if (type.startsWith(FORM)) return { body: Object.fromEntries(new URLSearchParams(sent)), contentType: FORM }
  return { body: jsonOf(sent) }
}

/** Returns the JSON of a reply; undefined if the reply has no body or another type. */
async function replyBody(response: Response): Promise<unknown> {
  if (!isType(response, 'application/json')) return undefined
  const bytes = Buffer.from(await response.clone().arrayBuffer())
  const compressed = response.headers.get('content-encoding') === 'br'
  return jsonOf(String(compressed ? brotliDecompressSync(bytes) : bytes))
}

function isType({ headers }: Request | Response, type: string, header = 'content-type'): boolean {
  return (headers.get(header) ?? '').split(/[;,]/).includes(type)
}

function jsonOf(text: string): unknown {
  return text === '' ? undefined : (JSON.parse(text) as unknown)
}
