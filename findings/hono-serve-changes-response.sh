#!/bin/sh
# @hono/node-server 2.1.8
# Expected: serve() starts a server, and leaves the globals of the process as they are; if it replaces Response by a
#   faster one, that one refuses what the platform's refuses.
# Seen: after serve(), `new Response(null, { status: 999 })` makes a response in every module of the process. Before,
#   it was a RangeError, as the Fetch standard says (200 to 599). Code that builds a Response from what a remote sent,
#   and relies on the error, takes a status that does not exist. `overrideGlobalObjects: false` keeps the platform's.
set -eu
command -v npm >/dev/null || { echo 'npm is missing'; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund @hono/node-server@2.1.8 hono@4.13.19 >/dev/null || exit 2
cat > probe.mjs <<'JS'
import { serve } from '@hono/node-server'
const made = () => {
  try {
    return `a response of ${new Response(null, { status: 999 }).status}`
  } catch (error) {
    return error.name
  }
}
const own = globalThis.Response
console.log(`before serve(): ${made()}`)
for (const overrideGlobalObjects of [false, true]) {
  const server = serve({ fetch: () => new own(null), port: 0, hostname: '127.0.0.1', overrideGlobalObjects })
  console.log(`overrideGlobalObjects ${overrideGlobalObjects}: ${made()}`)
  await new Promise(closed => server.close(closed))
}
console.log(`closed: ${made()}`)
JS
node probe.mjs | tee seen
cat > described <<'TEXT'
before serve(): RangeError
overrideGlobalObjects false: RangeError
overrideGlobalObjects true: a response of 999
closed: a response of 999
TEXT
cmp -s seen described
