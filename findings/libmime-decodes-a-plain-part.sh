#!/bin/sh
# libmime@5.6.4 and mailparser@3.14.2 beside postal-mime@4.0.0
# Expected: RFC 2231, 4.1: of a name in several parts, only the parts whose number has an asterisk (`filename*0*`) are
#   percent-encoded; a part without it (`filename*1`) is a plain text. A program may write both kinds in one name.
# Seen: libmime, the parser behind mailparser, decodes every part if the first one is encoded. The plain part
#   `_100%25.pdf` becomes `_100%.pdf`, and `%41.pdf` becomes `A.pdf`. So a receipt has another name than its sender
#   gave, and two attachments may have one name.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" libmime@5.6.4 mailparser@3.14.2 postal-mime@4.0.0 || exit 2
cat > "$folder/show.mjs" <<'JS'
import { readFileSync } from 'node:fs'
import libmime from 'libmime'
import { simpleParser } from 'mailparser'
import PostalMime from 'postal-mime'
for (const name of ['libmime', 'mailparser', 'postal-mime'])
  console.log(name, JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url), 'utf8')).version)
const mail = (name) =>
  ['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=x', '', '--x', 'Content-Type: application/pdf',
    `Content-Disposition: attachment; ${name}`, 'Content-Transfer-Encoding: base64', '', 'aGk=', '--x--', ''].join('\r\n')
const first = "filename*0*=UTF-8''%E8%AB%8B%E6%B1%82%E6%9B%B8"
const rows = [
  [`${first}; filename*1="_100%25.pdf"`, '請求書_100%.pdf', '請求書_100%25.pdf'],
  [`${first}; filename*1="%41.pdf"`, '請求書A.pdf', '請求書%41.pdf'],
  [`${first}; filename*1*=_100%2525.pdf`, '請求書_100%25.pdf', '請求書_100%25.pdf'],
]
let same = true
for (const [name, described, expected] of rows) {
  const { filename } = libmime.parseHeaderValue(`attachment; ${name}`).params
  const byMailparser = (await simpleParser(mail(name))).attachments[0].filename
  const other = (await new PostalMime().parse(mail(name))).attachments[0].filename
  console.log(`${name}\n  libmime: ${libmime.decodeWords(filename)}, mailparser: ${byMailparser}, postal-mime: ${other}`)
  same &&= libmime.decodeWords(filename) === described && byMailparser === described && other === expected
}
process.exit(same ? 0 : 1)
JS
node "$folder/show.mjs"
