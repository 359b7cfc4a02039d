#!/bin/sh
# LibreOffice 7.4.7.2 (Debian 12, libreoffice-calc) beside exceljs@4.4.0; xlsx@0.18.5 (SheetJS) writes the file
# Expected: the CSV of a sheet has what its cells show. Excel writes the language of a format as a code ([$-411]) or as
#   a tag ([$-ja-JP], [$-en-US]), and with the tag ja-JP-x-gannen the first year of an era as 元年. A program that does
#   not know the suffix still shows a day: 令和1年5月1日, as it does for the code.
# Seen: with any tag the whole format is dropped, and the cell shows the number of the day: 43586. The code gives
#   令和1年5月1日 and May 1. A currency with a tag ([$￥-ja-JP]) is shown as expected. Excel offers the format with
#   元年 in its list of dates, so the days of a Japanese table become numbers of five digits.
set -eu
for tool in node npm soffice; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" xlsx@0.18.5 exceljs@4.4.0 || exit 2
cat > "$folder/write.cjs" <<'JS'
const { utils, writeFile } = require('xlsx')
const japanese = 'ggge"年"m"月"d"日"'
const formats = [`[$-411]${japanese}`, `[$-ja-JP]${japanese}`, `[$-ja-JP-x-gannen]${japanese};@`, '[$-409]mmm\\ d', '[$-en-US]mmm\\ d', '[$￥-ja-JP]#,##0']
const sheet = utils.aoa_to_sheet(formats.map(() => [43586]))
formats.forEach((format, at) => (sheet[`A${at + 1}`].z = format))
writeFile({ SheetNames: ['days'], Sheets: { days: sheet } }, `${__dirname}/days.xlsx`)
JS
node "$folder/write.cjs"
soffice --version
HOME="$folder" timeout 300 soffice -env:UserInstallation="file://$folder/profile" --headless \
  --convert-to 'csv:Text - txt - csv (StarCalc):9,34,76,1,,1041,false,true' --outdir "$folder" "$folder/days.xlsx" >"$folder/log" 2>&1 ||
  { cat "$folder/log"; exit 2; }
cat > "$folder/show.cjs" <<'JS'
const { readFileSync } = require('node:fs')
const { Workbook } = require('exceljs')
const book = new Workbook()
book.xlsx.readFile(`${__dirname}/days.xlsx`).then(() => {
  const shown = readFileSync(`${__dirname}/days.csv`, 'utf8').trim().split(/\r?\n/)
  const cells = shown.map((_, at) => book.worksheets[0].getCell(at + 1, 1))
  shown.forEach((text, at) => console.log(`${cells[at].numFmt}  LibreOffice ${text}  exceljs ${cells[at].value.toISOString?.().slice(0, 10) ?? cells[at].value}`))
  const described = '令和1年5月1日 43586 43586 May 1 43586 ￥43,586'
  process.exit(shown.join(' ') === described && cells[2].value.getUTCFullYear?.() === 2019 ? 0 : 1)
})
JS
node "$folder/show.cjs"
