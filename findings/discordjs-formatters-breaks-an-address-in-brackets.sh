#!/bin/sh
# @discordjs/formatters@0.6.2, beside discord-markdown-parser@1.3.1
# Expected: escapeMarkdown() makes marks visible in a text, and leaves addresses as they are, bare or in `<…>`, the form in
#   which the chat platform shows no preview: a backslash in an address is a part of it. With `*` both forms are right.
# Seen: each `_` of an address in `<…>` gets a backslash, and the link leads to another page; a bare address keeps its
#   own. A pattern lacks a sign: `<[^\s:]:\/` has one letter for the scheme where the one for `*` has `<[^\s:]+:\/`.
#   And once `<:` has stood in a line, as in the face `<:3`, no `_` behind it is escaped any more.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" @discordjs/formatters@0.6.2 discord-markdown-parser@1.3.1 || exit 2
cat > "$folder/show.cjs" <<'JS'
const { escapeMarkdown } = require('@discordjs/formatters')
const { parse } = require('discord-markdown-parser')
console.log('@discordjs/formatters', require('./node_modules/@discordjs/formatters/package.json').version)
const shown = ({ type, content }) => `${type}: ${Array.isArray(content) ? content.map(shown).join(', ') : content}`
const rows = [
  ['https://example.com/a_b', 'https://example.com/a_b'],
  ['<https://example.com/a*b*c>', '<https://example.com/a*b*c>'],
  ['<https://example.com/a_b>', '<https://example.com/a\\_b>'],
  ['_x_', '\\_x\\_'],
  ['<:3 _x_', '<:3 _x_'],
]
let same = true
for (const [text, described] of rows) {
  const seen = escapeMarkdown(text)
  console.log(`${text}\n  escaped: ${seen}\n  read as: ${parse(seen).map(shown).join(' | ')}`)
  same &&= seen === described
}
process.exit(same ? 0 : 1)
JS
node "$folder/show.cjs"
