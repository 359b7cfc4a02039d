#!/bin/sh
# http-link-header@1.1.4 beside parse-link-header@2.0.0
# Expected: RFC 8288, 3: a parameter of a link may have no value, as `crossorigin` of a preload has none, at any place.
#   The README names one deviation from the RFC: a relative target is not resolved.
# Seen: a name without a value takes in what follows up to the next `=`. `crossorigin; rel=preload` is one parameter of
#   that name, so the link has no relation; `crossorigin, </b.css>; rel` is another, so the second link is missing. Only
#   at the end of the header all is right. A title in Japanese is written as title="%E6%AC%A1", where nobody decodes it,
#   the library included; its `title*` is right.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" http-link-header@1.1.4 parse-link-header@2.0.0 || exit 2
cat > "$folder/show.cjs" <<'JS'
const LinkHeader = require('http-link-header')
const other = require('parse-link-header')
for (const name of ['http-link-header', 'parse-link-header'])
  console.log(name, require(`./node_modules/${name}/package.json`).version)
const rows = [
  ['</a.woff2>; rel=preload; as=font; crossorigin',
    [{ uri: '/a.woff2', rel: 'preload', as: 'font', crossorigin: '' }], 1],
  ['</a.woff2>; crossorigin; rel=preload; as=font',
    [{ uri: '/a.woff2', 'crossorigin; rel': 'preload', as: 'font' }], 1],
  ['</a.woff2>; rel=preload; as=font; crossorigin, </b.css>; rel=stylesheet',
    [{ uri: '/a.woff2', rel: 'preload', as: 'font', 'crossorigin, </b.css>; rel': 'stylesheet' }], 2],
]
let same = true
for (const [header, described, links] of rows) {
  const { refs } = LinkHeader.parse(header)
  const relations = Object.keys(other(header))
  console.log(`${header}\n  http-link-header: ${JSON.stringify(refs)}\n  parse-link-header: ${relations.join(', ')}`)
  same &&= JSON.stringify(refs) === JSON.stringify(described) && relations.length === links
}
const written = new LinkHeader().set({ uri: '/2', rel: 'next', title: '次' }).toString()
const [again] = LinkHeader.parse(written).refs
console.log(`written: ${written}\n  read: ${again.title}`)
process.exit(same && written === '</2>; rel=next; title="%E6%AC%A1"' && again.title === '%E6%AC%A1' ? 0 : 1)
JS
node "$folder/show.cjs"
