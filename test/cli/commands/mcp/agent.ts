/** An agent that calls the tools of `kura mcp`, with the functions and the accounting sandbox. */
import type { Apis } from '../../../../lib/cli/commands/mcp/tool.ts'
import { TOOLS } from '../../../../lib/cli/commands/mcp/tools.ts'
import { AppError, type ErrorCode } from '../../../../lib/core/errors.ts'
import { createClient, type Send } from '../../../../lib/core/http/client.ts'
import { AGENT_SCOPES } from '../../../../lib/core/signatures/keys.ts'
import { accountingContract } from '../../../../lib/services/accounting/contract.ts'
import { adminContract } from '../../../../lib/services/admin/contract.ts'
import { registrarContract } from '../../../../lib/services/registrar/contract.ts'
import type { Books } from '../accounting/books.ts'

/** The error that `kura mcp` reads from a reply of the host. */
function errorOf({ error = '', code, hint, ...details }: Record<string, string>): AppError {
  return new AppError(code as ErrorCode, error, { ...(hint !== undefined && { hint }), details })
}

/** Creates an agent with its own key; `used` counts its calls and the characters that it reads and writes. */
export function agentOf({ served }: Books) {
  const send: Send = async ({ method, path, query, json }) => {
    const address = query ? `${path}?${new URLSearchParams(query)}` : path
    const body = json === undefined ? {} : { body: JSON.stringify(json) }
    const response = await served.call(address, { method, scopes: AGENT_SCOPES, name: 'agent', ...body })
    const reply = (await response.json()) as Record<string, string>
    if (!response.ok) throw errorOf(reply)
    return reply
  }
  const apis: Apis = {
    accounting: createClient(accountingContract, send),
    registrar: createClient(registrarContract, send),
    admin: createClient(adminContract, send),
    async stream({ method, path, query = {} }) {
      const address = `${path}?${new URLSearchParams(query)}`
      return served.call(address, { method, scopes: AGENT_SCOPES, name: 'agent' })
    },
  }
  const used = { calls: 0, written: 0, read: 0 }
  return {
    apis,
    used,
    async call(name: string, given: object = {}) {
      const tool = TOOLS.find(known => known.name === name)
      const reply = await tool?.call({ ...given }, apis)
      used.calls++
      used.written += JSON.stringify(given).length
      used.read += JSON.stringify(reply).length
      return reply as Record<string, unknown>
    },
  }
}
