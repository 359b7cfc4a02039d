#!/bin/sh
# jspdf@4.2.1 beside pdfkit@0.20.2, with VL Gothic (Debian 12, fonts-vlgothic), read by pdftotext
# Expected: the README says to embed a font and write any text. VL Gothic has the letters 𠮷 (U+20BB7, of many family
#   names) and 𠮟 (U+20B9F, one of the joyo kanji). A letter that a font lacks is a box, as in other writers of PDFs.
# Seen: letters beyond U+FFFF are left out, without a box, a gap or an error: 𠮷野家 is printed as 野家, which is another
#   name. So is each sign that the font lacks: 1⁄2 with a fraction slash (U+2044) is printed as 12. getTextWidth() counts
#   what is left out, so what stands at the right edge is moved too.
set -eu
for tool in node npm pdftotext fc-list; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
font=$(fc-list : file | grep -m 1 -o '^.*VL-Gothic-Regular.ttf') || { echo "the font VL Gothic is missing"; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" jspdf@4.2.1 pdfkit@0.20.2 || exit 2
cat > "$folder/show.cjs" <<'JS'
const { execFileSync } = require('node:child_process')
const { createWriteStream, readFileSync, writeFileSync } = require('node:fs')
const { jsPDF } = require('jspdf')
const Kit = require('pdfkit')
const [, , font, folder] = process.argv
for (const name of ['jspdf', 'pdfkit']) console.log(name, require(`./node_modules/${name}/package.json`).version)
const read = (file) => execFileSync('pdftotext', [file, '-']).toString().trim()
const document = () => {
  const made = new jsPDF()
  made.addFileToVFS('font.ttf', readFileSync(font).toString('base64'))
  made.addFont('font.ttf', 'font', 'normal')
  return made.setFont('font')
}
async function show([text, described]) {
  const made = document().text(text, 20, 20)
  writeFileSync(`${folder}/one.pdf`, Buffer.from(made.output('arraybuffer')))
  const other = new Kit()
  const written = new Promise((done) => other.pipe(createWriteStream(`${folder}/other.pdf`)).on('finish', done))
  other.font(font).text(text).end()
  await written
  const [seen, beside] = [read(`${folder}/one.pdf`), read(`${folder}/other.pdf`)]
  console.log(`${text}  jspdf: ${seen}  pdfkit: ${beside}`)
  return seen === described
}
const rows = [['吉野家', '吉野家'], ['𠮷野家', '野家'], ['𠮟る', 'る'], ['1⁄2', '12']]
void (async () => {
  const same = []
  for (const row of rows) same.push(await show(row))
  process.exit(same.every(Boolean) ? 0 : 1)
})()
JS
node "$folder/show.cjs" "$font" "$folder"
