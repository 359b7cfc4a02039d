#!/bin/sh
# currency.js@2.0.4 and accounting@0.4.1
# Expected: an amount as the platform's Intl.NumberFormat writes it is read back with its sign, given the decimal sign
#   of the language; the libraries take separators, signs of currencies and brackets, `(1,200)`, for this purpose.
# Seen: eight of the languages tried have U+2212 (−) for the minus, not the hyphen: Swedish, Norwegian, Finnish,
#   Estonian, Lithuanian, Slovenian, Croatian, Basque. Both libraries drop it as an unknown sign, without an error, so
#   a credit note of −1 234,50 is a bill of 1234.5. German, French and Japanese texts have the hyphen and are right,
#   but △1,200 and ▲1,200, the minus of Japanese accounts, are 1200 as well.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" currency.js@2.0.4 accounting@0.4.1 || exit 2
cat > "$folder/show.cjs" <<'JS'
const currency = require('currency.js')
const { unformat } = require('accounting')
for (const name of ['currency.js', 'accounting']) console.log(name, require(`./node_modules/${name}/package.json`).version)
const read = (text, decimal = '.', separator = ',') => [currency(text, { decimal, separator }).value, unformat(text, decimal)]
let same = true
const show = (name, text, seen, described) => {
  console.log(`${name}  ${text}  currency.js ${seen[0]}  accounting ${seen[1]}`)
  same &&= seen.every((number) => number === described)
}
for (const language of ['sv', 'nb', 'fi', 'et', 'lt', 'sl', 'hr', 'eu', 'de', 'fr', 'ja']) {
  const format = new Intl.NumberFormat(language, { minimumFractionDigits: 2 })
  const part = (type) => format.formatToParts(-123_456.5).find((each) => each.type === type)?.value
  const text = format.format(-123_456.5)
  const described = ['de', 'fr', 'ja'].includes(language) ? -123_456.5 : 123_456.5
  show(language, text, read(text, part('decimal'), part('group')), described)
}
for (const text of ['△1,200', '▲1,200']) show('ja', text, read(text), 1200)
show('ja', '(1,200)', read('(1,200)'), -1200)
process.exit(same ? 0 : 1)
JS
node "$folder/show.cjs"
