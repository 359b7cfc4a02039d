#!/bin/sh
# ts-ics@2.4.6 beside ical.js@2.2.1
# Expected: RFC 5545, 3.3.10: a monthly rule that begins on the 31st has no instance in a month without that day, and
#   BYMONTHDAY=-1 is the last day of each month. A rule does not depend on the instances before.
# Seen: ts-ics adds a month to the instance before, which ends at the last day of a short month and stays there: 31
#   October, 30 November, 30 December, 28 February, 28 March. For the last day it gives 29 November, 30 December, 30
#   January. Rent, or a closing of the books at a month's end, slips to the 28th and never comes back.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" ts-ics@2.4.6 ical.js@2.2.1 || exit 2
cat > "$folder/show.mjs" <<'JS'
import { readFileSync } from 'node:fs'
import ICAL from 'ical.js'
import { convertIcsCalendar, extendByRecurrenceRule } from 'ts-ics'
for (const name of ['ts-ics', 'ical.js'])
  console.log(name, JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url), 'utf8')).version)
const calendar = (start, rule) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//a//b//EN', 'BEGIN:VEVENT', 'UID:1', 'DTSTAMP:20260101T000000Z',
    `DTSTART:${start}T090000Z`, `RRULE:${rule}`, 'SUMMARY:rent', 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n')
const rows = [
  ['20261031', 'FREQ=MONTHLY;COUNT=6', '10-31 11-30 12-30 01-30 02-28 03-28', '10-31 12-31 01-31 03-31 05-31 07-31'],
  ['20261031', 'FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=4', '11-29 12-30 01-30 02-27', '10-31 11-30 12-31 01-31'],
]
let same = true
for (const [start, rule, described, expected] of rows) {
  const text = calendar(start, rule)
  const [event] = convertIcsCalendar(undefined, text).events
  const dates = extendByRecurrenceRule(event.recurrenceRule, { start: event.start.date, end: new Date('2028-01-01') })
  const seen = dates.map((date) => date.toISOString().slice(5, 10)).join(' ')
  const component = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent')
  const iterator = new ICAL.Event(component).iterator()
  const other = expected.split(' ').map(() => iterator.next().toString().slice(5, 10)).join(' ')
  console.log(`${start} ${rule}\n  ts-ics:  ${seen}\n  ical.js: ${other}`)
  same &&= seen === described && other === expected
}
process.exit(same ? 0 : 1)
JS
TZ=UTC node "$folder/show.mjs"
