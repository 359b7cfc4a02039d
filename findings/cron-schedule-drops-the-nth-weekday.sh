#!/bin/sh
# cron-schedule@6.0.0 beside croner@11.0.0
# Expected: a parser of cron expressions that does not know `#`, `L` or `W` (the second Monday, the last Friday, the
#   weekday nearest to the 15th) refuses them; it refuses `L` alone, and says so.
# Seen: it reads the number before the letter and drops the rest, without an error. `0 9 * * 1#2` is every Monday, `0
#   9 * * 5L` every Friday, `0 9 15W * *` the 15th even if it is a Sunday, and `5/15 * * * *` once an hour. So a
#   monthly job, a payment on the last Friday, is done every week.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" cron-schedule@6.0.0 croner@11.0.0 || exit 2
cat > "$folder/show.mjs" <<'JS'
import { readFileSync } from 'node:fs'
import { parseCronExpression } from 'cron-schedule'
import { Cron } from 'croner'
for (const name of ['cron-schedule', 'croner'])
  console.log(name, JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url), 'utf8')).version)
const from = new Date(2026, 10, 1)
const shown = (dates) => dates.map((date) => `${date.getMonth() + 1}/${date.getDate()} ${date.getHours()}:${date.getMinutes()}`).join(', ')
const rows = [
  ['0 9 * * 1#2', '11/2 9:0, 11/9 9:0, 11/16 9:0', '11/9 9:0, 12/14 9:0, 1/11 9:0'],
  ['0 9 * * 5L', '11/6 9:0, 11/13 9:0, 11/20 9:0', '11/27 9:0, 12/25 9:0, 1/29 9:0'],
  ['0 9 15W * *', '11/15 9:0, 12/15 9:0, 1/15 9:0', '11/16 9:0, 12/15 9:0, 1/15 9:0'],
  ['5/15 * * * *', '11/1 0:5, 11/1 1:5, 11/1 2:5'],
]
let same = true
for (const [expression, described, expected] of rows) {
  const seen = shown(parseCronExpression(expression).getNextDates(3, from))
  const other = expected && shown(new Cron(expression).nextRuns(3, from))
  console.log(`${expression}\n  cron-schedule: ${seen}\n  croner:        ${other ?? 'refuses it'}`)
  same &&= seen === described && other === expected
}
process.exit(same ? 0 : 1)
JS
TZ=UTC node "$folder/show.mjs"
