#!/bin/sh
# node-html-markdown@2.0.0 beside commonmark@0.31.2, which reads what it wrote
# Expected: the README says that a link whose text is its address is written in `<…>`. Markdown reads a link there only
#   from an absolute address (CommonMark 6.5), so a list of files, as web servers show a folder, needs `[a.pdf](a.pdf)`.
# Seen: every link whose text equals its `href` is written in `<…>`. A file's name comes back as bare text in angle
#   brackets, with `_` as %5F, and leads nowhere; `/a` comes back as an end tag, which no page shows; after `b` the rest
#   of the page is bold. Absolute addresses are right, as are links with another text.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" node-html-markdown@2.0.0 commonmark@0.31.2 || exit 2
cat > "$folder/show.cjs" <<'JS'
const { HtmlRenderer, Parser } = require('commonmark')
const { NodeHtmlMarkdown } = require('node-html-markdown')
for (const name of ['node-html-markdown', 'commonmark']) console.log(name, require(`./node_modules/${name}/package.json`).version)
const link = (href, text = href) => `<a href="${href}">${text}</a>`
const absolute = 'https://www.example.com/'
const rows = [
  [link(absolute), `<${absolute}>`, link(absolute)],
  [link('list.pdf', 'List'), '[List](list.pdf)', link('list.pdf', 'List')],
  [link('list.pdf'), '<list.pdf>', '&lt;list.pdf&gt;'],
  [link('price_list.pdf'), '<price%5Flist.pdf>', '&lt;price%5Flist.pdf&gt;'],
  [link('見積書.pdf'), '<見積書.pdf>', '&lt;見積書.pdf&gt;'],
  [`See ${link('/a')}.`, 'See </a>.', 'See </a>.'],
  [`${link('b')} and more`, '<b> and more', '<b> and more'],
]
let same = true
for (const [html, described, again] of rows) {
  const written = NodeHtmlMarkdown.translate(`<p>${html}</p>`)
  const seen = new HtmlRenderer().render(new Parser().parse(written)).trim()
  console.log(`${html}\n  written: ${written}\n  read:    ${seen}`)
  same &&= written === described && seen === `<p>${again}</p>`
}
process.exit(same ? 0 : 1)
JS
node "$folder/show.cjs"
