#!/bin/sh
# json-canonicalize@3.0.1 beside canonicalize@5.1.0
# Expected: RFC 8785, 3.2.3: the members of every object are sorted. Two values that JSON.stringify() writes alike,
#   but for the order, have one canonical text, and so one digest and one signature.
# Seen: json-canonicalize leaves what a toJSON() returns in its own order, with everything below it. So a Buffer, or
#   an object of a class with a toJSON(), such as an amount of money, has a text that no other implementation makes,
#   and a signature over it does not fit after one round through JSON.parse(). It also drops a hole of an array, which
#   JSON.stringify() writes as null, so the places of all later entries change. canonicalize does both as expected.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" json-canonicalize@3.0.1 canonicalize@5.1.0 || exit 2
cat > "$folder/show.mjs" <<'JS'
import { readFileSync } from 'node:fs'
import other from 'canonicalize'
import { canonicalize } from 'json-canonicalize'
for (const name of ['json-canonicalize', 'canonicalize'])
  console.log(name, JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url), 'utf8')).version)
const money = { toJSON: () => ({ yen: 1200, currency: 'JPY', tax: { rate: 10, kind: 'standard' } }) }
const sorted = '{"currency":"JPY","tax":{"kind":"standard","rate":10},"yen":1200}'
const rows = [
  ['toJSON', { total: money }, '{"total":{"yen":1200,"currency":"JPY","tax":{"rate":10,"kind":"standard"}}}', `{"total":${sorted}}`],
  ['Buffer', { file: Buffer.from('a') }, '{"file":{"type":"Buffer","data":[97]}}', '{"file":{"data":[97],"type":"Buffer"}}'],
  ['hole', [1, , 3], '[1,3]', '[1,null,3]'],
]
let same = true
for (const [name, value, described, expected] of rows) {
  const again = JSON.parse(JSON.stringify(value))
  console.log(`${name}: ${canonicalize(value)}\n  after JSON: ${canonicalize(again)}\n  canonicalize: ${other(value)}`)
  same &&= canonicalize(value) === described && canonicalize(again) === expected && other(value) === expected
}
process.exit(same ? 0 : 1)
JS
node "$folder/show.mjs"
