#!/bin/sh
# tld-extract@2.1.0 beside psl@1.15.0 and tldts@7.5.4
# Expected: by the Public Suffix List, which the README names as its source, コム, みんな and 栃木.jp are suffixes, as com and
#   co.jp are. A domain in another script is the same domain in its form xn--…. A full stop at the end of a host, as DNS
#   writes the root, changes nothing.
# Seen: the library takes the host from a URL, where it is always xn--…, and looks for it in the list, whose lines are in
#   Unicode. So no suffix in another script is ever found. www.会社.栃木.jp belongs to 栃木.jp, as if all shops of the
#   prefecture were one site, and each domain below コム, みんな or рф is refused. With a full stop at the end,
#   www.example.co.jp. belongs to "co.jp.".
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" tld-extract@2.1.0 psl@1.15.0 tldts@7.5.4 || exit 2
cat > "$folder/show.cjs" <<'JS'
const { domainToUnicode } = require('node:url')
const extract = require('tld-extract')
const psl = require('psl')
const { getDomain } = require('tldts')
for (const name of ['tld-extract', 'psl', 'tldts']) console.log(name, require(`./node_modules/${name}/package.json`).version)
const refused = 'refused'
const rows = [
  ['www.example.co.jp', 'example.co.jp', 'example.co.jp'],
  ['www.会社.栃木.jp', '栃木.jp', '会社.栃木.jp'],
  ['www.会社.コム', refused, '会社.コム'],
  ['会社.みんな', refused, '会社.みんな'],
  ['www.example.co.jp.', 'co.jp.', 'example.co.jp'],
]
const seenBy = (host) => {
  try {
    const { domain } = extract(`https://${host}/`)
    return domain.includes('xn--') ? domainToUnicode(domain) : domain
  } catch {
    return refused
  }
}
let same = true
for (const [host, described, expected] of rows) {
  const seen = seenBy(host)
  const beside = [psl.get(host), getDomain(host)]
  console.log(`${host}: ${seen}  (psl: ${beside[0]}, tldts: ${beside[1]})`)
  same &&= seen === described && beside.every((domain) => domain === expected)
}
process.exit(same ? 0 : 1)
JS
node "$folder/show.cjs"
