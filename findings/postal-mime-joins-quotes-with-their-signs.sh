#!/bin/sh
# postal-mime@4.0.0 beside mailparser@3.14.2
# Expected: RFC 3676, 4.5: in a text of format=flowed, a reader takes the quote signs off each line before it joins a line
#   that ends in a space with the next one, and joins only lines of one depth. So `> Total is ` and `> 18,260 yen` are
#   one line, `> Total is 18,260 yen`, and an answer is never a part of the quote above it.
# Seen: postal-mime joins the lines as they are, also if their depths differ. A sign stands in the middle of the line,
#   `> Total is > 18,260 yen`, and the answer of a person becomes a part of the words that it answers. Lines without
#   quotes, DelSp and a signature are right. Thunderbird and mutt write long quotes so.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" postal-mime@4.0.0 mailparser@3.14.2 || exit 2
cat > "$folder/show.mjs" <<'JS'
import { readFileSync } from 'node:fs'
import { simpleParser } from 'mailparser'
import PostalMime from 'postal-mime'
for (const name of ['postal-mime', 'mailparser'])
  console.log(name, JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url), 'utf8')).version)
const mail = (type, lines) =>
  ['MIME-Version: 1.0', `Content-Type: text/plain; charset=utf-8; format=flowed${type}`, 'Content-Transfer-Encoding: 8bit', '', ...lines, ''].join('\r\n')
const rows = [
  ['', ['Total is ', '18,260 yen'], 'Total is 18,260 yen', 'Total is 18,260 yen'],
  ['; delsp=yes', ['合計は18,260 ', '円です'], '合計は18,260円です', '合計は18,260円です'],
  ['', ['> Total is ', '> 18,260 yen'], '> Total is > 18,260 yen', '> Total is 18,260 yen'],
  ['', ['> Pay until ', 'No, I paid.'], '> Pay until No, I paid.', '> Pay until \nNo, I paid.'],
  ['; delsp=yes', ['>> お支払いは ', '> 済みです'], '>> お支払いは> 済みです', '>> お支払いは \n> 済みです'],
]
let same = true
for (const [type, lines, described, expected] of rows) {
  const seen = (await new PostalMime().parse(mail(type, lines))).text.trim()
  const other = (await simpleParser(mail(type, lines))).text.trim()
  console.log(`${JSON.stringify(lines)}${type}\n  postal-mime: ${JSON.stringify(seen)}\n  mailparser:  ${JSON.stringify(other)}`)
  same &&= seen === described && other === expected
}
process.exit(same ? 0 : 1)
JS
node "$folder/show.mjs"
