// Starts `kura mcp` as an agent's program does, and asks what needs a person.
// usage: node examples/agent/what-waits.mjs KEY-FILE
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const [keyFile] = process.argv.slice(2)
if (keyFile === undefined) {
  console.error('usage: node examples/agent/what-waits.mjs KEY-FILE')
  process.exit(2)
}

const client = new Client({ name: 'example', version: '1.0.0' })
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: ['bin/kura.js', 'mcp', '--key', keyFile],
    stderr: 'inherit',
  }),
)
try {
  const { tools } = await client.listTools()
  console.log(`${tools.length} tools: ${tools.map(({ name }) => name).join(' ')}`)
  const { content } = await client.callTool({ name: 'today', arguments: {} })
  for (const part of content) if (part.type === 'text') console.log(part.text)
} finally {
  await client.close()
}
