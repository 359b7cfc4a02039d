#!/bin/sh
# @upstash/redis@1.39.0: a read whose AbortSignal fires answers null, as if the key were missing.
#
# Expected: a signal that fires makes the call fail, as it makes fetch() fail, at whatever moment it fires. It is the
# same signal in both forms that `signal` takes: an AbortSignal, or a function that returns one.
# Seen: with an AbortSignal, get() of a store that does not answer in time resolves to null, which is also the answer
# for a missing key. After the headers of the reply the same signal makes it fail. With a function it always fails. With
# automatic pipelining (the default) the call fails too, but with "res.map is not a function".
set -eu
for tool in node npm; do
  command -v "$tool" >/dev/null || { echo "missing: $tool"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --prefix "$folder" --silent --no-audit --no-fund @upstash/redis@1.39.0 || exit 2
cat >"$folder/run.mjs" <<'EOF'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { Redis } from '@upstash/redis'

const { version } = JSON.parse(readFileSync(new URL('node_modules/@upstash/redis/package.json', import.meta.url)))
console.log(`@upstash/redis ${version}, node ${process.version}`)

/** Aborts what is under way as soon as the server has done its part. */
let abort
let sendsHeaders
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    if (sendsHeaders) response.writeHead(200, { 'content-length': '100' }).write('{')
    // The client has the headers when its fetch() has resolved.
    if (!sendsHeaders) abort()
  })
})
await new Promise(done => server.listen(0, '127.0.0.1', done))
const { fetch } = globalThis
globalThis.fetch = async (...input) => {
  const reply = await fetch(...input)
  abort()
  return reply
}

async function outcome(name, { isFunction = false, pipelining = false, headers = false }) {
  const controller = new AbortController()
  abort = () => controller.abort(new DOMException('too late', 'TimeoutError'))
  sendsHeaders = headers
  const redis = new Redis({
    url: `http://127.0.0.1:${server.address().port}`,
    token: 'any',
    retry: { retries: 0 },
    signal: isFunction ? () => controller.signal : controller.signal,
    enableAutoPipelining: pipelining,
    enableTelemetry: false,
  })
  const said = await redis.get('key').then(
    value => `resolves to ${JSON.stringify(value)}`,
    error => `fails: ${error.message}`,
  )
  console.log(`${name}: get() ${said}`)
  return said
}
const seen = [
  await outcome('a signal, before the headers', {}),
  await outcome('a signal, after the headers', { headers: true }),
  await outcome('a function, before the headers', { isFunction: true }),
  await outcome('a signal, automatic pipelining', { pipelining: true }),
]
server.closeAllConnections()
server.close()
const described = [/^resolves to null$/, /^fails: /, /^fails: /, /^fails: res\.map is not a function$/]
const same = described.every((pattern, index) => pattern.test(seen[index]))
console.log(same ? 'as described: one of the four aborted reads resolves' : 'the behaviour has changed')
process.exitCode = same ? 0 : 1
EOF
node "$folder/run.mjs"
