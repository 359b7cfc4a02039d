#!/bin/sh
# japanese-string-utils@0.2.4 beside @geolonia/japanese-numeral@1.0.2
# Expected: `toNumericFromKanji` writes a number in Japanese numerals with digits. 千 without a digit before it is
#   1000, also before 万, so 百万 is 1000000, as 千 is 1000 and 一千万 is 10000000.
# Seen: a number that begins with 十, 百 or 千 and goes on with 万 gets a 1 too much in front. 十万 is 1000100000, 百万
#   is 10001000000, 千万 is 100010000000, without an error. Written out (一千万, 100万) all are right, and so is
#   百二十三万. So the round sums, as in a capital or a fee, are ten thousand times too large.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" japanese-string-utils@0.2.4 @geolonia/japanese-numeral@1.0.2 || exit 2
cat > "$folder/show.cjs" <<'JS'
const { toNumericFromKanji } = require('japanese-string-utils')
const { kanji2number } = require('@geolonia/japanese-numeral')
console.log('japanese-string-utils', require('./node_modules/japanese-string-utils/package.json').version)
const rows = [
  ['千', '1000'], ['一千万', '10000000'], ['100万', '1000000'], ['百二十三万', '1230000'],
  ['十万', '1000100000'], ['百万', '10001000000'], ['千万', '100010000000'],
]
let same = true
for (const [text, described] of rows) {
  const seen = toNumericFromKanji(text)
  console.log(`${text}  ${seen}  (${kanji2number(text)})`)
  same &&= seen === described
}
process.exit(same ? 0 : 1)
JS
node "$folder/show.cjs"
