#!/bin/sh
# exceljs@4.4.0 beside xlsx@0.18.5 (SheetJS)
# Expected: the reading of a Japanese name (furigana, element rPh of ISO/IEC 29500-1, 18.4.6) is beside the text, not
#   in it. A reader drops it, as exceljs does for shared strings, whether a cell refers to a string or has it inline.
# Seen: at an inline string with a reading, exceljs stops reading the cell in the middle. The reading is joined to the
#   name (大阪オオサカ), the value is missing, and every row and cell that follows in the sheet is empty, without an error.
#   So an import of a list of partners ends at the first such name, and its total is too low.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" exceljs@4.4.0 xlsx@0.18.5 fflate@0.8.3 || exit 2
cat > "$folder/show.cjs" <<'JS'
const { strToU8, zipSync } = require('fflate')
const ExcelJS = require('exceljs')
const XLSX = require('xlsx')
for (const name of ['exceljs', 'xlsx']) console.log(name, require(`./node_modules/${name}/package.json`).version)
const [main, office, pkg] = ['spreadsheetml/2006/main', 'officeDocument/2006/relationships', 'package/2006'].map(
  (name) => `http://schemas.openxmlformats.org/${name}`,
)
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const book = (reading) => ({
  '[Content_Types].xml': `<Types xmlns="${pkg}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${pkg}/relationships"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${pkg}/relationships"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>大阪</t>${reading}</is></c><c r="B1"><v>1200</v></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>東京</t></is></c><c r="B2"><v>800</v></c></row></sheetData></worksheet>`,
})
const described = { '': '大阪 1200 / 東京 800', '<rPh sb="0" eb="2"><t>オオサカ</t></rPh>': '大阪オオサカ - / - -' }
async function show() {
  let same = true
  for (const [reading, expected] of Object.entries(described)) {
    const files = Object.entries(book(reading)).map(([name, text]) => [name, strToU8(text)])
    const bytes = Buffer.from(zipSync(Object.fromEntries(files)))
    const { worksheets } = await new ExcelJS.Workbook().xlsx.load(bytes)
    const text = (row) => [1, 2].map((column) => worksheets[0].getCell(row, column).text || '-').join(' ')
    const other = XLSX.utils.sheet_to_json(XLSX.read(bytes).Sheets.S, { header: 1 }).map((row) => row.join(' ')).join(' / ')
    console.log(`${reading || 'no reading'}\n  exceljs: ${text(1)} / ${text(2)}\n  xlsx:    ${other}`)
    same &&= `${text(1)} / ${text(2)}` === expected && other === described['']
  }
  process.exit(same ? 0 : 1)
}
show()
JS
node "$folder/show.cjs"
