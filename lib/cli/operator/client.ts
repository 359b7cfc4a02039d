import * as z from 'zod'
import { AppError, type ErrorCode } from '../../core/errors.ts'
import { isErrorCode } from '../../core/http/answers.ts'
import { type Client, type ContractRequest, createClient, type Send } from '../../core/http/client.ts'
import type { Contract } from '../../core/http/contract.ts'
import { WITNESS_HEADER } from '../../core/http/request/log-head.ts'
import { catalogue, phrase } from '../../core/language/catalogue.ts'
import { phraseError, phrasesIn } from '../../core/language/phrase-error.ts'
import { errorReasonsReply } from '../../core/language/reason-schemas.ts'
import type { Reason } from '../../core/phrase.ts'
import { type JsonReply, readJson } from '../../core/remote/fetch-json.ts'
import type { Scope } from '../../core/signatures/keys.ts'
import { newNonce, signRequest } from '../../core/signatures/sign.ts'
import type { CliContext } from '../context.ts'
import { findOperatorKey, localKey, type OperatorKey, openKey } from './key-file.ts'
import type { OperatorOptions } from './options.ts'
import { type SeenFile, seenOf, withHead } from './seen.ts'
import { httpTransport, localTransport, replyHint, type SignedRequest, type Transport } from './transport.ts'
// loads the messages of the hints in the host's answers
import '../../core/store/upstash/words.ts'

const WORDS = catalogue('reply', {
  strange: {
    en: 'Cannot read the reply to {call}: it has the status {status} and no error of kura',
    ja: '応答を読み取れません：kuraの応答ではありません（状態{status}）',
    onlyEn: ['call'],
  },
  brokenOff: {
    en: 'Cannot read {what} to its end: the host broke it off',
    ja: '{what}を最後まで読み取れません。接続が途中で切れました',
  },
})

export interface OperatorRequest extends ContractRequest {
  /** The exact text of the request body, instead of `json`. */
  readonly text?: string | undefined
}

/**
 * Sends a request, and returns the response, whatever its status is.
 * @throws AppError `remote_unreachable`, `remote_silent`
 */
export type OperatorFetch = (request: OperatorRequest) => Promise<Response>

/**
 * Returns the successful response with its body unread.
 * @throws AppError with the host's error code
 */
export type OperatorStream = (request: OperatorRequest) => Promise<Response>

type CallerOptions = OperatorOptions & {
  /** The scopes that the call has under `--local`. */
  readonly scopes: readonly Scope[]
}

export async function operatorClient<C extends Contract>(
  contract: C,
  options: CallerOptions,
  context: CliContext,
): Promise<Client<C>> {
  return createClient(contract, await operatorSend(options, context))
}

/**
 * Returns a function that returns the body of a successful reply, or throws an AppError with the host's error code.
 * @throws AppError `usage`, `settings_missing`
 */
export async function operatorSend(options: CallerOptions, context: CliContext): Promise<Send> {
  const open = await operatorStream(options, context)
  return async request => (await readReplyJson(request, await open(request))).body
}

export async function operatorStream(options: CallerOptions, context: CliContext): Promise<OperatorStream> {
  const send = await operatorFetch(options, context)
  return async request => {
    const response = await send(request)
    if (response.ok) return response
    throw errorFromReply(request, await readReplyJson(request, response))
  }
}

/** Returns the signed fetch, for commands that do not know the endpoint beforehand. */
export async function operatorFetch(options: CallerOptions, context: CliContext): Promise<OperatorFetch> {
  const { key, local = false, scopes } = options
  if (local) {
    const operator = localKey(context, scopes)
    const transport = localTransport(context)
    return request => transport(sign(request, { operator, now: context.now() }))
  }
  const operator = await openKey(await findOperatorKey(context, key), context)
  const transport = witnessed(httpTransport(context), seenOf(operator.url, context))
  return request => transport(sign(request, { operator, now: context.now() }))
}

/** Sends the newest end of the activity log that this machine has seen, so that the host notices a restored store. */
function witnessed(transport: Transport, seen: SeenFile): Transport {
  return async request => {
    const { head = 'none' } = await seen.read()
    const response = await transport({ ...request, headers: { ...request.headers, [WITNESS_HEADER]: head } })
    const newest = response.headers.get(WITNESS_HEADER)
    if (newest !== null) await seen.change(before => withHead(before, newest))
    return response
  }
}

function sign(
  request: OperatorRequest,
  { operator, now }: { operator: OperatorKey; now: number },
): SignedRequest {
  const { method } = request
  const url = new URL(request.path, operator.url)
  for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value)
  const body = bodyOf(request)
  const secret = Buffer.from(operator.secret, 'base64url')
  const nonce = newNonce()
  const headers = signRequest({ method, url, body, keyid: operator.keyid, secret, now, nonce })
  return { method, url, headers, body }
}

/** Returns the body of the request. A POST or PUT without content has an empty body. */
function bodyOf({ method, json, text, file }: OperatorRequest): string | Uint8Array | undefined {
  if (text !== undefined || file !== undefined) return text ?? file
  if (json !== undefined) return JSON.stringify(json)
  return method === 'POST' || method === 'PUT' ? '' : undefined
}

/** @throws AppError `remote_silent` if the reply does not arrive completely */
export function readReplyJson({ method, path }: OperatorRequest, response: Response): Promise<JsonReply> {
  return readJson({ remote: 'kura', method, url: new URL(path, 'http://kura') }, response)
}

/** @throws AppError `remote_silent` if the bytes do not arrive completely */
export async function* readReplyBytes(
  { body }: Response,
  { what, hint }: { readonly what: Reason; readonly hint?: Reason },
): AsyncGenerator<Uint8Array> {
  try {
    if (body) yield* body
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw phraseError('remote_silent', phrase(WORDS.brokenOff, { what }), { cause, hint })
  }
}

const detail = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])
const errorSchema = z
  .object({ error: z.string(), code: z.string(), hint: z.string().optional(), ...errorReasonsReply })
  .catchall(detail.optional().catch(undefined))

function errorFromReply({ method, path }: OperatorRequest, { status, body }: JsonReply): AppError {
  const parsed = errorSchema.safeParse(body)
  if (!parsed.success) {
    const message = phrase(WORDS.strange, { call: `${method} "${path}"`, status: String(status) })
    return phraseError('remote_answer', message, { hint: replyHint(status) })
  }
  const { error, code, hint, errorReason, hintReason, ...members } = parsed.data
  const details = Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  const known: ErrorCode = isErrorCode(code) ? code : 'remote_refused'
  return new AppError(known, error, {
    ...(hint && { hint }),
    ...phrasesIn({ errorReason, hintReason }),
    details: { ...details, status },
  })
}
