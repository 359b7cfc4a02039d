#!/bin/sh
# eml-format@0.6.1 beside postal-mime@4.0.0
# Expected: RFC 2047: an encoded word has at most 75 characters, so a longer Japanese subject or name is several words,
#   which a reader joins without the space between them (6.2). An underscore of the encoding Q is a space (4.2). The
#   README says that `read` decodes such words.
# Seen: of a subject it keeps the first word, without an error: 請求書在中, in two words, is 請求. A name in two words is
#   not decoded, and the address is a part of it. The underscore stays: `Re:_請求`. A subject of one short word is right,
#   so a test with 請求書 passes, and the subjects of real mails are cut after some fifteen letters.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" eml-format@0.6.1 postal-mime@4.0.0 || exit 2
cat > "$folder/show.mjs" <<'JS'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import eml from 'eml-format'
import PostalMime from 'postal-mime'
for (const name of ['eml-format', 'postal-mime'])
  console.log(name, JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url), 'utf8')).version)
const word = (text) => `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`
const mail = (name, subject) =>
  [`From: ${name} <a@example.jp>`, `Subject: ${subject}`, 'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=UTF-8', '', 'body', ''].join('\r\n')
const rows = [
  [word('田中'), word('請求書'), '田中 請求書', '田中 請求書'],
  [word('田中'), `${word('請求')}\r\n ${word('書在中')}`, '田中 請求', '田中 請求書在中'],
  [word('田中'), '=?UTF-8?Q?Re:_=E8=AB=8B=E6=B1=82?=', '田中 Re:_請求', '田中 Re: 請求'],
  [`${word('サンプル社')}\r\n ${word('大阪支店')}`, word('請求書'), 'undefined 請求書', 'サンプル社大阪支店 請求書'],
]
let same = true
for (const [name, subject, described, expected] of rows) {
  const read = await promisify(eml.read)(mail(name, subject))
  const other = await new PostalMime().parse(mail(name, subject))
  const seen = `${read.from.name} ${read.subject}`
  const right = `${other.from.name} ${other.subject}`
  console.log(`eml-format: ${seen}\n  postal-mime: ${right}`)
  same &&= seen === described && right === expected
}
process.exit(same ? 0 : 1)
JS
node "$folder/show.mjs"
