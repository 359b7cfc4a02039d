#!/bin/sh
# gray-matter@4.0.3 with js-yaml@3.15.2, beside yaml@2.9.1 and js-yaml@5.5.0
# Expected: `matter.stringify` writes a text so that YAML reads a text. It sets quotes where a text looks like a number:
#   '0600001', the postal code of Sapporo, and '07'.
# Seen: a number that begins with 0 and has an 8 or a 9 has no quotes: 09012345678 (a mobile phone), 0800005 (a postal
#   code of Obihiro), 08. That is a text in YAML 1.1, where a leading 0 means base 8, and a number in YAML 1.2: other
#   readers have 9012345678, 800005 and 8. yaml reads so in its mode 1.1 too. gray-matter itself reads the text, so a
#   test of one round, or with another postal code, shows nothing.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" gray-matter@4.0.3 js-yaml@3.15.2 yaml@2.9.1 \
  newer@npm:js-yaml@5.5.0 || exit 2
cat > "$folder/show.mjs" <<'JS'
import { readFileSync } from 'node:fs'
import matter from 'gray-matter'
import { load } from 'newer'
import { parse } from 'yaml'
for (const folder of ['gray-matter', 'js-yaml', 'yaml', 'newer']) {
  const file = new URL(`node_modules/${folder}/package.json`, import.meta.url)
  const { name, version } = JSON.parse(readFileSync(file, 'utf8'))
  console.log(name, version)
}
const rows = [
  ['0600001', "'0600001'", '0600001'], ['07', "'07'", '07'],
  ['09012345678', '09012345678', 9012345678], ['0800005', '0800005', 800005], ['08', '08', 8],
]
let same = true
for (const [text, described, value] of rows) {
  const file = matter.stringify('body', { v: text })
  const line = file.split('\n')[1]
  const seen = [matter(file).data.v, parse(line).v, parse(line, { version: '1.1' }).v, load(line).v]
  console.log(`${text}  written: ${line}  read: ${seen.map((item) => JSON.stringify(item)).join(' ')}`)
  same &&= line === `v: ${described}` && seen[0] === text && seen.slice(1).every((item) => item === value)
}
process.exit(same ? 0 : 1)
JS
node "$folder/show.mjs"
