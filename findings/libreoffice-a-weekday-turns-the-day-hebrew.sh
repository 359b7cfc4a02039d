#!/bin/sh
# LibreOffice 7.4.7.2 (Debian 12, libreoffice-calc); xlsx@0.18.5 (SheetJS) writes the file
# Expected: aaa and aaaa are the weekday in the formats of Excel in Japanese, as ddd and dddd are in all languages.
#   LibreOffice knows them in every language: it shows `Mon`. A weekday behind a day does not change the day.
# Seen: without a language in the format, and in a profile in English, which a server has, aaa and aaaa turn the day and
#   the month into those of the Hebrew calendar, beside the year and the weekday of the usual one: 2026/4/13 with
#   `yyyy/m/d(aaa)` is 2026/1/26(Mon), of 26 Nisan 5786. The same format with ddd or with [$-411] is right. Excel in
#   Japanese saves the format without a language, so a converted table has days that exist and are wrong.
set -eu
for tool in node npm soffice; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" xlsx@0.18.5 || exit 2
cat > "$folder/write.cjs" <<'JS'
const { utils, writeFile } = require('xlsx')
const formats = ['yyyy/m/d', 'yyyy/m/d(ddd)', '[$-411]yyyy/m/d(aaa)', 'yyyy/m/d(aaa)', 'm"月"d"日" aaaa']
// 2026-04-13, 2026-10-05
const days = [46125, 46300]
const sheet = utils.aoa_to_sheet(formats.map(() => days))
formats.forEach((format, at) => ['A', 'B'].forEach(column => (sheet[`${column}${at + 1}`].z = format)))
writeFile({ SheetNames: ['days'], Sheets: { days: sheet } }, `${__dirname}/days.xlsx`)
console.log(formats.join('  '))
JS
node "$folder/write.cjs"
soffice --version
HOME="$folder" timeout 300 soffice -env:UserInstallation="file://$folder/profile" --headless \
  --convert-to 'csv:Text - txt - csv (StarCalc):44,34,76,1,,1033,false,true' --outdir "$folder" "$folder/days.xlsx" >"$folder/log" 2>&1 ||
  { cat "$folder/log"; exit 2; }
cat "$folder/days.csv"
cat > "$folder/described" <<'CSV'
2026/4/13,2026/10/5
2026/4/13(Mon),2026/10/5(Mon)
2026/4/13(月),2026/10/5(月)
2026/1/26(Mon),2026/7/24(Mon)
1月26日 Monday,7月24日 Monday
CSV
cmp -s "$folder/described" "$folder/days.csv"
