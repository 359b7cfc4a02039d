#!/bin/sh
# @breejs/later@4.2.0 beside cron-parser@5.10.5
# Expected: in a cron expression 7 is Sunday, as 0 is, in a list or in a range; crontab(5) says "0 or 7 is Sunday".
# Seen: later, whose own weekdays count from 1, adds one to each number and cuts what is too large. 7 becomes its 7,
#   Saturday: `0 9 * * 7` runs on Saturdays, `6-7` on Saturdays only, and `1-7` leaves Sunday out. 0 and `sun` are
#   Sunday. A weekly report, or a window for maintenance, comes one day early, and no error tells.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" @breejs/later@4.2.0 cron-parser@5.10.5 || exit 2
cat > "$folder/show.mjs" <<'JS'
import { readFileSync } from 'node:fs'
import later from '@breejs/later'
import { CronExpressionParser } from 'cron-parser'
for (const name of ['@breejs/later', 'cron-parser'])
  console.log(name, JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url), 'utf8')).version)
const from = new Date('2026-11-02T00:00:00Z')
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const shown = (dates) => DAYS.filter((_, day) => dates.some((date) => date.getUTCDay() === day)).join(' ')
const rows = [
  ['0 9 * * 7', 'Sat', 'Sun'],
  ['0 9 * * 6-7', 'Sat', 'Sun Sat'],
  ['0 9 * * 1-7', 'Mon Tue Wed Thu Fri Sat', 'Sun Mon Tue Wed Thu Fri Sat'],
  ['0 9 * * 0', 'Sun', 'Sun'],
  ['0 9 * * sun', 'Sun', 'Sun'],
]
let same = true
for (const [expression, described, expected] of rows) {
  const seen = shown(later.schedule(later.parse.cron(expression)).next(14, from))
  const parsed = CronExpressionParser.parse(expression, { currentDate: from, tz: 'UTC' })
  const other = shown(Array.from({ length: 14 }, () => parsed.next().toDate()))
  console.log(`${expression}  later: ${seen}  cron-parser: ${other}`)
  same &&= seen === described && other === expected
}
process.exit(same ? 0 : 1)
JS
node "$folder/show.mjs"
