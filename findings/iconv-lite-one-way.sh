#!/bin/sh
# iconv-lite@0.7.3, encoding 'windows-31j'
# Expected: what the decoder reads, the encoder writes back. A company's own characters (rows F0 to F9, U+E000 to U+E757)
#   are a part of Windows-31J, and names of old Japanese address books hold them. Python's cp932 and glibc's WINDOWS-31J
#   also find a place for ¢, £ and ¬ (U+00A2, U+00A3, U+00AC) beside their full-width forms.
# Seen: F040 is read as U+E000 and written as `?`, without an error. So are 1692 others of the 1880 own characters. The
#   last 187 (F941 to F9FC) are not read either: F941 is U+FFFD and the letter A. ¢, £ and ¬ are written as `?` too, but
#   ¥ (U+00A5), which Python's cp932 refuses, is written as 5C, the backslash.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" iconv-lite@0.7.3 || exit 2
cat > "$folder/show.cjs" <<'JS'
const { version } = require('./node_modules/iconv-lite/package.json')
const iconv = require('iconv-lite')
console.log(`iconv-lite ${version}: windows-31j reads characters that it writes as a question mark`)
const write = (text) => iconv.encode(text, 'windows-31j').toString('hex')
const point = (character) => `U+${character.codePointAt(0).toString(16).toUpperCase()}`
const own = Array.from({ length: 0xe758 - 0xe000 }, (_, place) => String.fromCodePoint(0xe000 + place))
const read = new Set()
for (let lead = 0xf0; lead <= 0xf9; lead++)
  for (let trail = 0x40; trail <= 0xfc; trail++) read.add(iconv.decode(Buffer.from([lead, trail]), 'windows-31j'))
const oneWay = own.filter((character) => read.has(character) && write(character) === '3f')
const first = iconv.decode(Buffer.from([0xf0, 0x40]), 'windows-31j')
console.log(`F040 is read as ${point(first)}, which is written as ${write(first)}`)
console.log(`${oneWay.length} of the ${own.length} own characters are read and written as 3f`)
const last = iconv.decode(Buffer.from([0xf9, 0x41]), 'windows-31j')
const standard = new TextDecoder('shift_jis').decode(Uint8Array.of(0xf9, 0x41))
console.log(`F941 is read as ${JSON.stringify(last)}; TextDecoder reads ${point(standard)}`)
const signs = ['\u00a2', '\u00a3', '\u00ac', '\u00a5'].map((sign) => `${sign} ${write(sign)}`).join(', ')
console.log(signs)
const described = oneWay.length === 1693 && first === '\ue000' && last === '\ufffdA'
const same = described && signs === '\u00a2 3f, \u00a3 3f, \u00ac 3f, \u00a5 5c'
process.exit(same ? 0 : 1)
JS
node "$folder/show.cjs"
