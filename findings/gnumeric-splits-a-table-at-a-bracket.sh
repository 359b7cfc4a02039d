#!/bin/sh
# Gnumeric 1.12.55 (Debian 12), program ssconvert, beside csv-parse@7.0.3
# Expected: a CSV file by RFC 4180 is read cell by cell: a comma separates, quotation marks hold an amount with a comma
#   together. The header, without quotes, shows the comma as separator too.
# Seen: if the cell behind the first quoted one begins with a sign that is no letter or digit, such as (, （ or ㈱, the
#   reader takes that sign for the separator of the whole file, without a message. `"1,200",㈱山田` becomes 1200 and 山田
#   without its ㈱, and every line and the header have one or two cells. `1200,㈱山田` and `"1,200",山田㈱` are right. So a
#   table of amounts and companies is lost or not, by the name of the company in its first lines.
set -eu
for tool in node npm ssconvert; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" csv-parse@7.0.3 || exit 2
ssconvert --version 2>&1 | head -1
cat > "$folder/show.mjs" <<'JS'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
const [, , folder] = process.argv
const rows = [
  ['紙,1200,㈱山田,x', [['品', '金額', '店', '他'], ['紙', '1200', '㈱山田', 'x']]],
  ['紙,"1,200",山田㈱,x', [['品', '金額', '店', '他'], ['紙', '1200', '山田㈱', 'x']]],
  ['紙,"1,200",㈱山田,x', [['品,金額,店,他', ''], ['紙,"1,200",', '山田,x']]],
  ['"1,200",（株）山田,紙,x', [['品,金額,店,他', ''], ['1200', '株）山田,紙,x']]],
  ['"1,200",(有)山田,紙,x', [['品,金額,店,他', ''], ['1200', '有)山田,紙,x']]],
]
let same = true
for (const [row, described] of rows) {
  writeFileSync(`${folder}/in.csv`, `品,金額,店,他\n${row}\n`)
  execFileSync('ssconvert', [`${folder}/in.csv`, `${folder}/out.csv`], { stdio: 'ignore', env: { ...process.env, LC_ALL: 'C.UTF-8' } })
  const seen = parse(readFileSync(`${folder}/out.csv`))
  console.log(`${row}\n  RFC 4180:  ${JSON.stringify(parse(row)[0])}\n  ssconvert: ${JSON.stringify(seen)}`)
  same &&= JSON.stringify(seen) === JSON.stringify(described)
}
process.exit(same ? 0 : 1)
JS
node "$folder/show.mjs" "$folder"
