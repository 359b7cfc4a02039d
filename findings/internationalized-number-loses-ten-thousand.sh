#!/bin/sh
# @internationalized/number@3.6.9
# Expected: a NumberParser reads what a NumberFormatter with the same locale and options has written, as it does for
#   currencies, percentages and units. What it cannot read is NaN: 1.5億, and 150M in English.
# Seen: with the notation compact, ten thousands in Japanese and thousands in English lose their sign: 15000 is written
#   1.5万 and read as 1.5, and 20K is read as 20. So a number that a person sees and sends back unchanged is ten thousand
#   times less, without NaN, and isValidPartialNumber says that 2万 is a number.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" @internationalized/number@3.6.9 || exit 2
cat > "$folder/show.mjs" <<'JS'
import { readFileSync } from 'node:fs'
import { NumberFormatter, NumberParser } from '@internationalized/number'
const place = new URL('node_modules/@internationalized/number/package.json', import.meta.url)
console.log('@internationalized/number', JSON.parse(readFileSync(place)).version)
const cases = [
  ['ja-JP', 15000, { notation: 'compact' }],
  ['ja-JP', 20000, { notation: 'compact' }],
  ['ja-JP', 150000000, { notation: 'compact' }],
  ['en-US', 20000, { notation: 'compact' }],
  ['ja-JP', 15000, { style: 'currency', currency: 'JPY' }],
]
const seen = cases.map(([locale, value, options]) => {
  const text = new NumberFormatter(locale, options).format(value)
  const parser = new NumberParser(locale, options)
  console.log(locale, value, 'is written', text, 'and read as', parser.parse(text))
  return parser.parse(text)
})
const isPartial = new NumberParser('ja-JP', { notation: 'compact' }).isValidPartialNumber('2万')
console.log('2万 may be a number:', isPartial)
process.exit(seen.join() === '1.5,2,NaN,20,15000' && isPartial ? 0 : 1)
JS
node "$folder/show.mjs"
