#!/bin/sh
# wanakana@5.3.1 beside hepburn@1.3.0
# Expected: `toRomaji` writes Hepburn, and `toHiragana` and `toKatakana` read it back: a name in Roman letters, as on a
#   passport or in an address, leads to the same reading. ファ is fa and ヴァ is va, which the library reads so.
# Seen: っち becomes tch, as Hepburn wants it, but tch is no kana: まっちゃ, matcha, まtちゃ, with a Latin letter
#   inside. And small vowels become large ones: ファイル is `fuairu`, ヴァイオリン `vuaiorin`, ティッシュ `teisshu`,
#   トゥ `tou`, which is also とう. No error tells, so two companies may have one name in an index, and a search by the
#   usual spelling finds neither.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" wanakana@5.3.1 hepburn@1.3.0 || exit 2
cat > "$folder/show.cjs" <<'JS'
const wanakana = require('wanakana')
const hepburn = require('hepburn')
for (const name of ['wanakana', 'hepburn']) console.log(name, require(`./node_modules/${name}/package.json`).version)
const rows = [
  ['まっちゃ', 'matcha', 'まtちゃ'], ['えっちゅう', 'etchuu', 'えtちゅう'],
  ['ファイル', 'fuairu', 'フアイル'], ['ヴァイオリン', 'vuaiorin', 'ヴアイオリン'],
  ['ティッシュ', 'teisshu', 'テイッシュ'], ['トゥ', 'tou', 'トウ'], ['とう', 'tou', 'とう'],
]
let same = wanakana.toKatakana('fairu') === 'ファイル' && hepburn.toHiragana('MATCHA') === 'まっちゃ'
for (const [kana, roman, described] of rows) {
  const seen = wanakana.toRomaji(kana)
  const back = /[ァ-ヶ]/.test(kana) ? wanakana.toKatakana(seen) : wanakana.toHiragana(seen)
  console.log(`${kana}  ${seen}  ${back}  (hepburn: ${hepburn.fromKana(kana)})`)
  same &&= seen === roman && back === described
}
process.exit(same ? 0 : 1)
JS
node "$folder/show.cjs"
