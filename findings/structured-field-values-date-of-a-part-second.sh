#!/bin/sh
# structured-field-values@2.0.4 beside structured-headers@2.1.0
# Expected: a Date of a structured field is whole seconds (RFC 9651, 3.3.7 and 4.1.10). A JavaScript Date counts
#   milliseconds, and that of now nearly always has some: a writer rounds them or refuses.
# Seen: `encodeItem` and `encodeDict` write the fraction, as in `@1795942800.25`. No parser takes it, not even the
#   library's own: the whole header is lost, and with it each other member of a dictionary. A test with a Date of whole
#   seconds passes.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" structured-field-values@2.0.4 structured-headers@2.1.0 || exit 2
cat > "$folder/show.mjs" <<'JS'
import { readFileSync } from 'node:fs'
import { decodeDict, decodeItem, encodeDict, encodeItem } from 'structured-field-values'
import { parseDictionary, parseItem, serializeItem } from 'structured-headers'
for (const name of ['structured-field-values', 'structured-headers'])
  console.log(name, JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url), 'utf8')).version)
const refuses = (parse, text) => {
  try {
    parse(text)
    return false
  } catch {
    return true
  }
}
const rows = [
  ['2026-11-29T09:00:00.000Z', '@1795942800', '@1795942800', false],
  ['2026-11-29T09:00:00.250Z', '@1795942800.25', '@1795942800', true],
  ['2026-11-29T09:00:00.999Z', '@1795942800.999', '@1795942800', true],
]
let same = true
for (const [text, described, byOther, isRefused] of rows) {
  const date = new Date(text)
  const [item, dictionary, other] = [encodeItem(date), encodeDict({ a: 1, at: date }), serializeItem([date, new Map()])]
  const refused = [
    refuses(decodeItem, item),
    refuses(parseItem, item),
    refuses(decodeDict, dictionary),
    refuses(parseDictionary, dictionary),
  ]
  console.log(`${text}  item ${item}  dictionary ${dictionary}  structured-headers writes ${other}`)
  console.log(`  refused by the own parser, the other, and of the dictionary: ${refused.join(', ')}`)
  same &&= item === described && dictionary === `a=1, at=${described}` && other === byOther
  same &&= refused.every(one => one === isRefused)
}
process.exit(same ? 0 : 1)
JS
node "$folder/show.mjs"
