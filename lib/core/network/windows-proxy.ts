/** Reads the proxy of Windows. kura does not support a proxy that a script (PAC) chooses. Pure. */
import { isExcepted, proxyUrl } from './proxy.ts'

/** @param settings the output of `reg.exe query` */
export function windowsProxy(url: URL, settings: string): string | undefined {
  const values = new Map(
    [...settings.matchAll(/^ +(\w+) +REG_\w+ +(.*?)\s*$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )
  if (Number(values.get('ProxyEnable') ?? 0) !== 1) return undefined
  if (isExcepted(url, (values.get('ProxyOverride') ?? '').split(';'))) return undefined
  return proxyUrl(serverOf(values.get('ProxyServer') ?? ''))
}

/** Returns the proxy for https in `host:port` or `http=host:port;https=host:port`. */
function serverOf(text: string): string {
  const servers = text.split(';').map(part => part.trim())
  const own = servers.find(server => server.startsWith('https='))
  return own?.slice('https='.length) ?? servers.find(server => !/^\w+=/.test(server)) ?? ''
}
