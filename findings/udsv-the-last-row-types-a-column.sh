#!/bin/sh
# udsv@0.7.3 beside papaparse@5.5.4 (dynamicTyping) and d3-dsv@3.0.1 (autoType)
# Expected: inferSchema() finds a type that fits the rows that it looks at, so a column of texts and numbers is one of
#   texts, as the library itself takes it if the number comes first: 800, then "1,200", are two texts.
# Seen: the type of the last of these rows is the column's. "1,200", then 800, is NaN and 800; a name that precedes a
#   number is NaN, an article A-12 too, and any text before `true` is false. No error tells, although the rows are
#   among those looked at. So a table loses its amounts or not, by the order of its rows.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" udsv@0.7.3 papaparse@5.5.4 d3-dsv@3.0.1 || exit 2
cat > "$folder/show.mjs" <<'JS'
import { readFileSync } from 'node:fs'
import { autoType, csvParse } from 'd3-dsv'
import Papa from 'papaparse'
import { inferSchema, initParser } from 'udsv'
for (const name of ['udsv', 'papaparse', 'd3-dsv']) {
  const { version } = JSON.parse(readFileSync(new URL(`./node_modules/${name}/package.json`, import.meta.url)))
  console.log(name, version)
}
const rows = [
  [['800', '"1,200"'], ['800', '1,200']],
  [['"1,200"', '800'], [Number.NaN, 800]],
  [['"1,200"', '"3,000"', '800'], [Number.NaN, Number.NaN, 800]],
  [['A-12', '7'], [Number.NaN, 7]],
  [['山田', 'true'], [false, true]],
]
let same = true
for (const [values, described] of rows) {
  const text = `番号,値\n${values.map((value, at) => `${at},${value}\n`).join('')}`
  const seen = initParser(inferSchema(text)).typedObjs(text).map(row => row['値'])
  const papa = Papa.parse(text, { header: true, dynamicTyping: true, skipEmptyLines: true }).data.map(row => row['値'])
  const d3 = csvParse(text, autoType).map(row => row['値'])
  console.log(values.join(' then '), '\n  udsv:', seen, ' papaparse:', papa, ' d3-dsv:', d3)
  same &&= seen.length === described.length && seen.every((value, at) => Object.is(value, described[at]))
}
process.exit(same ? 0 : 1)
JS
node "$folder/show.mjs"
