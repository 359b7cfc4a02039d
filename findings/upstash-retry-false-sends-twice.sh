#!/bin/sh
# @upstash/redis@1.39.0: `retry: false` sends a command twice.
#
# Expected: `retry: false` is the documented way to switch repetition off. Each command is one request, and an INCR
# whose reply is lost counts once, as with `retry: { retries: 0 }`.
# Seen: if the connection ends before the headers of the reply, the client sends the command a second time, just as
# with `retry: { retries: 1 }`. Only `retry: { retries: 0 }` sends it once. The server here executes what it gets and
# then closes the connection, so one call of incr() leaves the counter at 2.
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

let counter = 0
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    counter += 1
    response.destroy()
  })
})
await new Promise(done => server.listen(0, '127.0.0.1', done))

async function countAfter(retry) {
  counter = 0
  const url = `http://127.0.0.1:${server.address().port}`
  const redis = new Redis({ url, token: 'any', retry, enableTelemetry: false })
  const error = await redis.incr('visits').then(() => undefined, cause => cause)
  console.log(`retry: ${JSON.stringify(retry)}: the counter is ${counter}, incr() fails with "${error?.message}"`)
  return counter
}
const seen = []
for (const retry of [false, { retries: 0 }, { retries: 1, backoff: () => 0 }]) seen.push(await countAfter(retry))
server.close()
const same = seen.join() === '2,1,2'
console.log(same ? 'as described: false repeats once, { retries: 0 } never' : 'the behaviour has changed')
process.exitCode = same ? 0 : 1
EOF
node "$folder/run.mjs"
