#!/bin/sh
# exceljs@4.4.0 beside xlsx@0.18.5 (SheetJS), which also writes the file
# Expected: whether a number is a day depends on the codes of its format. A letter behind a backslash is a literal
#   (ISO/IEC 29500-1, 18.8.31), just as one in quotation marks, so `#,##0\m` shows 1200 as "1,200m".
# Seen: exceljs takes out what is quoted, not what is escaped, and looks for the letters y, m, d, h, s and b. So 1,200
#   m, 30 h and 12 m² are days of the year 1900 to 1903, and row.values has a Date in place of a quantity. With
#   `#,##0"m"` it is 1200.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" exceljs@4.4.0 xlsx@0.18.5 || exit 2
cat > "$folder/show.cjs" <<'JS'
const ExcelJS = require('exceljs')
const XLSX = require('xlsx')
for (const name of ['exceljs', 'xlsx']) console.log(name, require(`./node_modules/${name}/package.json`).version)
const rows = [
  [1200, '#,##0"m"', 1200, '1,200m'],
  [1200, '#,##0\\m', '1903-04-14', '1,200m'],
  [30, '0.0\\ \\h', '1900-01-29', '30.0 h'],
  [12, '0\\㎡', 12, '12㎡'],
  [12, '0\\m\\²', '1900-01-11', '12m²'],
]
const sheet = Object.fromEntries(rows.map(([v, z], place) => [`A${place + 1}`, { t: 'n', v, z }]))
const book = { SheetNames: ['S'], Sheets: { S: { ...sheet, '!ref': `A1:A${rows.length}` } } }
const bytes = XLSX.write(book, { type: 'buffer', bookType: 'xlsx' })
async function show() {
  const { worksheets } = await new ExcelJS.Workbook().xlsx.load(bytes)
  const texts = XLSX.utils.sheet_to_csv(XLSX.read(bytes, { cellNF: true }).Sheets.S, { FS: '\t' }).split('\n')
  let same = true
  for (const [place, [number, format, described, text]] of rows.entries()) {
    const cell = worksheets[0].getCell(place + 1, 1)
    const value = cell.value instanceof Date ? cell.value.toISOString().slice(0, 10) : cell.value
    console.log(`${number} in ${format}: exceljs ${value}, of the type ${typeof cell.value}, xlsx ${texts[place]}`)
    same &&= value === described && texts[place] === text
  }
  process.exit(same ? 0 : 1)
}
show()
JS
node "$folder/show.cjs"
