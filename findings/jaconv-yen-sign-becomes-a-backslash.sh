#!/bin/sh
# jaconv@1.1.2
# Expected: `toHan` and `normalize` write a full-width sign in half width, as Unicode's NFKC does: ￥ (U+FFE5) becomes
#   ¥ (U+00A5), so that `￥１，２００` is `¥1,200`. The library works on Unicode texts.
# Seen: it becomes a backslash, which was the place of the yen sign in JIS X 0201. `￥１，２００` is `\1,200`: a pattern
#   that looks for a yen sign before an amount finds none, and in JSON, CSV or a regular expression the sign escapes
#   what follows. A ¥ in half width stays, so one total of one receipt is found and the other is not; `toZen` of ¥ is
#   not ￥ either.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" jaconv@1.1.2 || exit 2
cat > "$folder/show.cjs" <<'JS'
const { version } = require('./node_modules/jaconv/package.json')
const { normalize, toHan, toZen } = require('jaconv')
console.log(`jaconv ${version}: a full-width yen sign becomes a backslash`)
const rows = [
  ['￥１，２００', '\\1,200'],
  ['合計￥８００', '合計\\800'],
  ['¥800', '¥800'],
]
let same = true
for (const [text, described] of rows) {
  console.log(`${text}  toHan ${toHan(text)}  normalize ${normalize(text)}  NFKC ${text.normalize('NFKC')}`)
  same &&= toHan(text) === described && normalize(text) === described && !text.normalize('NFKC').includes('\\')
}
console.log(`toZen of \\ is ${toZen('\\')}, of ¥ is ${toZen('¥')}`)
process.exit(same ? 0 : 1)
JS
node "$folder/show.cjs"
