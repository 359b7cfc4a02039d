/** Chooses the proxy for an address: reads the variables and lists that name proxies and exceptions. Pure. */
import type { Environment } from '../config/environment.ts'
import { isLoopback } from '../config/loopback.ts'

/** The URL of the proxy for an address, with the proxy's user name and password if it has them; `direct`: no proxy. */
export type ProxyChoice = string | 'direct'

/**
 * Returns what `HTTPS_PROXY` and `NO_PROXY` say about `url`, in lower or upper case; undefined if they say nothing. A
 * variable that is no address of an HTTP proxy says nothing.
 */
export function environmentProxy(url: URL, env: Environment): ProxyChoice | undefined {
  if (isExcepted(url, (env['no_proxy'] || env['NO_PROXY'] || '').split(/[\s,]+/))) return 'direct'
  return proxyUrl(env['https_proxy'] || env['HTTPS_PROXY'] || '')
}

/** Whether requests to `url` never use a proxy: only https does, because a proxy could read and change anything else. */
export function isAlwaysDirect({ protocol, hostname }: URL): boolean {
  return protocol !== 'https:' || isLoopback(hostname)
}

/**
 * Returns the URL of a proxy in the form that Node's agent takes; undefined if `text` is no such URL. `host:port`
 * without a scheme is an HTTP proxy, as in curl.
 */
export function proxyUrl(text: string): string | undefined {
  const given = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`
  if (text === '' || !URL.canParse(given)) return undefined
  const { protocol, hostname, username, password, href } = new URL(given)
  return /^https?:$/.test(protocol) && hostname !== '' && isDecodable(username + password) ? href : undefined
}

/**
 * Whether the user name and the password of a proxy can be decoded. Node's agent decodes them; if it cannot, its error
 * quotes the password.
 */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Returns `host:port` of a proxy for messages, without its name and password. */
export function proxyName(proxy: string): string {
  const { hostname, port, protocol } = new URL(proxy)
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
}

/**
 * Whether a list of exceptions names the host of `url`: `*`, a host or its domain (`example.com`, `.example.com`), with
 * a port or without, a name with `*` in it (`192.168.*`), or `<local>` for a name without a dot.
 */
export function isExcepted({ hostname, port }: URL, exceptions: readonly string[]): boolean {
  const host = hostname.toLowerCase()
  return exceptions.some(exception => {
    const [, name = '', onPort] = /^(.*?)(?::(\d+))?$/.exec(exception.trim().toLowerCase()) ?? []
    if (name === '' || (onPort !== undefined && onPort !== (port || '443'))) return false
    if (name === '<local>') return !host.includes('.')
    const domain = name.replace(/^\*?\./, '')
    if (host === domain || host.endsWith(`.${domain}`)) return true
    return new RegExp(`^${name.replace(/[^\w*-]/g, '\\$&').replaceAll('*', '.*')}$`).test(host)
  })
}
