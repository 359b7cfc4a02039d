#!/bin/sh
# @internationalized/date@3.12.4 beside @js-temporal/polyfill@0.5.1
# Expected: a day that a paper of before 2019 gives in an era that has ended since, as 平成31年5月1日 in a contract or 平成35年
#   5月1日 on a driving licence, is 1 May 2019 and 2023: Temporal reads them so. Or it is refused, or at least cut to the
#   last day of the era, as 平成31年12月31日 is: 30 April 2019.
# Seen: `new CalendarDate(new JapaneseCalendar(), 'heisei', 35, 5, 1)` is 1 April 2019, without an error: year and month are
#   cut to those of the era's end, and the day stays. So the days of later months are a month or years early, and their
#   order is lost. A day of January to April of 令和元年 becomes one of May: 15 January is 15 May 2019.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" @internationalized/date@3.12.4 @js-temporal/polyfill@0.5.1 || exit 2
cat > "$folder/show.cjs" <<'JS'
const { CalendarDate, GregorianCalendar, JapaneseCalendar, toCalendar } = require('@internationalized/date')
const { Temporal } = require('@js-temporal/polyfill')
for (const name of ['@internationalized/date', '@js-temporal/polyfill'])
  console.log(name, require(`./node_modules/${name}/package.json`).version)
const rows = [
  ['heisei', 31, 4, 30, '2019-04-30'],
  ['heisei', 31, 12, 31, '2019-04-30'],
  ['heisei', 31, 5, 1, '2019-04-01'],
  ['heisei', 35, 5, 1, '2019-04-01'],
  ['reiwa', 1, 1, 15, '2019-05-15'],
]
let same = true
for (const [era, year, month, day, described] of rows) {
  const date = new CalendarDate(new JapaneseCalendar(), era, year, month, day)
  const seen = toCalendar(date, new GregorianCalendar()).toString()
  const beside = Temporal.PlainDate.from({ calendar: 'japanese', era, eraYear: year, month, day }).withCalendar('iso8601')
  console.log(`${era} ${year}, month ${month}, day ${day}: ${seen}  (Temporal: ${beside})`)
  same &&= seen === described
}
process.exit(same ? 0 : 1)
JS
node "$folder/show.cjs"
