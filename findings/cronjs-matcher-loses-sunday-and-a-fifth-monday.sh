#!/bin/sh
# @datasert/cronjs-matcher@1.4.0 with @datasert/cronjs-parser@1.4.0, beside croner@11.0.1
# Expected: in a cron expression 7 and sun are Sunday, at the end of a range too, or the range is refused, as fri-mon
#   is. `1#5` is the fifth Monday of each month that has one.
# Seen: fri-sun, 5-7 and 1-7 are read and leave Sunday out, without an error; `7` alone is Sunday. A fifth weekday on the
#   31st is left out: of the fifth Mondays 30 March, 29 June, 31 August and 30 November 2026, August's is missing. So a
#   job for the weekend does not run on Sundays, and one for the fifth Monday skips a quarter.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" @datasert/cronjs-matcher@1.4.0 \
  @datasert/cronjs-parser@1.4.0 croner@11.0.1 || exit 2
cat > "$folder/show.cjs" <<'JS'
const { Cron } = require('croner')
const { getFutureMatches } = require('@datasert/cronjs-matcher')
for (const name of ['@datasert/cronjs-matcher', 'croner'])
  console.log(name, require(`./node_modules/${name}/package.json`).version)
const start = '2026-01-01T00:00:00Z'
const rows = [
  ['0 9 * * 7', '01-04 01-11 01-18', '01-04 01-11 01-18'],
  ['0 9 * * fri-sun', '01-02 01-03 01-09 01-10', '01-02 01-03 01-04 01-09'],
  ['0 9 * * 5-7', '01-02 01-03 01-09 01-10', '01-02 01-03 01-04 01-09'],
  ['0 9 * * 1#5', '03-30 06-29 11-30', '03-30 06-29 08-31 11-30'],
]
let same = true
for (const [expression, described, expected] of rows) {
  const count = (text) => text.split(' ').length
  const seen = getFutureMatches(expression, { startAt: start, matchCount: count(described), timezone: 'UTC' })
    .map((time) => time.slice(5, 10)).join(' ')
  const other = new Cron(expression, { timezone: 'UTC' }).nextRuns(count(expected), new Date(start))
    .map((time) => time.toISOString().slice(5, 10)).join(' ')
  console.log(`${expression}\n  cronjs-matcher: ${seen}\n  croner:         ${other}`)
  same &&= seen === described && other === expected
}
process.exit(same ? 0 : 1)
JS
TZ=UTC node "$folder/show.cjs"
