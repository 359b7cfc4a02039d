#!/bin/sh
# node-ical@0.27.2 beside ical.js@2.2.1
# Expected: RFC 5545, 3.3.11: in a text `\\` is one backslash and `\n` a new line, read from left to right. So
#   `C:\\new\\note.txt` is the path C:\new\note.txt.
# Seen: node-ical replaces each `\n` first, also one whose backslash is the second of `\\`: the path becomes `C:\`, a
#   new line, `ew\`, a new line, `ote.txt`. Folders of other first letters come out right, so a test with another path
#   does not show it. A calendar that names a file on a PC, such as a task's, loses it.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" node-ical@0.27.2 ical.js@2.2.1 || exit 2
cat > "$folder/show.mjs" <<'JS'
import { readFileSync } from 'node:fs'
import ICAL from 'ical.js'
import ical from 'node-ical'
for (const name of ['node-ical', 'ical.js'])
  console.log(name, JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url), 'utf8')).version)
const calendar = (summary) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//a//b//EN', 'BEGIN:VEVENT', 'UID:1', 'DTSTAMP:20260101T000000Z',
    'DTSTART:20261103T090000Z', `SUMMARY:${summary}`, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n')
const rows = [
  ['C:\\\\data\\\\a.txt', 'C:\\data\\a.txt', 'C:\\data\\a.txt'],
  ['C:\\\\new\\\\note.txt', 'C:\\\new\\\note.txt', 'C:\\new\\note.txt'],
  ['a\\nb\\, c\\; d', 'a\nb, c; d', 'a\nb, c; d'],
]
let same = true
for (const [text, described, expected] of rows) {
  const event = Object.values(ical.sync.parseICS(calendar(text))).find(({ type }) => type === 'VEVENT')
  const component = new ICAL.Component(ICAL.parse(calendar(text))).getFirstSubcomponent('vevent')
  const other = component.getFirstPropertyValue('summary')
  console.log(`${text}\n  node-ical: ${JSON.stringify(event.summary)}\n  ical.js:   ${JSON.stringify(other)}`)
  same &&= event.summary === described && other === expected
}
process.exit(same ? 0 : 1)
JS
node "$folder/show.mjs"
