#!/bin/sh
# http-message-signatures@1.0.6 with http-message-sig@0.3.0: one signature base has the query in two spellings.
#
# Expected: RFC 9421 takes "@query" (2.2.7) from the target URI, whose normal form (RFC 3986) keeps an apostrophe. So it
# is the end of "@target-uri" (2.2.2), and two libraries make the same base of one request.
# Seen: for ?name='a' http-message-signatures signs @query as ?name=%27a%27, beside an @target-uri that keeps the
# apostrophes; http-message-sig keeps them in both. The bases differ, so a signature over the one does not fit the
# other. With "@query-param";name="name" the first has the apostrophes, which 2.2.8 spells %27.
set -eu
for tool in node npm; do
  command -v "$tool" >/dev/null || { echo "missing: $tool"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --prefix "$folder" --silent --no-audit --no-fund http-message-signatures@1.0.6 \
  http-message-sig@0.3.0 || exit 2
cat >"$folder/run.mjs" <<'EOF'
import { readFileSync } from 'node:fs'
import { createSignatureSync } from 'http-message-sig'
import { httpbis } from 'http-message-signatures'

for (const name of ['http-message-signatures', 'http-message-sig'])
  console.log(name, JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url))).version)

const url = "https://example.com/find?name='a'"
const components = ['@target-uri', '@query']

function baseOfFirst(fields) {
  return httpbis.formatSignatureBase(httpbis.createSignatureBase({ fields }, { method: 'GET', url, headers: {} }))
}

function baseOfSecond() {
  let base
  const sign = data => {
    base = new TextDecoder().decode(data)
    return new Uint8Array(64)
  }
  const request = { kind: 'request', method: 'GET', targetUri: url, fields: [] }
  createSignatureSync(request, { components, parameters: {}, signer: { algorithm: 'ed25519', sign } })
  return base.slice(0, base.lastIndexOf('\n'))
}
const seen = [baseOfFirst(components), baseOfSecond(), baseOfFirst(['@query-param;name="name"'])]
console.log(`http-message-signatures:\n${seen[0]}\nhttp-message-sig:\n${seen[1]}`)
console.log(`http-message-signatures, @query-param:\n${seen[2]}`)
const described = [
  `"@target-uri": ${url}\n"@query": ?name=%27a%27`,
  `"@target-uri": ${url}\n"@query": ?name='a'`,
  `"@query-param";name="name": 'a'`,
]
const same = seen.every((base, index) => base === described[index])
console.log(same ? 'as described' : 'the behaviour has changed')
process.exitCode = same ? 0 : 1
EOF
node "$folder/run.mjs"
