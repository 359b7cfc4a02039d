/** `--connect-to HOST:PORT:HOST:PORT`, as in curl: connects to another host before DNS points there. */
import { isIP } from 'node:net'
import { AppError } from '../../core/errors.ts'
import { type Resolve, resolveByDns } from '../../move/visit/connection.ts'

const FORM = /^(\[[^\]]+\]|[^:]*):(\d{0,5}):(\[[^\]]+\]|[^:]+):(\d{1,5})$/

/** A resolver that applies `rules` first, then DNS; an empty host or port matches any. */
export function connectTo(rules: readonly string[]): Resolve {
  const parsed = rules.map(parseRule)
  return (host, port) => {
    const rule = parsed.find(({ from }) => (from.host || host) === host && (from.port || port) === port)
    if (!rule) return resolveByDns(host, port)
    if (isIP(rule.to.host) !== 0) return Promise.resolve({ addresses: [rule.to.host], port: rule.to.port })
    return resolveByDns(rule.to.host, rule.to.port)
  }
}

function parseRule(text: string) {
  const [, fromHost = '', fromPort = '', toHost = '', toPort = ''] = FORM.exec(text) ?? []
  if (toHost === '') {
    throw new AppError('usage', `Cannot use --connect-to "${text}": expected HOST:PORT:HOST:PORT`, {
      hint: 'for example --connect-to new.example:443:127.0.0.1:8443',
    })
  }
  return {
    from: { host: bare(fromHost), port: Number(fromPort) },
    to: { host: bare(toHost), port: Number(toPort) },
  }
}

function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
}
