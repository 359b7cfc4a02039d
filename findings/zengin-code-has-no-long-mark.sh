#!/bin/sh
# zengin-code@1.0.0-p20260824
# Expected: the reading of a branch in `kana` and `hira` is its name's: センター南 is センターミナミ. The field `hira` is
#   hiragana, and `roma` the Roman letters of the reading.
# Seen: no reading has the long mark (ー, U+30FC) or a small letter, as no text of a bank transfer has. The mark is the
#   full-width hyphen (U+FF0D), センタ－ミナミ, and 中央市場 is チユウオウシジヨウ, ちゆうおうしじよう, chiyuuoushijiyou.
#   So a search for the reading as it is spoken, センター or chuo, finds no branch, and on the screen the two marks
#   look alike.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" zengin-code@1.0.0-p20260824 || exit 2
cat > "$folder/show.cjs" <<'JS'
const banks = Object.values(require('zengin-code'))
console.log('zengin-code', require('./node_modules/zengin-code/package.json').version)
const branches = banks.flatMap((bank) => Object.values(bank.branches))
const count = (pattern) => branches.filter((branch) => pattern.test(branch.kana)).length
const long = count(/ー/)
const hyphen = count(/\uff0d/)
const small = count(/[ァィゥェォッャュョ]/)
console.log(`${branches.length} branches; with the long mark: ${long}; with U+FF0D: ${hyphen}; with a small letter: ${small}`)
const shown = ['センター南', '中央市場'].map((name) => branches.find((branch) => branch.name === name))
for (const branch of shown) console.log(branch.name, branch.kana, branch.hira, branch.roma)
const seen = shown.map((branch) => [branch.kana, branch.roma].join()).join(' ')
const described = 'センタ\uff0dミナミ,senta-minami チユウオウシジヨウ,chiyuuoushijiyou'
process.exit(long === 0 && small === 0 && hyphen > 0 && seen === described ? 0 : 1)
JS
node "$folder/show.cjs"
