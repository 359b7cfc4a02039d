#!/bin/sh
# js-redis-server@0.3.0 beside Debian's redis-server (seen with 7.0.15): a number that a script stores loses digits.
#
# Expected: a Lua number that is an argument of redis.call() is written as Redis writes it: a whole number with all its
# digits, a fraction with 17 significant ones, so that tonumber() gives the same number again.
# Seen: js-redis-server writes 14 significant digits. A time in microseconds, as scripts make it from TIME, becomes a
# text with an exponent that is 44 microseconds off, and a time in milliseconds loses its fraction.
set -eu
for tool in node npm redis-server; do
  command -v "$tool" >/dev/null || { echo "missing: $tool"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --prefix "$folder" --silent --no-audit --no-fund js-redis-server@0.3.0 || exit 2
cat >"$folder/run.mjs" <<'EOF'
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { createRedisMock } from 'js-redis-server'

const { version } = JSON.parse(readFileSync(new URL('node_modules/js-redis-server/package.json', import.meta.url)))
console.log(`js-redis-server ${version}, node ${process.version}`)
console.log(spawnSync('redis-server', ['--version'], { encoding: 'utf8' }).stdout.trim())

const SCRIPT = "redis.call('SET', KEYS[1], NUMBER) return redis.call('GET', KEYS[1])"

/** Runs the script at a server, and returns the text that GET gives. */
function stored(address, number) {
  const words = ['EVAL', SCRIPT.replace('NUMBER', number), '1', 'key']
  const socket = connect(address)
  socket.write(`*${words.length}\r\n${words.map(word => `$${word.length}\r\n${word}\r\n`).join('')}`)
  return new Promise((resolve, reject) => {
    let reply = ''
    socket.on('error', reject).on('data', data => {
      reply += data
      const text = /^\$\d+\r\n(.*)\r\n$/.exec(reply)?.[1] ?? /^-(.*)\r\n$/.exec(reply)?.[0]
      if (text === undefined) return
      socket.destroy()
      resolve(text)
    })
  })
}

const socket = `${process.argv[2]}/redis.sock`
const real = spawn('redis-server', ['--port', '0', '--unixsocket', socket, '--save', '', '--dir', process.argv[2]])
process.once('exit', () => real.kill())
for await (const line of createInterface(real.stdout)) if (/ready to accept/i.test(line)) break
const mock = await createRedisMock()

/** A number of a script, with what each server stores. */
const NUMBERS = [
  ['1764349261123.4375', '1764349261123.4', '1764349261123.4375'],
  ['1e15 + 0.5', '1e+15', '1000000000000000.5'],
  ['0.1 + 0.2', '0.3', '0.30000000000000004'],
  ['1764349261123456', '1.7643492611235e+15', '1764349261123456'],
]
let same = true
for (const [number, ours, theirs] of NUMBERS) {
  const seen = [await stored({ host: '127.0.0.1', port: mock.port }, number), await stored({ path: socket }, number)]
  console.log(`${number}: js-redis-server stores ${seen[0]}, redis-server ${seen[1]}`)
  same &&= seen[0] === ours && seen[1] === theirs
}
await mock.close()
console.log(same ? 'as described' : 'the behaviour has changed')
process.exit(same ? 0 : 1)
EOF
node "$folder/run.mjs" "$folder"
