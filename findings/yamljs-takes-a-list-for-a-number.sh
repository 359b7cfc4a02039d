#!/bin/sh
# yamljs@0.3.0 beside yaml@2.9.1
# Expected: the README calls it a parser of YAML 1.2. There a text with a comma is a text (10.3.2), and digits that begin
#   with 0 are a number in base 10. In YAML 1.1 those with an 8 or a 9 are a text.
# Seen: a text of digits and commas is a number without its commas: `1,2,3` is 12, because the digits behind the second
#   comma are lost, and 12,3 is 123. Digits that begin with 0 lose each 8 and 9, and the rest is in base 8: 09012345678
#   is 342391, 0800005 is 5 and 08 is 0. yaml has '1,2,3', 9012345678, 800005 and 8. So a list of rooms becomes an
#   amount, and August is month 0.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" yamljs@0.3.0 yaml@2.9.1 || exit 2
cat > "$folder/show.cjs" <<'JS'
const other = require('yaml')
const yaml = require('yamljs')
for (const name of ['yamljs', 'yaml']) console.log(name, require(`./node_modules/${name}/package.json`).version)
const rows = [
  ['1,200', 1200, '1,200'], ['12,3', 123, '12,3'], ['1,2,3', 12, '1,2,3'],
  ['09012345678', 342391, 9012345678], ['0800005', 5, 800005], ['08', 0, 8],
  ['0120-000-000', '0120-000-000', '0120-000-000'],
]
let same = true
for (const [text, described, expected] of rows) {
  const [seen, right] = [yaml.parse(`v: ${text}`).v, other.parse(`v: ${text}`).v]
  console.log(`${text}  yamljs: ${JSON.stringify(seen)}  yaml: ${JSON.stringify(right)}`)
  same &&= seen === described && right === expected
}
process.exit(same ? 0 : 1)
JS
node "$folder/show.cjs"
