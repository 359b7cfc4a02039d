import type { IncomingMessage } from 'node:http'
import type { Agent } from 'node:https'
import { createRequire } from 'node:module'
import { Readable } from 'node:stream'
import type { Environment } from '../core/config/environment.ts'
import { AppError, restate } from '../core/errors.ts'
import { restatePhrase } from '../core/language/phrase-error.ts'
import { english } from '../core/language/text.ts'
import { requestError } from '../core/network/agent.ts'
import { createSenders, type NetworkFacts, sendByWays } from '../core/network/attempt.ts'
import { faultIn } from '../core/network/failure.ts'
import { environmentProxy, isAlwaysDirect } from '../core/network/proxy.ts'
import { firstWay, proxiesOf } from '../core/network/way.ts'
import { windowsProxy } from '../core/network/windows-proxy.ts'
import { readWindowsSettings } from '../device/network/windows-settings.ts'
import type { Output } from './terminal/output.ts'

export interface NetworkFetchDeps extends NetworkFacts {
  readonly env: Environment
  readonly fetch: typeof fetch
  /** The time in milliseconds since the epoch. */
  readonly now: () => number
  readonly windowsSettings?: () => Promise<string>
}

/** Sends a request. The body is in memory, so that the request may be sent again. */
type Send = (request: Request, body: Uint8Array<ArrayBuffer> | undefined) => Promise<Response>

/** Returns a fetch that throws a `NetworkFault` for a known failure of the network. In that case, nothing was sent. */
export function createNetworkFetch(deps: NetworkFetchDeps): typeof fetch {
  const { env, windowsSettings = () => readWindowsSettings(process.platform) } = deps
  const senderOf = createSenders<Send>({ plain: sendBy(deps.fetch), by: sendOver }, deps)
  const works = new Map<string, ReturnType<typeof firstWay>>()
  let settings: Promise<string> | undefined
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.protocol !== 'https:') return deps.fetch(input, init)
    const request = new Request(input, init)
    const body = request.body ? new Uint8Array(await request.arrayBuffer()) : undefined
    const environment = isAlwaysDirect(url) ? 'direct' : environmentProxy(url, env)
    settings ??= environment === undefined ? windowsSettings() : undefined
    const windows = settings && windowsProxy(url, await settings)
    const proxies = proxiesOf({ environment, windows, kept: undefined, enrolled: undefined })
    const first = works.get(url.host) ?? firstWay(proxies, {}, deps.now())
    const send = async (way: typeof first) => senderOf(way)(request, body)
    const { answer, way } = await sendByWays(send, { ...deps, url, first, proxies })
    works.set(url.host, way)
    return answer
  }
}

/** Sends the body as a stream, because Node sends any other body again after a 421. */
function sendBy(fetch: typeof globalThis.fetch): Send {
  return ({ url, method, headers, redirect, signal }, body) =>
    fetch(url, {
      method,
      headers,
      redirect,
      signal,
      ...(body && { body: new Blob([body]).stream(), duplex: 'half' }),
    })
}

const load = createRequire(import.meta.url)
const WITHOUT_BODY: readonly number[] = [204, 205, 304]
const MOST_REDIRECTS = 5

function sendOver(agent: Agent): Send {
  const { request: start } = load('node:https') as typeof import('node:https')
  const once: Send = ({ url, method, headers, signal }, body) =>
    new Promise((resolve, reject) => {
      const options = { method, headers: Object.fromEntries(headers), signal, agent }
      const sent = start(url, options, message => {
        try {
          resolve(responseOf(message))
        } catch (error) {
          message.destroy()
          reject(error)
        }
      })
      sent.on('error', error => reject(requestError(error, sent)))
      // the signal does not end a request that waits for a tunnel through a proxy, so its abort is handled here
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      sent.end(body)
    })
  return async (request, body) => {
    let response = await once(request, body)
    for (let left = MOST_REDIRECTS; left > 0 && request.redirect === 'follow'; left--) {
      const location = response.headers.get('location')
      if (location === null || request.method !== 'GET' || response.status < 300) break
      // the headers are left out, because they may contain a secret for the first host
      const { signal, url } = request
      response = await once(new Request(new URL(location, url), { signal }), undefined)
    }
    return response
  }
}

/** @throws RangeError if a response cannot have this status */
function responseOf(message: IncomingMessage): Response {
  const { statusCode: status = 0 } = message
  const content = WITHOUT_BODY.includes(status) ? null : (Readable.toWeb(message) as ReadableStream)
  const headers = Object.entries(message.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  )
  return new Response(content, { status, headers })
}

/** Adds the hint of the network failure that caused the error. */
export function withNetworkHint<E>(error: E): E | AppError {
  const fault = faultIn(error)
  if (!fault || !(error instanceof AppError)) return error
  return error.phrase
    ? restatePhrase(error, error.phrase, { hint: fault.hint })
    : restate(error, { hint: english(fault.hint) })
}

/** Shows the hints of network failures on the terminal, for functions that answer with an error of their own. */
export function notingFetch(output: Output): typeof fetch {
  return (input, init) =>
    fetch(input, init).catch((error: unknown) => {
      const fault = faultIn(error)
      if (fault) output.note(fault.hint)
      throw error
    })
}
