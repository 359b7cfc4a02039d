#!/bin/sh
# Gnumeric 1.12.55 (Debian 12), program ssconvert; xlsx@0.18.5 (SheetJS) writes the file
# Expected: a format may name its language as a code, [$-411] or [$¥-411], or as a tag, [$-ja-JP] or [$¥-ja-JP]; newer
#   programs write the tag. A program that does not know a tag shows the value in the rest of the format, or the number.
# Seen: with the tag ja-JP the cell is empty, a day like an amount, in HTML and in a CSV as shown (format=preserve); there
#   is no message. The code, and the tag en-US, give 2026/4/13, ¥46,125 and Apr 13. The value is not lost: a CSV without
#   the formats has 46125. So a converted sheet has no amount in the cells whose format says ¥ and the language.
set -eu
for tool in node npm ssconvert; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" xlsx@0.18.5 || exit 2
ssconvert --version 2>&1 | head -1
cat > "$folder/show.cjs" <<'JS'
const { execFileSync } = require('node:child_process')
const { readFileSync } = require('node:fs')
const { utils, writeFile } = require('xlsx')
const rows = [
  ['[$-411]yyyy/m/d', '2026/4/13'],
  ['[$-ja-JP]yyyy/m/d', ''],
  ['[$¥-411]#,##0', '¥46,125'],
  ['[$¥-ja-JP]#,##0', ''],
  ['[$-409]mmm\\ d', 'Apr 13'],
  ['[$-en-US]mmm\\ d', 'Apr 13'],
]
const sheet = utils.aoa_to_sheet(rows.map(() => [46125, 'x']))
rows.forEach(([format], at) => (sheet[`A${at + 1}`].z = format))
writeFile({ SheetNames: ['cells'], Sheets: { cells: sheet } }, `${__dirname}/cells.xlsx`)
const env = { ...process.env, LC_ALL: 'C.UTF-8' }
const convert = (to, ...options) => {
  execFileSync('ssconvert', [...options, `${__dirname}/cells.xlsx`, `${__dirname}/${to}`], { stdio: 'ignore', env })
  return readFileSync(`${__dirname}/${to}`, 'utf8').trimEnd().split(/\r?\n/)
}
const shown = convert('shown.txt', '-O', 'format=preserve separator=|').map(line => line.replace(/\|x$/, '').replaceAll('"', ''))
const plain = convert('plain.csv').map(line => line.replace(/,x$/, ''))
const html = convert('shown.html').join('').match(/<td[^>]*align="right"[^>]*>[^<]*/g).map(cell => cell.replace(/.*>/, '').replace('&#165;', '¥'))
rows.forEach(([format], at) => console.log(`${format}  as shown: "${shown[at]}"  HTML: "${html[at]}"  without formats: ${plain[at]}`))
const same = rows.every(([, described], at) => shown[at] === described && html[at] === described)
process.exit(same && plain[1] === '46125' && plain[3] === '46125' ? 0 : 1)
JS
node "$folder/show.cjs"
