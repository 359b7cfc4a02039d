#!/bin/sh
# normalize-url@10.0.0, ufo@1.6.4 and urijs@1.19.11 beside fast-uri@4.2.3
# Expected: a normal form names the same page (RFC 3986, 6.2.2). Escapes are bytes; those of Shift_JIS, as the forms of old
#   Japanese sites send them (`?q=%82%A0` is あ), are as valid as those of UTF-8, and stay.
# Seen: normalize-url reads them as UTF-8 and writes U+FFFD for each byte that is none, so the searches for あ and い have
#   one address, which leads to neither page; a text of UTF-8, and the same bytes in a path, are right. ufo and urijs
#   escape the percent signs again: `?q=%2582%25A0`. A list of a site's pages that one of the three has normalized has
#   pages that do not exist, and lacks others.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" normalize-url@10.0.0 ufo@1.6.4 urijs@1.19.11 fast-uri@4.2.3 || exit 2
cat > "$folder/show.mjs" <<'JS'
import { readFileSync } from 'node:fs'
import uri from 'fast-uri'
import normalizeUrl from 'normalize-url'
import { normalizeURL } from 'ufo'
import Uri from 'urijs'
const libraries = {
  'normalize-url': normalizeUrl,
  ufo: normalizeURL,
  urijs: (address) => Uri(address).normalize().toString(),
  'fast-uri': (address) => uri.normalize(address),
}
for (const name of Object.keys(libraries)) {
  const { version } = JSON.parse(readFileSync(new URL(`./node_modules/${name}/package.json`, import.meta.url)))
  console.log(name, version)
}
const lost = '?q=%EF%BF%BD%EF%BF%BD'
const rows = [
  ['?q=%E3%81%82', ['?q=%E3%81%82', '?q=%E3%81%82', '?q=%E3%81%82', '?q=%E3%81%82']],
  ['?q=%82%A0', [lost, '?q=%2582%25A0', '?q=%2582%25A0', '?q=%82%A0']],
  ['?q=%82%A2', [lost, '?q=%2582%25A2', '?q=%2582%25A2', '?q=%82%A2']],
]
const start = 'https://example.com/search'
let same = true
for (const [query, described] of rows) {
  const seen = Object.values(libraries).map((normalize) => normalize(start + query).slice(start.length))
  console.log(query)
  Object.keys(libraries).forEach((name, at) => console.log(`  ${name}: ${seen[at]}`))
  same &&= seen.every((text, at) => text === described[at])
}
process.exit(same ? 0 : 1)
JS
node "$folder/show.mjs"
