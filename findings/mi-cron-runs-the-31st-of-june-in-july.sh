#!/bin/sh
# @cheap-glitch/mi-cron@1.0.1 beside croner@11.0.1
# Expected: `0 9 31 1,6 *` is due in January alone, because June has no 31st. The README promises the next date that
#   matches the expression, and lists what is not supported; days of short months are not in that list.
# Seen: a day that the month lacks becomes the first of the next month. `0 9 31 1,6 *` is due on 1 July, a day and a
#   month that it does not name, `0 9 29 2 *` on 1 March of three years in four, and `0 9 28-31 * *` on 1 March after
#   28 February. So a closing at a month's end, for which the job looks whether tomorrow is the 1st, is done once more.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" @cheap-glitch/mi-cron@1.0.1 croner@11.0.1 || exit 2
cat > "$folder/show.cjs" <<'JS'
const { parseCron } = require('@cheap-glitch/mi-cron')
const { Cron } = require('croner')
for (const name of ['@cheap-glitch/mi-cron', 'croner'])
  console.log(name, require(`./node_modules/${name}/package.json`).version)
const rows = [
  ['0 9 31 1,6 *', '2026-01-31 2026-07-01 2027-01-31', '2026-01-31 2027-01-31 2028-01-31'],
  ['0 9 29 2 *', '2026-03-01 2027-03-01 2028-02-29', '2028-02-29 2032-02-29 2036-02-29'],
  ['0 9 28-31 2 *', '2026-02-28 2026-03-01 2027-02-28', '2026-02-28 2027-02-28 2028-02-28'],
]
let same = true
for (const [expression, described, expected] of rows) {
  const start = new Date('2026-01-01T00:00:00Z')
  const times = [start]
  while (times.length < 4) times.push(parseCron.nextDate(expression, times.at(-1)))
  const days = (list) => list.map((time) => time.toISOString().slice(0, 10)).join(' ')
  const seen = days(times.slice(1))
  const other = days(new Cron(expression, { timezone: 'UTC' }).nextRuns(3, start))
  console.log(`${expression}\n  mi-cron: ${seen}\n  croner:  ${other}`)
  same &&= seen === described && other === expected
}
process.exit(same ? 0 : 1)
JS
TZ=UTC node "$folder/show.cjs"
