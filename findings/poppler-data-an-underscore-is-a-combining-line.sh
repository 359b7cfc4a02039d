#!/bin/sh
# poppler-data 0.4.12 with pdftotext 22.12.0 (Debian 12), beside mutool 1.21.1; reportlab 3.6.12 writes the PDF
# Expected: a PDF may name a Japanese font without embedding it; a reader then knows the characters by Adobe's tables.
#   The one for text, Adobe-Japan1-UCS2, is in the package: <003e> <005c> <005d> makes the character 64 a `_`.
# Seen: pdftotext uses another table of the package, cidToUnicode/Adobe-Japan1, which has a combining character for some
#   plain ones: U+0332 for `_`, U+0300 for the backtick, U+0336 for an em dash. `tanaka_taro@example.jp` looks the same,
#   but no search finds it and no mail arrives there; 2026—27 is struck through. Letters, digits and kanji are right.
#   mutool reads `_` and the backtick as they are, and has U+0336 for the em dash too.
set -eu
for tool in node pdftotext mutool; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
/usr/bin/python3 -c 'import reportlab' 2>/dev/null || { echo "reportlab (python3-reportlab) is missing"; exit 2; }
table=/usr/share/poppler/cMap/Adobe-Japan1/Adobe-Japan1-UCS2
test -e "$table" || { echo "poppler-data is missing"; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
/usr/bin/python3 - "$folder/mail.pdf" <<'PY'
import sys
import reportlab
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas
print('reportlab', reportlab.Version)
pdfmetrics.registerFont(UnicodeCIDFont('HeiseiKakuGo-W5'))
page = Canvas(sys.argv[1])
page.setFont('HeiseiKakuGo-W5', 12)
for at, text in enumerate(['領収書 No. 7', 'tanaka_taro@example.jp', '`code`', '2026—27']):
    page.drawString(72, 700 - 20 * at, text)
page.save()
PY
pdftotext -v 2>&1 | head -1
mutool -v 2>&1 | head -1
grep -E '^<003e> <005c>|^<008a>' "$table"
cat > "$folder/show.mjs" <<'JS'
import { execFileSync } from 'node:child_process'
const file = process.argv[2]
const run = (program, ...given) => execFileSync(program, given, { stdio: ['ignore', 'pipe', 'ignore'] }).toString()
const read = { pdftotext: run('pdftotext', file, '-'), mutool: run('mutool', 'draw', '-F', 'txt', file) }
const codes = text => text.replaceAll(/[\u0300-\u036f]/g, sign => `<U+0${sign.codePointAt(0).toString(16)}>`)
for (const [program, said] of Object.entries(read)) console.log(`${program}: ${codes(said.trim().replaceAll(/\s*\n\s*/g, ' | '))}`)
const has = (program, ...parts) => parts.every(part => read[program].includes(part))
const same = [
  has('pdftotext', '領収書 No. 7', 'tanaka\u0332taro@', '\u0300code\u0300', '2026\u033627'),
  has('mutool', '領収書 No. 7', 'tanaka_taro@', '2026\u033627') && !read.mutool.includes('\u0300'),
]
process.exit(same.every(Boolean) ? 0 : 1)
JS
node "$folder/show.mjs" "$folder/mail.pdf"
