/** The cookie that binds an authorization to the browser that opened its link. */
import { isLoopback } from '../../../../core/config/loopback.ts'
import type { Visit } from './deps.ts'

/** The cookie's lifetime in seconds: longer than a person needs for all steps. */
const LIFE = 3_600

const VALUE = /^([\w-]{43})\.([\w-]{43})$/

/**
 * Returns the cookie's name. The prefix `__Host-` requires a secure cookie, which http does not allow; only a
 * deployment on this machine is reached over http.
 */
function nameFor(url: URL): { readonly name: string; readonly secure: boolean } {
  const secure = !(url.protocol === 'http:' && isLoopback(url.hostname))
  return { name: secure ? '__Host-kura-authorize' : 'kura-authorize', secure }
}

/** Returns the value of the header Set-Cookie; `url` is the address of the deployment. */
export function cookieOf({ id, secret }: Pick<Visit, 'id' | 'secret'>, url: URL): string {
  const { name, secure } = nameFor(url)
  const flags = `Path=/; Max-Age=${LIFE}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return `${name}=${id}.${secret}; ${flags}`
}

/** Reads the id and the secret from the browser's cookie; undefined if there is no such cookie. */
export function readCookie(request: Request, url: URL): Pick<Visit, 'id' | 'secret'> | undefined {
  const { name } = nameFor(url)
  for (const pair of (request.headers.get('cookie') ?? '').split(/;\s*/)) {
    if (!pair.startsWith(`${name}=`)) continue
    const [, id, secret] = VALUE.exec(pair.slice(name.length + 1)) ?? []
    if (id && secret) return { id, secret }
  }
  return undefined
}
