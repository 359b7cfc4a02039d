#!/bin/sh
# chrono-node@2.10.3, chrono.ja
# Expected: the README lists Japanese among the supported languages, and the parser reads 昨日 (yesterday) and 昭和64年.
#   It reads a word that changes the day, or gives no result, as for 来月10日 (the 10th of next month).
# Seen: it drops the word and reads the rest, without an error. 一昨日 (the day before yesterday) is yesterday. 先週の金
#   曜日 and 来週の金曜日, last and next week's Friday, are both tomorrow. 去年4月1日 (1 April of last year) is 1 April of
#   next year. 大正12年9月1日 (1923) is in the year 12. So a due day in a message, or the day of old minutes, is one that
#   nobody wrote.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" chrono-node@2.10.3 || exit 2
cat > "$folder/show.cjs" <<'JS'
const chrono = require('chrono-node')
console.log('chrono-node', require('./node_modules/chrono-node/package.json').version, '(today is Thursday, 2026-10-01)')
const today = new Date('2026-10-01T09:00:00+09:00')
const rows = [
  ['来月10日', ''],
  ['昨日', '2026-09-30'], ['一昨日', '2026-09-30'], ['金曜日', '2026-10-02'], ['先週の金曜日', '2026-10-02'],
  ['来週の金曜日', '2026-10-02'], ['来年4月1日', '2027-04-01'], ['去年4月1日', '2027-04-01'],
  ['昭和64年1月7日', '1989-01-07'], ['大正12年9月1日', '0012-09-01'],
]
let same = true
for (const [text, described] of rows) {
  const day = chrono.ja.parseDate(text, today)?.toISOString().slice(0, 10) ?? ''
  console.log(`${text}  ${day}`)
  same &&= day === described
}
process.exit(same ? 0 : 1)
JS
TZ=Asia/Tokyo node "$folder/show.cjs"
