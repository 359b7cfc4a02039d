#!/bin/sh
# @geolonia/japanese-numeral@1.0.2 beside japanese-string-utils@0.2.4
# Expected: the README says that digits and Japanese numerals may be mixed (`2億3千430万`). A number whose digits have
#   a comma, as newspapers and balance sheets write it, is read too, or refused with the error that `12,345` gets.
# Seen: it is neither. The part with the comma counts as nothing: `1,234万` is 0, and `１億２，３４５万` is 100000000,
#   so 23 million yen are missing. `1.5万` is 0 as well. Only a text that ends in such a part (`1億2,345`) is refused.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" @geolonia/japanese-numeral@1.0.2 japanese-string-utils@0.2.4 || exit 2
cat > "$folder/show.cjs" <<'JS'
const { kanji2number } = require('@geolonia/japanese-numeral')
const { toNumericFromKanji } = require('japanese-string-utils')
console.log('@geolonia/japanese-numeral', require('./node_modules/@geolonia/japanese-numeral/package.json').version)
const rows = [
  ['1234万', 12_340_000], ['1,234万', 0], ['１億２，３４５万', 100_000_000], ['1.5万', 0],
  ['12,345', 'refused'], ['1億2,345', 'refused'],
]
let same = true
for (const [text, described] of rows) {
  let seen
  try {
    seen = kanji2number(text)
  } catch {
    seen = 'refused'
  }
  console.log(`${text}  ${seen}  (japanese-string-utils: ${toNumericFromKanji(text)})`)
  same &&= seen === described
}
process.exit(same ? 0 : 1)
JS
node "$folder/show.cjs"
