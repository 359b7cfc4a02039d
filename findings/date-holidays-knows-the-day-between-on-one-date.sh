#!/bin/sh
# date-holidays@3.37.0 beside japanese-holidays@1.0.10 and @holiday-jp/holiday_jp@2.5.1
# Expected: Japan's Act on National Holidays (article 3, paragraph 3): a day between two national holidays is a
#   holiday. In September it is the day between the third Monday and the equinox, whichever date that is: the 22nd in
#   2026, the 21st in 2032 and 2049, when the equinox is on the 22nd.
# Seen: the rule is written for the 22nd alone. 2009, 2015, 2026, 2037 and 2043 are right, so every year that a test
#   looks back at is right; 21 September 2032 and 2049 are working days. A calendar of long contracts, or of due days
#   that move from holidays, is a day off.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" date-holidays@3.37.0 japanese-holidays@1.0.10 @holiday-jp/holiday_jp@2.5.1 || exit 2
cat > "$folder/show.cjs" <<'JS'
const Holidays = require('date-holidays')
const { getHolidaysOf } = require('japanese-holidays')
const { between } = require('@holiday-jp/holiday_jp')
for (const name of ['date-holidays', 'japanese-holidays', '@holiday-jp/holiday_jp'])
  console.log(name, require(`./node_modules/${name}/package.json`).version)
const japan = new (Holidays.default ?? Holidays)('JP')
const rows = [[2015, '21 22 23'], [2026, '21 22 23'], [2032, '20 22'], [2037, '21 22 23'], [2049, '20 22']]
let same = true
for (const [year, described] of rows) {
  const days = (list) => list.map(Number).toSorted((a, b) => a - b).join(' ')
  const seen = days(japan.getHolidays(year).filter(({ date }) => date.startsWith(`${year}-09`)).map(({ date }) => date.slice(8, 10)))
  const second = days(getHolidaysOf(year).filter(({ month }) => month === 9).map(({ date }) => date))
  const third = days(between(new Date(year, 8, 1), new Date(year, 8, 30)).map(({ date }) => date.getDate()))
  console.log(`September ${year}  date-holidays ${seen}  japanese-holidays ${second}  holiday_jp ${third}`)
  const whole = described.split(' ').length === 3 ? described : described.replace(' ', ' 21 ')
  same &&= seen === described && second === whole && third === whole
}
process.exit(same ? 0 : 1)
JS
TZ=Asia/Tokyo node "$folder/show.cjs"
