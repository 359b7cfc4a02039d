#!/bin/sh
# ledger 3.3.0 (Debian 12), command csv, read by Python's csv and by csv-parse@6.1.0
# Expected: the command csv writes comma-separated values, as spreadsheets and RFC 4180 have them: a quotation mark in a
#   text in quotes stands twice. So the columns of a row stay what they are.
# Seen: a quotation mark has a backslash before it, as in C, and a backslash has none, so a\" and a" cannot be told
#   apart. A reader of CSV ends the text at that mark. If a comma follows in the text, the row has one column more, and
#   what stands in the column of the amount is the sign of the currency. Python's csv says nothing; csv-parse refuses
#   the row. The manual knows another function for the format, quoted_rfc, but the command does not take it by itself.
set -eu
for tool in ledger python3 node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" csv-parse@6.1.0 || exit 2
cat > "$folder/books.ledger" <<'LEDGER'
2026/10/05 * 24" 画面, 黒
    Expenses:Office  1980 JPY
    Assets:Cash

2026/10/06 * 紙
    Expenses:Office  500 JPY
    Assets:Cash
LEDGER
ledger --version | head -1
ledger -f "$folder/books.ledger" csv Expenses | tee "$folder/books.csv"
cat > "$folder/read.py" <<'PYTHON'
import csv, sys
rows = list(csv.reader(open(sys.argv[1], encoding='utf-8')))
for row in rows: print(len(row), 'columns; the amount:', row[5])
sys.exit(0 if [(len(row), row[5]) for row in rows] == [(9, 'JPY'), (8, '500')] else 1)
PYTHON
python3 "$folder/read.py" "$folder/books.csv" || exit 1
cat > "$folder/read.mjs" <<'JS'
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
try {
  parse(readFileSync(process.argv[2], 'utf8'))
  process.exit(1)
} catch (error) {
  console.log('csv-parse:', error.code)
  process.exit(error.code === 'CSV_INVALID_CLOSING_QUOTE' ? 0 : 1)
}
JS
node "$folder/read.mjs" "$folder/books.csv"
