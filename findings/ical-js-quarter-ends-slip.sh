#!/bin/sh
# ical.js@2.2.1 beside rrule@2.8.1
# Expected: RFC 5545, 3.3.10: BYMONTHDAY=-1 is the last day of each month that BYMONTH names, and BYSETPOS=-1 the last
#   day of the set of each month. What holds in the first year holds in the next.
# Seen: the first instances are right. In the later years of a yearly rule the days are counted from the end of another
#   month: 30 June becomes 1 July, and 31 March, beside September, 30 March. With BYSETPOS=-1 all of the days 28 to 31
#   are instances. That rule is a usual way to say "at the end of the month". So the closing of a quarter leaves its
#   quarter, and rent is due four times a month. A monthly rule with BYMONTH is right.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" ical.js@2.2.1 rrule@2.8.1 || exit 2
cat > "$folder/show.mjs" <<'JS'
import { readFileSync } from 'node:fs'
import ICAL from 'ical.js'
import rrule from 'rrule'
for (const name of ['ical.js', 'rrule'])
  console.log(name, JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url), 'utf8')).version)
const rows = [
  ['2026-03-31', 'FREQ=YEARLY;BYMONTH=3,6,9,12;BYMONTHDAY=-1',
    '26-03-31 26-06-30 26-09-30 26-12-31 27-03-31 27-07-01', '26-03-31 26-06-30 26-09-30 26-12-31 27-03-31 27-06-30'],
  ['2026-03-31', 'FREQ=YEARLY;BYMONTH=3,9;BYMONTHDAY=-1',
    '26-03-31 26-09-30 27-03-30 27-09-30', '26-03-31 26-09-30 27-03-31 27-09-30'],
  ['2026-01-31', 'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1',
    '26-01-31 26-02-28 26-03-28 26-03-29 26-03-30 26-03-31', '26-01-31 26-02-28 26-03-31 26-04-30 26-05-31 26-06-30'],
  ['2026-03-31', 'FREQ=MONTHLY;BYMONTH=3,9;BYMONTHDAY=-1',
    '26-03-31 26-09-30 27-03-31 27-09-30', '26-03-31 26-09-30 27-03-31 27-09-30'],
]
let same = true
for (const [start, rule, described, expected] of rows) {
  const count = described.split(' ').length
  const iterator = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromDateString(start))
  const seen = Array.from({ length: count }, () => iterator.next().toString().slice(2)).join(' ')
  const text = `DTSTART:${start.replaceAll('-', '')}T000000Z\nRRULE:${rule}`
  const other = rrule.rrulestr(text).all((_, index) => index < count)
    .map((day) => day.toISOString().slice(2, 10)).join(' ')
  console.log(`${start} ${rule}\n  ical.js: ${seen}\n  rrule:   ${other}`)
  same &&= seen === described && other === expected
}
process.exit(same ? 0 : 1)
JS
TZ=UTC node "$folder/show.mjs"
