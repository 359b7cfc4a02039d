import type { Environment } from '../config/environment.ts'
import { isLoopback } from '../config/loopback.ts'

/** The URL of a proxy, with the user name and password that the proxy needs, or `direct` for no proxy. */
export type ProxyChoice = string | 'direct'

/**
 * Returns the choice of `HTTPS_PROXY`, in upper or lower case. `direct` if `NO_PROXY` excepts the host, undefined if
 * neither says anything. A variable that is no address of a proxy is ignored.
 */
export function environmentProxy(url: URL, env: Environment): ProxyChoice | undefined {
  if (isExcepted(url, (env['no_proxy'] || env['NO_PROXY'] || '').split(/[\s,]+/))) return 'direct'
  return proxyUrl(env['https_proxy'] || env['HTTPS_PROXY'] || '')
}

/** Whether a request never uses a proxy. Only https may, because a proxy could read and change other requests. */
export function isAlwaysDirect({ protocol, hostname }: URL): boolean {
  return protocol !== 'https:' || isLoopback(hostname)
}

/** Returns the URL for Node's agent, or undefined if `text` is no URL. Without a scheme, http is meant, as in curl. */
export function proxyUrl(text: string): string | undefined {
  const given = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`
  if (text === '' || !URL.canParse(given)) return undefined
  const { protocol, hostname, username, password, href } = new URL(given)
  return /^https?:$/.test(protocol) && hostname !== '' && isDecodable(username + password) ? href : undefined
}

/** Whether Node's agent can decode the text. Otherwise the agent would throw an error that quotes the password. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Returns `host:port`, without the user name and the password. */
export function proxyName(proxy: string): string {
  const { hostname, port, protocol } = new URL(proxy)
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
}

/**
 * An exception is `*`, a host with all names below it (`example.com`, `.example.com`), with or without a port, a name
 * with `*` in it (`192.168.*`), or `<local>`, which means every name without a dot.
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
