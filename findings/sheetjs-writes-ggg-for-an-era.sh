#!/bin/sh
# xlsx@0.18.5 (SheetJS)
# Expected: a CSV has what the cell shows, as a spreadsheet program writes it. The codes g (era) and e (year of the
#   era) are Excel's formats of the Japanese calendar, so 1 May 2019 in `ggge"年"m"月"d"日"` is 令和1年5月1日 (or 令和元年), or at
#   least 2019.
# Seen: the era's codes are copied as letters and e is the year of the common era: `ggg2019年5月1日`, `g2019.5.1`. Of the
#   formats that Excel has built in for Japanese (ISO/IEC 29500-1, 18.8.30: 27 to 36, 50 to 58), 36 is written as the
#   number of the day, 43586. So a column of days has forms that no program reads as a day.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" xlsx@0.18.5 || exit 2
cat > "$folder/show.cjs" <<'JS'
const XLSX = require('xlsx')
console.log(`xlsx ${XLSX.version}: 1 May 2019 in formats of the Japanese calendar`)
const rows = [
  ['[$-411]ggge"年"m"月"d"日";@', 'ggg2019年5月1日'],
  ['[$-411]ge\\.m\\.d;@', 'g2019.5.1'],
  ['[$-ja-JP-x-gannen]ggge"年"m"月"d"日";@', 'ggg2019年5月1日'],
  ['yyyy"年"m"月"d"日"', '2019年5月1日'],
]
let same = true
for (const [format, described] of rows) {
  const book = { SheetNames: ['S'], Sheets: { S: { A1: { t: 'n', v: 43586, z: format }, '!ref': 'A1' } } }
  const read = XLSX.read(XLSX.write(book, { type: 'buffer', bookType: 'xlsx' }))
  const text = XLSX.utils.sheet_to_csv(read.Sheets.S)
  console.log(`${format}  ${text}`)
  same &&= text === described
}
const builtIn = XLSX.SSF.format(36, 43586)
console.log(`format 36  ${builtIn}`)
process.exit(same && builtIn === '43586' ? 0 : 1)
JS
node "$folder/show.cjs"
