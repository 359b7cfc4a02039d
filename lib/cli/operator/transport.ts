import { existsSync } from 'node:fs'
import { isLoopback } from '../../core/config/loopback.ts'
import { PROTECTION_HINT } from '../../core/config/protection.ts'
import { AppError, hasCode } from '../../core/errors.ts'
import { readBody } from '../../core/http/body.ts'
import { catalogue, phrase } from '../../core/language/catalogue.ts'
import { english } from '../../core/language/text.ts'
import { edgeError, edgeRefusal } from '../../core/network/edge.ts'
import { isNetworkPage, isWebPage } from '../../core/network/failure.ts'
import { pageError } from '../../core/network/words.ts'
import type { Reason } from '../../core/phrase.ts'
import { fetchRemote } from '../../core/remote/fetch-remote.ts'
import type { CliContext } from '../context.ts'
import { provideStoreHere } from './deployment-store.ts'

const WORDS = catalogue('transport', {
  local: {
    en: 'npm start runs the local host; a deployment is named by KURA_URL, or by a key file with --key',
    ja: '練習用の環境は「npm start」で動かします。公開した環境は「KURA_URL」か、--key の鍵のファイルで指定します',
  },
  address: {
    en: 'check the network, and the address in KURA_URL or in the key file',
    ja: 'ネットワークと、「KURA_URL」または鍵のファイルにあるアドレスを確認してください',
  },
  replyAddress: {
    en: 'check that KURA_URL, or the key file, names a kura deployment',
    ja: '「KURA_URL」または鍵のファイルが、kuraを公開したアドレスか確認してください',
  },
  signIn: {
    en: 'if the network has a sign-in page, sign in with a browser; else check that KURA_URL, or the key file, names a kura deployment by its final address',
    ja: 'ネットワークのログイン画面がある場合は、ブラウザーでログインしてください。それ以外の場合は、「KURA_URL」または鍵のファイルが、kuraを公開した最終のアドレスか確認してください',
  },
})

export interface SignedRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Record<string, string>
  readonly body: string | Uint8Array | undefined
}

/** Sends a signed request. The local transport has no network errors. */
export type Transport = (request: SignedRequest) => Promise<Response>

export function httpTransport(context: CliContext): Transport {
  return ({ method, url, headers, body }) =>
    fetchRemote(
      {
        remote: 'kura',
        method,
        url,
        headers: { ...headers, ...context.config.protection()(url) },
        // the maximum duration of the function in milliseconds, plus ten seconds for the transfer
        timeout: functionOf(url) === 'journals' ? 310_000 : 70_000,
        signal: context.signal,
        ...(typeof body === 'string' && { text: body }),
        ...(body instanceof Uint8Array && { bytes: body }),
      },
      { fetch, clock: () => performance.now() },
    ).then(
      response => refusePage(response, url),
      error => {
        throw hasCode(error, 'remote_unreachable') ? unreachable(error, url) : error
      },
    )
}

/** Returns the hint about a reply that has no error of kura. */
export function replyHint(status: number): Reason {
  if (status === 401) return PROTECTION_HINT
  return phrase(status >= 400 ? WORDS.replyAddress : WORDS.signIn)
}

/** The maximum number of bytes that are read of an error's page. */
const LARGEST_PAGE = 65_536

/** Refuses a page that the host's edge or a proxy sent instead of kura. kura sends the header Server-Timing. */
async function refusePage(response: Response, { host }: URL): Promise<Response> {
  const { status, headers } = response
  if (headers.has('server-timing')) return response
  const type = headers.get('content-type')
  const isText = status >= 400 && /^text\//i.test(type ?? '')
  const page = isText ? await readBody(response.clone(), LARGEST_PAGE).catch(() => undefined) : undefined
  const body = page && new TextDecoder().decode(page)
  const edge = edgeRefusal({ status, header: name => headers.get(name), body })
  if (edge) throw edgeError(host, status, edge)
  if (isNetworkPage({ status, type })) throw pageError(host, status)
  if (isWebPage({ type })) throw pageError(host, status, replyHint(status))
  return response
}

function unreachable({ code, message, cause, details, phrase: said }: AppError, { hostname }: URL): AppError {
  const hintPhrase = phrase(isLoopback(hostname) ? WORDS.local : WORDS.address)
  return new AppError(code, message, {
    ...{ cause, details, hint: english(hintPhrase), hintPhrase },
    ...(said && { phrase: said }),
  })
}

/** Calls the function as the host does, but without its request log. */
export function localTransport(context: CliContext): Transport {
  provideStoreHere(context)
  return async ({ method, url, headers, body }) => {
    const { default: endpoint } = (await import(functionFile(url))) as {
      default: { fetch(request: Request): Promise<Response> }
    }
    const init = { method, headers: { ...headers, host: url.host }, ...(body && { body: new Blob([body]) }) }
    return endpoint.fetch(new Request(url, init))
  }
}

function functionOf({ pathname }: URL): string | undefined {
  return /^\/api\/([a-z]+)(?:\/|$)/.exec(pathname)?.[1]
}

function functionFile(url: URL): string {
  const name = functionOf(url)
  const file = new URL(`../../../api/${name}.ts`, import.meta.url)
  if (name && existsSync(file)) return file.href
  throw new AppError('not_found', `Cannot find "${url.pathname}": there is no such function`)
}
