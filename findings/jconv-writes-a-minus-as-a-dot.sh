#!/bin/sh
# jconv@0.1.5 beside encoding-japanese@2.4.0 and the platform's TextDecoder
# Expected: U+2212 (−) is the minus of JIS X 0208 (row 1, cell 61) in Unicode's table, and the letter of Windows-31J there is
#   U+FF0D (－). The README says that jconv corrects such differences "as much as possible when converting", and 〜, the
#   best known of them, has its place in each encoding. So −500 is －500 in Shift_JIS, EUC-JP and ISO-2022-JP.
# Seen: in Shift_JIS it is ・500, without an error, because the middle dot stands for what cannot be written: the sign of an
#   amount is a bullet. In EUC-JP and ISO-2022-JP it is a code of JIS X 0212 that this set leaves empty, so other programs
#   see U+FFFD; its own decoder reads these two back, so a test of one round is right. The same holds for ‖, and the
#   dash — is right in Shift_JIS alone.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" jconv@0.1.5 encoding-japanese@2.4.0 || exit 2
cat > "$folder/show.cjs" <<'JS'
const jconv = require('jconv')
const other = require('encoding-japanese')
for (const name of ['jconv', 'encoding-japanese']) console.log(name, require(`./node_modules/${name}/package.json`).version)
const encodings = { SJIS: 'shift_jis', EUCJP: 'euc-jp', JIS: 'iso-2022-jp' }
const rows = [
  ['〜', 'SJIS', '～'], ['〜', 'EUCJP', '～'], ['〜', 'JIS', '～'],
  ['−500', 'SJIS', '・500'], ['−500', 'EUCJP', '\ufffd500'], ['−500', 'JIS', '\ufffd!]500'],
  ['‖', 'SJIS', '・'], ['‖', 'EUCJP', '\ufffd'],
  ['—', 'SJIS', '―'], ['—', 'EUCJP', '・'],
]
let same = true
for (const [text, encoding, described] of rows) {
  const decode = (bytes) => new TextDecoder(encodings[encoding]).decode(Uint8Array.from(bytes))
  const seen = decode(jconv.encode(text, encoding))
  const beside = decode(other.convert(other.stringToCode(text), { to: encoding, from: 'UNICODE' }))
  console.log(`${text} in ${encoding}: ${seen}  (own decoder: ${jconv.decode(jconv.encode(text, encoding), encoding)}, encoding-japanese: ${beside})`)
  same &&= seen === described
}
process.exit(same ? 0 : 1)
JS
node "$folder/show.cjs"
