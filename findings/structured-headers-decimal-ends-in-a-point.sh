#!/bin/sh
# structured-headers@2.1.0
# Expected: RFC 9651, 4.1.5: a decimal is rounded to three digits, and if the fraction is zero, "0" follows the point:
#   1.0004 is written as `1.0`. So each number that the serializer takes is one that the parser of the library reads.
# Seen: a number whose fraction rounds to zero is written as `1.`, a field that RFC 9651 (4.2.4) makes every reader
#   refuse, the library's own parser too. A quality or a time in seconds is wrong once in about a thousand requests,
#   and a signature over the field (RFC 9421, parameter "sf") cannot be checked at all.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" structured-headers@2.1.0 || exit 2
cat > "$folder/show.mjs" <<'JS'
import { readFileSync } from 'node:fs'
import { parseItem, serializeItem } from 'structured-headers'
const at = new URL('node_modules/structured-headers/package.json', import.meta.url)
console.log(`structured-headers ${JSON.parse(readFileSync(at, 'utf8')).version}: a decimal may end in a point`)
const reads = (text) => {
  try {
    return parseItem(text)[0]
  } catch (error) {
    return error instanceof Error ? 'an error' : error
  }
}
const rows = [[0.25, '0.25'], [1.0004, '1.'], [12.0001, '12.'], [-3.0003, '-3.'], [1.0016, '1.002']]
let same = true
for (const [number, described] of rows) {
  const text = serializeItem([number, new Map()])
  console.log(`${number} is written as ${JSON.stringify(text)}, which is read as ${reads(text)}`)
  same &&= text === described && (reads(text) === 'an error') === text.endsWith('.')
}
process.exit(same ? 0 : 1)
JS
node "$folder/show.mjs"
