#!/bin/sh
# json-2-csv@5.6.0
# Expected: csv2json reads a CSV text whose last line ends as the others do, as nearly every program writes it: RFC 4180
#   (2.2) lets the last record end with a line break or without one. The last cell is its text.
# Seen: the last cell keeps the line break: 1980円 becomes "1980円\n". With eol "\r\n", a record more is at the end, which
#   has "" in its first column. A cell in quotes is right, and a cell that is JSON, such as a number, is too, so tables
#   that end with a column of numbers do not show it; and what json2csv writes has no line break at its end.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" json-2-csv@5.6.0 || exit 2
cat > "$folder/show.mjs" <<'JS'
import { readFileSync } from 'node:fs'
import { csv2json } from 'json-2-csv'
const place = new URL('node_modules/json-2-csv/package.json', import.meta.url)
console.log('json-2-csv', JSON.parse(readFileSync(place)).version)
const cases = [
  ['品名,金額\n紙,1980円\n'],
  ['品名,金額\n紙,1980円'],
  ['品名,金額\n紙,1980\n'],
  ['品名,金額\n紙,"1980円"\n'],
  ['品名,金額\r\n紙,1980円\r\n', { delimiter: { eol: '\r\n' } }],
]
const seen = cases.map(([text, options]) => JSON.stringify(csv2json(text, options)))
cases.forEach(([text], at) => console.log(JSON.stringify(text), 'is read as', seen[at]))
const plain = '[{"品名":"紙","金額":"1980円"}]'
const described = [
  '[{"品名":"紙","金額":"1980円\\n"}]',
  plain,
  '[{"品名":"紙","金額":1980}]',
  plain,
  '[{"品名":"紙","金額":"1980円"},{"品名":""}]',
]
process.exit(seen.join() === described.join() ? 0 : 1)
JS
node "$folder/show.mjs"
