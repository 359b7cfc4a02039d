import type { ClientRequest } from 'node:http'
import type { Agent } from 'node:https'
import { createRequire } from 'node:module'
import type { Duplex } from 'node:stream'
import type { TLSSocket } from 'node:tls'

/** Loads node:https and node:tls only when needed, because loading takes as long as the rest of the program's start. */
const load = createRequire(import.meta.url)
const https = () => load('node:https') as typeof import('node:https')
const tls = () => load('node:tls') as Partial<typeof import('node:tls')>

/** The time limit of a connection through a proxy, in milliseconds. */
export const CONNECT_LIMIT = 10_000

/** Whether Node's agent supports proxies: 22.21 or a later version 22, or 24.5 or later. */
export function canUseProxies(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major === 22) return minor >= 21
  return major > 24 || (major === 24 && minor >= 5)
}

/** Returns the system's certificates in PEM, on some Macs after seconds. Undefined if Node is older than 22.15. */
export function systemCertificates(): readonly string[] | undefined {
  const { getCACertificates } = tls()
  return getCACertificates && [...getCACertificates('default'), ...getCACertificates('system')]
}

export function proxyNeedsNode(version: string): Error {
  return Object.assign(new Error(`Node ${version} has no agent for proxies`), {
    code: 'KURA_PROXY_NEEDS_NODE',
  })
}

export interface AgentOptions {
  readonly proxy?: string | undefined
  /** The trusted certificates in PEM. By default, the ones that Node trusts. */
  readonly certificates?: readonly string[] | undefined
}

/** Returns an agent that keeps its connections open. */
export function createAgent({ proxy, certificates }: AgentOptions): Agent {
  const secureContext = certificates && tls().createSecureContext?.({ ca: [...certificates] })
  const agent = new (https().Agent)({
    keepAlive: true,
    ...(secureContext && { secureContext }),
    ...(proxy !== undefined && { proxyEnv: { https_proxy: proxy } }),
  })
  return proxy === undefined ? agent : withConnectLimit(agent)
}

/** The code of an error that ended a request before its connection was secure, so nothing was sent. */
export const NOT_SECURE = 'KURA_NOT_SECURE'

/** Returns the error, with the code `NOT_SECURE` if nothing was sent. */
export function requestError(error: Error, { socket }: Pick<ClientRequest, 'socket'>): Error {
  const { encrypted = false, secureConnecting = true } = (socket ?? {}) as Partial<
    TLSSocket & { secureConnecting: boolean }
  >
  if (encrypted && !secureConnecting) return error
  return Object.assign(new Error(error.message, { cause: error }), { code: NOT_SECURE })
}

type Connected = (error: Error | null, socket: Duplex) => void

/** Limits the time of a connection through a proxy. Without a limit, neither the request nor the process would end. */
function withConnectLimit(agent: Agent): Agent {
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (options, connected?: Connected) => {
    let ended = false
    const end: Connected = (error, made) => {
      clearTimeout(timer)
      if (!ended) connected?.(error, made)
      ended = true
    }
    const socket = connect(options, end) as Duplex
    const giveUp = () => {
      end(Object.assign(new Error('no connection through the proxy'), { code: 'ERR_PROXY_TUNNEL' }), socket)
      socket.destroy()
    }
    const timer = setTimeout(giveUp, CONNECT_LIMIT)
    return socket
  }
  return agent
}
