import type { Command } from '@commander-js/extra-typings'
import { AppError } from '../../../core/errors.ts'
import { AGENT_SCOPES, parseKeyid } from '../../../core/signatures/keys.ts'
import { accountingContract } from '../../../services/accounting/contract.ts'
import { adminContract } from '../../../services/admin/contract.ts'
import { registrarContract } from '../../../services/registrar/contract.ts'
import type { CliContext } from '../../context.ts'
import { operatorClient, operatorStream } from '../../operator/client.ts'
import { findOperatorKey } from '../../operator/key-file.ts'
import type { OptionsOf } from '../../operator/options.ts'
import { serversOf } from './server.ts'
import type { Apis } from './tool.ts'

const HELP = `
An MCP client starts this command; docs/agents.md has its configuration. The key may have only the scopes
${AGENT_SCOPES.join(', ')}: kura key issue agent --scope agent --out agent.json`

const mcpCommand = (command: Command) =>
  command
    .description('let an agent read, try out and propose deals, over standard input and output')
    .requiredOption('--key <file>', "the agent's key: only for reading and proposing")
    .addHelpText('after', HELP)

export function registerMcp(command: Command, context: CliContext): void {
  mcpCommand(command).action(options => serve(options, context))
}

async function serve(options: OptionsOf<typeof mcpCommand>, context: CliContext): Promise<void> {
  await refuseOtherScopes(options.key, context)
  const [{ serveStdio, StdioServerTransport }, create] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    apisOf(options, context).then(serversOf),
  ])
  const transport = new StdioServerTransport()
  const ended = Promise.withResolvers<void>()
  context.signal.addEventListener('abort', () => void handle.close().then(ended.resolve))
  process.stdin.once('end', ended.resolve)
  const handle = serveStdio(create, { transport })
  await ended.promise
}

/** @throws AppError `usage` if the key could do more than read and propose */
async function refuseOtherScopes(file: string, context: CliContext): Promise<void> {
  const { key } = await findOperatorKey(context, file)
  const scopes = parseKeyid(key.keyid)?.scopes ?? []
  const others = scopes.filter(scope => !AGENT_SCOPES.includes(scope))
  if (others.length === 0 && scopes.length > 0) return
  const message = `Cannot serve an agent with the key "${key.keyid}": it has ${others.join(', ')}`
  throw new AppError('usage', message, {
    hint: 'issue a key that can only read and propose: kura key issue agent --scope agent --out agent.json',
  })
}

async function apisOf(options: OptionsOf<typeof mcpCommand>, context: CliContext): Promise<Apis> {
  const given = { ...options, scopes: AGENT_SCOPES }
  const [accounting, registrar, admin, stream] = await Promise.all([
    operatorClient(accountingContract, given, context),
    operatorClient(registrarContract, given, context),
    operatorClient(adminContract, given, context),
    operatorStream(given, context),
  ])
  return { accounting, registrar, admin, stream }
}
