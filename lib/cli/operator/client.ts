/**
 * Signed calls of an operator: over HTTP with the key file that `kura key issue` wrote, or with `--local` to the same
 * function in this process. One way for every command that asks the host.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { provideSurroundings } from '../../app/core.ts'
import { AppError, type ErrorCode } from '../../errors.ts'
import { isErrorCode } from '../../http/answers.ts'
import { type Client, createClient } from '../../http/client.ts'
import type { Contract } from '../../http/contract.ts'
import { parseJson } from '../../json.ts'
import { defaultKeyDir } from '../../publishing/key-folder.ts'
import { type JsonReply, readJson } from '../../remote/fetch-json.ts'
import { fetchRemote } from '../../remote/fetch-remote.ts'
import { deriveSecret, formatKeyid, type Scope } from '../../signatures/keys.ts'
import { newNonce, signRequest } from '../../signatures/sign.ts'
import type { CliContext } from '../context.ts'
import { DEVELOPMENT } from '../development.ts'

/** The file of an operator's key: where to ask, as whom. */
export const operatorKeySchema = z.strictObject({
  url: z.url(),
  keyid: z.string(),
  /** The HMAC secret, 32 bytes in base64url. */
  secret: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
})
export type OperatorKey = z.infer<typeof operatorKeySchema>

export interface OperatorRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** `/api/admin/devices` */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly json?: unknown
}

/** Sends a signed request and gives the parsed body of a success. @throws AppError with the host's own code otherwise */
export type OperatorCall = (request: OperatorRequest) => Promise<unknown>

export interface OperatorOptions {
  /** A key file other than the usual ones. */
  readonly key?: string | undefined
  /** Runs the same function in this process. */
  readonly local?: boolean | undefined
}

/** Sends a signed request and gives the open answer of a success: a file. @throws AppError as OperatorCall does */
export type OperatorStream = (request: OperatorRequest) => Promise<Response>

interface SignedRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Record<string, string>
  readonly body: string | undefined
}

/** Sends a request to the functions; the local transport has none of the network's ways to fail. */
type Transport = (request: SignedRequest) => Promise<Response>

/** Milliseconds for a call: a function lives for sixty seconds, and its answer has to arrive. */
const TIMEOUT = 70_000

/** Where `kura key issue` writes a key unless told otherwise. */
export function usualKeyFile(context: CliContext): string {
  return join(dirname(defaultKeyDir(context.config.configHome)), 'operator.json')
}

/** How a command calls the host. `scopes` are what `--local` acts with. */
export async function operatorCall(context: CliContext, options: CallerOptions): Promise<OperatorCall> {
  const open = await operatorStream(context, options)
  return async request => (await jsonOf(request, await open(request))).body
}

/** How a command gets a file from the host. */
export async function operatorStream(context: CliContext, options: CallerOptions): Promise<OperatorStream> {
  const { key, local = false, scopes } = options
  const operator = local ? localKey(context, scopes) : await findOperatorKey(context, key)
  const transport = local ? localTransport(context) : httpTransport(context)
  return async request => {
    const signed = sign(request, { operator, now: context.now() })
    const response = await transport(signed)
    if (response.ok) return response
    throw refusal(await jsonOf(request, response), signed.url)
  }
}

/** How a command calls the endpoints of a contract. `scopes` are what `--local` acts with. */
export async function operatorClient<C extends Contract>(
  contract: C,
  options: CallerOptions,
  context: CliContext,
): Promise<Client<C>> {
  return createClient(contract, await operatorCall(context, options))
}

type CallerOptions = OperatorOptions & { readonly scopes: readonly Scope[] }

function sign(
  request: OperatorRequest,
  { operator, now }: { operator: OperatorKey; now: number },
): SignedRequest {
  const { method } = request
  const url = new URL(request.path, operator.url)
  for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value)
  const carries = method === 'POST' || method === 'PUT'
  const body = request.json === undefined ? (carries ? '' : undefined) : JSON.stringify(request.json)
  const secret = Buffer.from(operator.secret, 'base64url')
  const nonce = newNonce()
  const headers = signRequest({ method, url, body, keyid: operator.keyid, secret, now, nonce })
  return { method, url, headers, body }
}

