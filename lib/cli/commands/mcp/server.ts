/** The server of the Model Context Protocol that `kura mcp` runs, independent of its transport. */
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server'
import type * as z from 'zod'
import { AppError, messageOf } from '../../../core/errors.ts'
import { ENTER_RECEIPTS } from './prompt.ts'
import type { Apis, Given, Tool } from './tool.ts'
import { TOOLS } from './tools.ts'

/** Returns a function that makes a server with all tools and the prompt; each connection needs its own server. */
export async function serversOf(apis: Apis): Promise<() => McpServer> {
  const [{ McpServer: Server }, inputs] = await Promise.all([
    import('@modelcontextprotocol/server'),
    Promise.all(TOOLS.map(tool => tool.input())),
  ])
  return () => {
    const server = new Server({ name: 'kura', version: '1' }, { capabilities: { tools: {}, prompts: {} } })
    for (const [index, tool] of TOOLS.entries()) register(tool, inputs[index], { server, apis })
    server.registerPrompt('enter_receipts', ENTER_RECEIPTS.about, ENTER_RECEIPTS.messages)
    return server
  }
}

function register(
  tool: Tool,
  inputSchema: z.ZodType | undefined,
  { server, apis }: { server: McpServer; apis: Apis },
): void {
  const { name, title, description } = tool
  const annotations = { readOnlyHint: tool.mode === undefined, destructiveHint: false, openWorldHint: false }
  const about = { title, description, annotations, ...(inputSchema && { inputSchema }) }
  server.registerTool(name, about, (given: unknown) => answer(tool, given as Given, apis))
}

/** Calls a tool. An error becomes an answer with its code and what to do. */
async function answer(tool: Tool, given: Given, apis: Apis): Promise<CallToolResult> {
  try {
    return { content: [{ type: 'text', text: JSON.stringify(await tool.call(given, apis)) }] }
  } catch (error) {
    const { code = 'internal', hint, details = {} } = error instanceof AppError ? error : {}
    const text = JSON.stringify({
      error: messageOf(error),
      code,
      ...(hint !== undefined && { hint }),
      ...details,
    })
    return { isError: true, content: [{ type: 'text', text }] }
  }
}
