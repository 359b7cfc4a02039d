/** Reads the fixed proxy of the settings of Windows. A proxy that a script of the company chooses is not read. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Environment } from '../config/environment.ts'
import { isExcepted, proxyUrl } from './proxy.ts'

const KEY = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Internet Settings'
const PATIENCE = 10_000

/** Returns the text in which `reg.exe` writes the settings; empty on other systems, or if it fails. */
export async function readWindowsSettings(platform: NodeJS.Platform, env: Environment): Promise<string> {
  if (platform !== 'win32') return ''
  const program = `${env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\reg.exe`
  const options = { timeout: PATIENCE, windowsHide: true }
  const read = promisify(execFile)(program, ['query', KEY], options)
  return read.then(
    ({ stdout }) => stdout,
    () => '',
  )
}

/** Returns the proxy that the settings name for `url`; undefined if they name none. Pure. */
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

/** Returns the server for https of `host:port` or `http=host:port;https=host:port`. */
function serverOf(text: string): string {
  const servers = text.split(';').map(part => part.trim())
  const own = servers.find(server => server.startsWith('https='))
  return own?.slice('https='.length) ?? servers.find(server => !/^\w+=/.test(server)) ?? ''
}
