#!/bin/sh
# wkhtmltopdf 0.12.6 (Debian 12) with IPAMincho (fonts-ipafont-mincho), read by unpdf@1.8.1, mutool 1.21.1 and pdftotext
# Expected: a page whose bold text has a font without a bold holds the text once, and draws it thicker, as the PDF of
#   Chromium, LibreOffice or WeasyPrint does. 2200 is read as 2200.
# Seen: it draws the text a second time, a third of a point to the left, as a text of its own. pdf.js gives `合計 2200`
#   and `2200`, so a reader that joins the pieces of a line has 22002200 円; mutool gives two lines; pdftotext drops
#   one of the two. Japanese fonts often have no bold, a receipt prints its total in bold, and on paper nothing shows.
set -eu
for tool in node npm wkhtmltopdf mutool pdftotext fc-list; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
fc-list | grep -q IPAMincho || { echo "the font IPAMincho is missing"; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" unpdf@1.8.1 || exit 2
cat > "$folder/page.html" <<'HTML'
<!doctype html><html lang="ja"><meta charset="utf-8"><body style="font-family: IPAMincho">
<p>合計 <b>2200</b> 円</p></body></html>
HTML
wkhtmltopdf --version
XDG_RUNTIME_DIR="$folder" wkhtmltopdf --quiet "$folder/page.html" "$folder/page.pdf" || exit 2
cat > "$folder/show.mjs" <<'JS'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { getDocumentProxy } from 'unpdf'
const file = process.argv[2]
const page = await (await getDocumentProxy(new Uint8Array(readFileSync(file)))).getPage(1)
const { items } = await page.getTextContent()
const pieces = items.filter(({ str }) => str.trim() !== '').map(({ str, transform }) => `${str} at ${transform[4].toFixed(1)}`)
const run = (program, ...given) => execFileSync(program, given, { stdio: ['ignore', 'pipe', 'ignore'] }).toString().trim()
const seen = { mutool: run('mutool', 'draw', '-F', 'txt', file), pdftotext: run('pdftotext', '-layout', file, '-') }
console.log('unpdf:    ', pieces.join(' | '))
for (const [program, text] of Object.entries(seen)) console.log(`${program}:`.padEnd(10), text.replaceAll('\n', ' | '))
const times = (text) => text.split('2200').length - 1
process.exit(times(pieces.join()) === 2 && times(seen.mutool) === 2 && times(seen.pdftotext) === 1 ? 0 : 1)
JS
node "$folder/show.mjs" "$folder/page.pdf"
