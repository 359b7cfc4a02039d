#!/bin/sh
# @misskey-dev/node-http-message-signatures@0.0.10 beside http-message-signatures@1.0.6
# Expected: RFC 9421 gives the value of each component with an example. Without a query, "@query" is the leading `?` alone
#   (2.2.7); "@request-target" is the path and the query (2.2.5); the value of "@query-param" is percent-encoded again,
#   and so is its name (2.2.8). The README says that the library allows the RFC to be used.
# Seen: without a query, "@query" is empty, so a signature over a plain address such as an inbox fits no other library;
#   with a query it is right. "@request-target" is `get /path`, in the order of the older draft and without the query.
#   "@query-param" has spaces as they are, and does not find a name with an escape.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" @misskey-dev/node-http-message-signatures@0.0.10 \
  http-message-signatures@1.0.6 || exit 2
cat > "$folder/show.mjs" <<'JS'
import { readFileSync } from 'node:fs'
import { RFC9421SignatureBaseFactory } from '@misskey-dev/node-http-message-signatures'
import { httpbis } from 'http-message-signatures'
for (const name of ['@misskey-dev/node-http-message-signatures', 'http-message-signatures'])
  console.log(name, JSON.parse(readFileSync(new URL(`./node_modules/${name}/package.json`, import.meta.url))).version)
const misskey = (url, component) => {
  const headers = { host: 'www.example.com', 'signature-input': `sig=(${component});created=1` }
  try {
    return new RFC9421SignatureBaseFactory({ method: 'GET', url, headers }).generate('sig').split('\n"@signature-params"')[0]
  } catch (error) {
    return error.message.split(' (')[0]
  }
}
const other = (url, component) => {
  const fields = [component.includes(';') ? component.replace(/^"([^"]*)"/, '$1') : component.slice(1, -1)]
  return httpbis.formatSignatureBase(httpbis.createSignatureBase({ fields }, { method: 'GET', url, headers: {} }))
}
// of the sections 2.2.7, 2.2.5 and 2.2.8 of the RFC
const encoded = '/parameters?bar=with+plus+whitespace&fa%C3%A7ade%22%3A%20=something'
const name = 'fa%C3%A7ade%22%3A%20'
const rows = [
  ['/path?queryString', '"@query"', '?queryString', '?queryString'],
  ['/path', '"@query"', '', '?'],
  ['/path?param=value', '"@request-target"', 'get /path', '/path?param=value'],
  [encoded, '"@query-param";name="bar"', 'with plus whitespace', 'with%20plus%20whitespace'],
  [encoded, `"@query-param";name="${name}"`, `Query parameter not found: ${name}`, 'something'],
]
let same = true
for (const [path, component, described, standard] of rows) {
  const url = `https://www.example.com${path}`
  const seen = [misskey(url, component), other(url, component)].map((line) => line.replace(`${component}: `, ''))
  console.log(`${path} ${component}\n  misskey:  ${JSON.stringify(seen[0])}\n  RFC 9421: ${JSON.stringify(standard)}`)
  same &&= seen[0] === described && seen[1] === standard
}
process.exit(same ? 0 : 1)
JS
node "$folder/show.mjs"
