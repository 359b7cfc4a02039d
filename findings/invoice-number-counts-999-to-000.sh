#!/bin/sh
# invoice-number@2.0.1
# Expected: the number after the last one of its width is a new one, such as INV-1000 after INV-999, or there is an error.
#   The README shows that a carry runs on into the letters before it: 899ZZZ9 becomes 900AAA0.
# Seen: if nothing but a mark stands before the digits, or nothing at all, the carry is lost: INV-999 becomes INV-000,
#   2026-99 becomes 2026-00, 999 becomes 000. The thousandth invoice has a number that is less than that of the first,
#   and the next one, INV-001, is the number of the first. ABC999 becomes ABD000.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" invoice-number@2.0.1 || exit 2
cat > "$folder/show.cjs" <<'JS'
const { InvoiceNumber } = require('invoice-number')
console.log('invoice-number', require('./node_modules/invoice-number/package.json').version)
const numbers = ['899ZZZ9', 'ABC999', 'INV-998', 'INV-999', 'INV-000', '2026-99', '999']
const seen = numbers.map((number) => InvoiceNumber.next(number))
numbers.forEach((number, at) => console.log(number, 'becomes', seen[at]))
process.exit(seen.join() === '900AAA0,ABD000,INV-999,INV-000,INV-001,2026-00,000' ? 0 : 1)
JS
node "$folder/show.cjs"
