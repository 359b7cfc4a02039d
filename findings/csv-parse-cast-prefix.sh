#!/bin/sh
# csv-parse@7.0.3, option `cast: true`
# Expected: a cell is either its text or the number that JavaScript reads in it. `Number('0x1F')` is 31, so an article
#   code `0x1F` is '0x1F' or 31.
# Seen: it is 0, and so is every code that begins with 0x, 0b or 0o and is a number: a subtraction tests the
#   cell, and parseFloat, which stops at the letter, reads it. So different codes become one. `1F` and `-0x1F` stay texts.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" csv-parse@7.0.3 || exit 2
cat > "$folder/show.mjs" <<'JS'
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
const { version } = JSON.parse(readFileSync(new URL('node_modules/csv-parse/package.json', import.meta.url), 'utf8'))
console.log(`csv-parse ${version}: cast reads codes with the prefix of another base as 0`)
const table = 'code,yen\n0x1F,1200\n0x2A,800\n0b11,50\n0o17,70\n1F,1\n-0x1F,2\n'
const rows = parse(table, { cast: true, columns: true })
for (const [place, row] of rows.entries()) console.log(table.split('\n')[place + 1], JSON.stringify(row))
const seen = JSON.stringify(rows.map((row) => row.code))
process.exit(seen === '[0,0,0,0,"1F","-0x1F"]' ? 0 : 1)
JS
node "$folder/show.mjs"
