#!/bin/sh
# pandoc 2.17.1.1 (Debian 12), formats commonmark and gfm, read by commonmark@0.31.2
# Expected: pandoc reads `[請求書](<請求書 10月.pdf>)` as a link, and writes a link again in each of its Markdown formats:
#   CommonMark 6.3 wants a destination with a space between `<` and `>`, or the space escaped. Text that looks like an
#   entity is escaped.
# Seen: commonmark and gfm write the space bare, `[請求書](請求書 10月.pdf)`, which CommonMark and pandoc itself read as
#   plain text. So the links of files with a space, or with one bracket, are lost in one round; `markdown` writes %20. In
#   all three, `&copy;` as text becomes the sign ©. And gfm puts an address at the start of a link's text in `<…>`, which
#   makes a link inside it, so the outer one is none.
set -eu
for tool in node npm pandoc; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" commonmark@0.31.2 || exit 2
pandoc --version | head -1
cat > "$folder/show.cjs" <<'JS'
const { execFileSync } = require('node:child_process')
const { HtmlRenderer, Parser } = require('commonmark')
const rows = [
  ['commonmark', '[書](<a b.pdf>)', '[書](a b.pdf)', '<p>[書](a b.pdf)</p>'],
  ['gfm', '[書](<a b.pdf>)', '[書](a b.pdf)', '<p>[書](a b.pdf)</p>'],
  ['markdown', '[書](<a b.pdf>)', '[書](a%20b.pdf)', '<p><a href="a%20b.pdf">書</a></p>'],
  ['commonmark', '[書](<a(1.pdf>)', '[書](a(1.pdf)', '<p>[書](a(1.pdf)</p>'],
  ['commonmark', 'R\\&copy; D', 'R&copy; D', '<p>R© D</p>'],
]
let same = true
for (const [format, input, described, shown] of rows) {
  const written = execFileSync('pandoc', ['-f', format, '-t', format], { input }).toString().trim()
  const seen = new HtmlRenderer().render(new Parser().parse(written)).trim()
  console.log(`${format}: ${input}\n  written: ${written}\n  read:    ${seen}`)
  same &&= written === described && seen === shown
}
process.exit(same ? 0 : 1)
JS
node "$folder/show.cjs"
