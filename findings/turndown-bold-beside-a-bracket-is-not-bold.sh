#!/bin/sh
# turndown@7.2.5 beside commonmark@0.31.2, which reads what it wrote
# Expected: the README says that turndown escapes the characters of Markdown in the text, so that they are not read as
#   Markdown when the output becomes HTML again. Bold words come back bold, and a text comes back as the same text.
# Seen: bold that begins or ends with a Japanese bracket, full stop or ㈱, with other letters beside it, is written as
#   `請求**「書」**です`. By CommonMark (6.2) those asterisks mark nothing, and the page shows them. Bold words without
#   such a sign are right, and Japanese texts often emphasize what is in 「」. `1) 概要` comes back as a list, although
#   `1. 概要` is escaped.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" turndown@7.2.5 commonmark@0.31.2 || exit 2
cat > "$folder/show.cjs" <<'JS'
const { HtmlRenderer, Parser } = require('commonmark')
const Turndown = require('turndown')
for (const name of ['turndown', 'commonmark']) console.log(name, require(`./node_modules/${name}/package.json`).version)
const rows = [
  ['<p>請求<b>書</b>です</p>', '請求**書**です', '<p>請求<strong>書</strong>です</p>'],
  ['<p>請求<b>「書」</b>です</p>', '請求**「書」**です', '<p>請求**「書」**です</p>'],
  ['<p><b>㈱</b>田中</p>', '**㈱**田中', '<p>**㈱**田中</p>'],
  ['<p>1. 概要</p>', '1\\. 概要', '<p>1. 概要</p>'],
  ['<p>1) 概要</p>', '1) 概要', '<ol>\n<li>概要</li>\n</ol>'],
  ['<p>合計<b>（税込）</b>です</p>', '合計**（税込）**です', '<p>合計**（税込）**です</p>'],
]
let same = true
for (const [html, described, again] of rows) {
  const written = new Turndown().turndown(html)
  const seen = new HtmlRenderer().render(new Parser().parse(written)).trim()
  console.log(`${html}\n  written: ${written}\n  read:    ${seen.replaceAll('\n', '')}`)
  same &&= written === described && seen === again
}
process.exit(same ? 0 : 1)
JS
node "$folder/show.cjs"
