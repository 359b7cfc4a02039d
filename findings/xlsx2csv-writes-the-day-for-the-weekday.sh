#!/bin/sh
# xlsx2csv 0.7.8 (Debian 12: 1:0.7.8-1); xlsx@0.18.5 (SheetJS) writes the file, and shows its cells as Excel does
# Expected: xlsx2csv writes a day in the format of its cell: it knows the names of months and the order of the parts, and
#   its help offers --dateformat to override the format. ddd and dddd are a weekday, and quotation marks hold a text,
#   in the format of the file (ECMA-376, 18.8.31).
# Seen: a weekday is the day of the month once more: `dddd, mmmm d, yyyy`, the long date of Excel in English, is
#   `13, April 13, 2026`, and `yyyy/m/d ddd` is `2026/04/13 1313`. The marks of a text stay: the long date of Excel in
#   Japanese is 2026"年"04"月"13"日", which a strict reader of days refuses. No message says so.
set -eu
for tool in node npm xlsx2csv; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" xlsx@0.18.5 || exit 2
xlsx2csv --version
cat > "$folder/show.cjs" <<'JS'
const { execFileSync } = require('node:child_process')
const { SSF, utils, writeFile } = require('xlsx')
const day = 46125
const rows = [
  ['yyyy/m/d', '2026/4/13', '2026/04/13'],
  ['d-mmm-yy', '13-Apr-26', '13-Apr-26'],
  ['yyyy/m/d ddd', '2026/4/13 Mon', '2026/04/13 1313'],
  ['dddd, mmmm d, yyyy', 'Monday, April 13, 2026', '13, April 13, 2026'],
  ['yyyy"年"m"月"d"日"', '2026年4月13日', '2026"年"04"月"13"日"'],
]
const sheet = utils.aoa_to_sheet(rows.map(() => [day]))
rows.forEach(([format], at) => (sheet[`A${at + 1}`].z = format))
writeFile({ SheetNames: ['days'], Sheets: { days: sheet } }, `${__dirname}/days.xlsx`)
const lines = execFileSync('xlsx2csv', [`${__dirname}/days.xlsx`]).toString().trimEnd().split(/\r?\n/)
const seen = lines.map(line => (line.startsWith('"') ? line.slice(1, -1).replaceAll('""', '"') : line))
const same = rows.map(([format, expected, described], at) => {
  console.log(`${format}  SheetJS: ${SSF.format(format, day)}  xlsx2csv: ${seen[at]}`)
  return SSF.format(format, day) === expected && seen[at] === described
})
process.exit(same.every(Boolean) ? 0 : 1)
JS
node "$folder/show.cjs"
