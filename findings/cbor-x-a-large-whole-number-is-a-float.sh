#!/bin/sh
# cbor-x@1.6.8 beside cborg@6.1.5
# Expected: a whole number is a CBOR integer (RFC 8949, 3.1), up to 64 bits, and the shortest form of it where a digest
#   or a signature needs one encoding (4.2.1). The README says that non-integer numbers become floats, and names an
#   option for integers, which is off.
# Seen: from 2^32 on a whole number becomes a float of 64 bits: a time in milliseconds is fb427a…, where cborg writes
#   the integer 1b0000…, so a digest over it differs, and a field that is defined as an integer has another type. The
#   other way round, the integer that cborg wrote is read as a BigInt, and the float as a number: a time that went
#   through another library cannot be subtracted from Date.now(). Times in seconds, below 2^32 until 2106, show
#   neither.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" cbor-x@1.6.8 cborg@6.1.5 || exit 2
cat > "$folder/show.mjs" <<'JS'
import { readFileSync } from 'node:fs'
import * as x from 'cbor-x'
import * as borg from 'cborg'
for (const name of ['cbor-x', 'cborg'])
  console.log(name, JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url), 'utf8')).version)
const hex = (bytes) => Buffer.from(bytes).toString('hex')
const rows = [
  [1_798_761_600, '1a6b36ec80', 'number'],
  [2 ** 32 - 1, '1affffffff', 'number'],
  [2 ** 32, 'fb41f0000000000000', 'bigint'],
  [1_798_761_600_000, 'fb427a2ce8bd400000', 'bigint'],
]
let same = true
for (const [number, described, type] of rows) {
  const [own, other] = [hex(x.encode(number)), hex(borg.encode(number))]
  const read = [typeof x.decode(x.encode(number)), typeof x.decode(Buffer.from(borg.encode(number)))]
  console.log(`${number}  cbor-x ${own}  cborg ${other}  read by cbor-x as ${read.join(' and ')}`)
  same &&= own === described && read.join() === `number,${type}` && (own === other) === (type === 'number')
}
process.exit(same ? 0 : 1)
JS
node "$folder/show.mjs"
