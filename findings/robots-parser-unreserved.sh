#!/bin/sh
# robots-parser@3.0.1
# Expected: RFC 9309, 2.2.2: a percent-encoded octet of an unreserved character is decoded before rule and path are
#   compared. `~` and `-` are unreserved (RFC 3986, 2.3), so `Disallow: /~tanaka/` also speaks of `/%7Etanaka/`.
# Seen: it does not, in neither direction. Japanese paths do match in every spelling (raw, capital and small hexadecimal
#   digits), so a test with Japanese addresses does not show it. Old Japanese sites have their pages in `/~name/`.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" robots-parser@3.0.1 || exit 2
cat > "$folder/show.cjs" <<'JS'
const { version } = require('./node_modules/robots-parser/package.json')
const read = require('robots-parser')
console.log(`robots-parser ${version}: a rule and a path differ if one escapes an unreserved character`)
const site = 'https://example.com'
const rows = [
  ['/~tanaka/', '/~tanaka/', false],
  ['/~tanaka/', '/%7Etanaka/', true],
  ['/%7Etanaka/', '/~tanaka/', true],
  ['/a%2Db/', '/a-b/', true],
  ['/\u3042/', '/%E3%81%82/', false],
  ['/%e3%81%82/', '/%E3%81%82/', false],
]
let same = true
for (const [rule, path, described] of rows) {
  const allowed = read(`${site}/robots.txt`, `User-agent: *\nDisallow: ${rule}\n`).isAllowed(site + path, 'reader')
  console.log(`Disallow: ${rule}  ${path}  ${allowed ? 'allowed' : 'disallowed'}`)
  same &&= allowed === described
}
process.exit(same ? 0 : 1)
JS
node "$folder/show.cjs"