function jsonOf({ method, path }: OperatorRequest, response: Response): Promise<JsonReply> {
  return readJson({ remote: 'kura', method, url: new URL(path, 'http://kura') }, response)
}

/** An answer of the host as `schema` says. @throws AppError `remote_answer` where it is another kura's */
export function readReply<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const member = parsed.error.issues[0]?.path.join('.') || 'the whole of it'
  throw new AppError('remote_answer', `Cannot read the answer of the host: ${member} is not as wanted`, {
    hint: 'the deployment and this checkout may be of different versions: use the same one',
  })
}

const refusalSchema = z.object({ error: z.string(), code: z.string(), hint: z.string().optional() })

/** The host's refusal as the error that it was there. */
function refusal(reply: JsonReply, url: URL): AppError {
  const parsed = refusalSchema.safeParse(reply.body)
  if (!parsed.success) {
    return new AppError(
      'remote_answer',
      `Cannot read the answer of ${url.host}: status ${reply.status} without kura's own error`,
      {
        hint: 'check that KURA_URL names a kura deployment',
      },
    )
  }
  const { error, code, hint } = parsed.data
  const known: ErrorCode = isErrorCode(code) ? code : 'remote_refused'
  return new AppError(known, error, { ...(hint && { hint }), details: { status: reply.status } })
}

function httpTransport(context: CliContext): Transport {
  return ({ method, url, headers, body }) =>
    fetchRemote(
      {
        remote: 'kura',
        method,
        url,
        headers,
        timeout: TIMEOUT,
        signal: context.signal,
        ...(body !== undefined && { text: body }),
      },
      { fetch, clock: () => performance.now() },
    )
}

/** The function of a path, called as the host would call it; its request lines are not for the terminal. */
function localTransport(context: CliContext): Transport {
  provideSurroundings({ env: context.env, now: context.now, log: () => undefined })
  return async ({ method, url, headers, body }) => {
    const name = /^\/api\/([a-z]+)/.exec(url.pathname)?.[1] ?? ''
    const { default: endpoint } = (await import(`../../../api/${name}.ts`)) as {
      default: { fetch(request: Request): Promise<Response> }
    }
    const init = { method, headers: { ...headers, host: url.host }, ...(body && { body }) }
    return endpoint.fetch(new Request(url, init))
  }
}

/** A key of this moment for this process, derived from the settings that the function reads too. */
function localKey(context: CliContext, scopes: readonly Scope[]): OperatorKey {
  const [newest] = context.config.secrets()
  if (!newest) throw new AppError('settings_missing', 'Cannot act locally without the setting KURA_SECRETS')
  const keyid = formatKeyid({ name: 'local', scopes, epoch: newest.epoch })
  return {
    url: context.config.url(),
    keyid,
    secret: deriveSecret(newest.secret, keyid).toString('base64url'),
  }
}

/** The key file that was named, else the first of the usual ones that fits KURA_URL where that is set. */
async function findOperatorKey(context: CliContext, named: string | undefined): Promise<OperatorKey> {
  const paths = named ? [named] : [join(context.cwd, DEVELOPMENT.operator), usualKeyFile(context)]
  for (const path of paths.filter(path => named || existsSync(path))) {
    const key = await readOperatorKey(path)
    const wanted = context.env['KURA_URL']
    if (named || !wanted || new URL(wanted).host === new URL(key.url).host) return key
  }
  throw new AppError('usage', 'Cannot find an operator key', {
    hint: 'npm start leaves one for the local host; for a deployment: kura key issue NAME --scope admin, then --key FILE',
  })
}

async function readOperatorKey(path: string): Promise<OperatorKey> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new AppError('usage', `Cannot read the operator key "${path}"`, {
      cause,
      hint: 'name the file with --key FILE',
    })
  })
  const parsed = operatorKeySchema.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  const field = parsed.error.issues[0]?.path.join('.') || 'the whole file'
  throw new AppError('usage', `Cannot use the operator key "${path}": ${field} is not as wanted`, {
    hint: 'issue it again: kura key issue NAME --scope admin --out FILE',
  })
}
