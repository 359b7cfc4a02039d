#!/bin/sh
# kansuji@1.1.0 and kansuji-ts@1.0.3
# Expected: a number is written with Japanese numerals, as the README shows: 12345 is 一万二千三百四十五, so 100000 is
#   十万 and 200000 is 二十万.
# Seen: 万, 億 or 兆 is missing if the digit before it is 0. 100000 is 十, 200000 is 二十, 1100000 is 百十, 100000000000
#   is 千, and 100001 is 十一, with the numerals of deeds (daiji) too. 20000, 150000 and 110000 are right. So the round
#   sums of a receipt or a contract are ten thousand times too small.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" kansuji@1.1.0 kansuji-ts@1.0.3 || exit 2
cat > "$folder/show.cjs" <<'JS'
const kansuji = require('kansuji')
const typed = require('kansuji-ts').default
for (const name of ['kansuji', 'kansuji-ts']) console.log(name, require(`./node_modules/${name}/package.json`).version)
const rows = [
  [20000, '二万', '弐万'], [110000, '十一万', '拾壱万'], [150000, '十五万', '拾五万'],
  [100000, '十', '拾'], [200000, '二十', '弐拾'], [1000000, '百', '百'], [1100000, '百十', '百拾'],
  [100000000000, '千', '千'], [100001, '十一', '拾壱'],
]
let same = true
for (const [number, described, deed] of rows) {
  const seen = [kansuji(number), typed(number), kansuji(number, { daiji: true })]
  console.log(`${number}  ${seen.join('  ')}`)
  same &&= seen.join() === [described, described, deed].join()
}
process.exit(same ? 0 : 1)
JS
node "$folder/show.cjs"
