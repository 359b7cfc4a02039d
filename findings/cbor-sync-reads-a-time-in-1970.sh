#!/bin/sh
# cbor-sync@1.0.4 beside cbor@10.0.12 and cbor2@2.3.0
# Expected: RFC 8949, 3.4.2: tag 1 holds the seconds since 1970. A library that makes a Date of it multiplies by 1000.
# Seen: cbor-sync takes the seconds for milliseconds: what cbor and cbor2 write for 1 October 2026 is 21 January 1970,
#   without an error. The library's own Dates go through, because it writes tag 0, a text, so a test of one round is
#   right. An expiry that another program wrote is long past, or a time in a log is in 1970.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" cbor-sync@1.0.4 cbor@10.0.12 cbor2@2.3.0 || exit 2
cat > "$folder/show.mjs" <<'JS'
import { readFileSync } from 'node:fs'
import cbor from 'cbor'
import sync from 'cbor-sync'
import { encode } from 'cbor2'
for (const name of ['cbor-sync', 'cbor', 'cbor2'])
  console.log(name, JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url), 'utf8')).version)
const day = new Date('2026-10-01T00:00:00Z')
const rows = [
  ['cbor', cbor.encode(day), '1970-01-21T17:26:52.800Z'],
  ['cbor2', Buffer.from(encode(day)), '1970-01-21T17:26:52.800Z'],
  ['cbor-sync', sync.encode(day), '2026-10-01T00:00:00.000Z'],
]
let same = true
for (const [name, bytes, described] of rows) {
  const seen = sync.decode(bytes).toISOString()
  const other = cbor.decodeFirstSync(bytes).toISOString()
  console.log(`written by ${name}: ${bytes.toString('hex')}\n  cbor-sync: ${seen}\n  cbor: ${other}`)
  same &&= seen === described && other === day.toISOString()
}
process.exit(same ? 0 : 1)
JS
node "$folder/show.mjs"
