#!/bin/sh
# prosemirror-markdown@1.13.9 with prosemirror-model@1.25.13 and markdown-it@14.1.1
# Expected: the serializer escapes what Markdown would read as something else, as it does for "3. 備考" and "# 備考". So a
#   document that is saved as Markdown and opened again has the same paragraphs with the same text.
# Seen: a number with a bracket, as in "3) 備考", is not escaped. The paragraph comes back as a list, and the next save
#   writes "3. 備考". The text of an entity is not escaped either: &copy; comes back as ©, and &lt; as <. There is no
#   message, and the parser is the library's own.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" \
  prosemirror-markdown@1.13.9 prosemirror-model@1.25.13 markdown-it@14.1.1 || exit 2
cat > "$folder/show.mjs" <<'JS'
import { readFileSync } from 'node:fs'
import { defaultMarkdownParser, defaultMarkdownSerializer, schema } from 'prosemirror-markdown'
const place = new URL('node_modules/prosemirror-markdown/package.json', import.meta.url)
console.log('prosemirror-markdown', JSON.parse(readFileSync(place)).version)
const texts = ['3. 備考', '# 備考', '3) 備考', 'C&copy;D', 'a &lt; b']
const documentOf = (text) => schema.node('doc', null, [schema.node('paragraph', null, [schema.text(text)])])
const seen = texts.map((text) => {
  const saved = defaultMarkdownSerializer.serialize(documentOf(text))
  const opened = defaultMarkdownParser.parse(saved)
  const again = defaultMarkdownSerializer.serialize(opened)
  console.log(`${text} is saved as ${saved}, opened as ${opened}, saved again as ${again}`)
  return String(opened)
})
const described = [
  'doc(paragraph("3. 備考"))',
  'doc(paragraph("# 備考"))',
  'doc(ordered_list(list_item(paragraph("備考"))))',
  'doc(paragraph("C©D"))',
  'doc(paragraph("a < b"))',
]
process.exit(seen.join() === described.join() ? 0 : 1)
JS
node "$folder/show.mjs"
