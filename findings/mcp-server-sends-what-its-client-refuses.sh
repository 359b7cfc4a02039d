#!/bin/sh
# @modelcontextprotocol/server@2.4.0 with @modelcontextprotocol/client@2.4.0 and zod@4.6.7: the server passes a tool's
# result that the client of the same SDK refuses.
#
# Expected: the server validates structuredContent with the tool's outputSchema, so that what passes fits the JSON
# Schema that the server shows in tools/list.
# Seen: the server checks with the zod schema, which fills in a default and drops unknown members, but sends the value
# from before that. The JSON Schema of the same zod schema calls the member with a default required and allows no
# others. The client checks with the JSON Schema, and callTool() fails with -32602.
set -eu
for tool in node npm; do
  command -v "$tool" >/dev/null || { echo "missing: $tool"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --prefix "$folder" --silent --no-audit --no-fund @modelcontextprotocol/server@2.4.0 \
  @modelcontextprotocol/client@2.4.0 zod@4.6.7 || exit 2
cat >"$folder/run.mjs" <<'EOF'
import { readFileSync } from 'node:fs'
import { Client } from '@modelcontextprotocol/client'
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'

for (const name of ['@modelcontextprotocol/server', '@modelcontextprotocol/client', 'zod'])
  console.log(name, JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url))).version)

const outputSchema = z.object({ amount: z.number(), currency: z.string().default('JPY') })
const RESULTS = {
  whole: { amount: 1, currency: 'JPY' },
  without_default: { amount: 1 },
  with_another_member: { amount: 1, currency: 'JPY', note: 'paid' },
}
const server = new McpServer({ name: 'server', version: '1' })
for (const [name, structuredContent] of Object.entries(RESULTS))
  server.registerTool(name, { outputSchema }, () => ({ content: [], structuredContent }))

const [left, right] = InMemoryTransport.createLinkedPair()
await server.connect(left)
const sent = []
const { send } = left
left.send = (message, ...rest) => {
  if (message.result?.structuredContent) sent.push(JSON.stringify(message.result.structuredContent))
  return send.call(left, message, ...rest)
}
const client = new Client({ name: 'client', version: '1' })
await client.connect(right)
const { tools } = await client.listTools()
const { required, additionalProperties } = tools[0].outputSchema
console.log(`tools/list: required ${JSON.stringify(required)}, additionalProperties ${additionalProperties}`)

const codes = []
for (const [name, result] of Object.entries(RESULTS)) {
  const error = await client.callTool({ name, arguments: {} }).then(() => undefined, cause => cause)
  codes.push(error?.code ?? 'accepted')
  console.log(`${name}: the server sends ${sent.at(-1)}\n  the client: ${codes.at(-1)} ${error?.message ?? ''}`)
}
await client.close()
await server.close()
const isSentUnchanged = sent.join() === Object.values(RESULTS).map(result => JSON.stringify(result)).join()
const same = isSentUnchanged && codes.join() === 'accepted,-32602,-32602'
console.log(same ? 'as described' : 'the behaviour has changed')
process.exitCode = same ? 0 : 1
EOF
node "$folder/run.mjs"
