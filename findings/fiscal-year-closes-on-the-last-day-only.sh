#!/bin/sh
# fiscal-year@1.0.0 and get-fiscal-year@3.0.6
# Expected: both take the day on which a year begins or ends, so that a year that closes on 20 March, as Japanese
#   companies have it, or on 31 December, is right to the day, and has four quarters and twelve months.
# Seen: fiscal-year takes the day for the year, not for the month and quarter: 20 March 2026, the last day of the year
#   2026, is in its first quarter and first month. get-fiscal-year makes a year that ends on 31 December 24 months long,
#   from January of the year before; one that ends on 31 March is right. So sales of twenty days, or of a
#   whole year, are counted where they do not belong.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" fiscal-year@1.0.0 get-fiscal-year@3.0.6 || exit 2
cp "$folder/node_modules/get-fiscal-year/dist/get-fiscal-year.esm.js" "$folder/get-fiscal-year.mjs"
cat > "$folder/show.mjs" <<'JS'
import { readFileSync } from 'node:fs'
import fiscalYear from 'fiscal-year'
import GetFiscalYear from './get-fiscal-year.mjs'
for (const name of ['fiscal-year', 'get-fiscal-year'])
  console.log(name, JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url), 'utf8')).version)
const from21March = fiscalYear.default({ month: 2, day: 21 })
let same = true
for (const [day, described] of [['2026-02-20', '2026 4 11'], ['2026-03-20', '2026 1 0'], ['2026-03-21', '2027 1 0']]) {
  const seen = [from21March.getFiscalYear(day), from21March.getFiscalQuarter(day), from21March.getFiscalMonth(day)].join(' ')
  console.log(`${day}  year, quarter, month: ${seen}`)
  same &&= seen === described
}
const dates = new GetFiscalYear()
dates.currentDate = new Date('2026-10-01T12:00:00')
for (const [end, described] of [['03/31', '2026-04-01 2027-03-31'], ['12/31', '2025-01-01 2026-12-31']]) {
  const { fiscalYearStart, fiscalYearEnd } = dates.getFiscalYearByDate(end)
  const seen = [fiscalYearStart, fiscalYearEnd].map((day) => new Date(day).toLocaleDateString('sv-SE')).join(' ')
  console.log(`ends ${end}  ${seen}`)
  same &&= seen === described
}
process.exit(same ? 0 : 1)
JS
TZ=UTC node "$folder/show.mjs"
