#!/bin/sh
# wareki@1.0.0 beside the platform's Intl (calendar japanese)
# Expected: the README shows `wareki('2019-05-01')`, 令和元, and `wareki('1989-01-08')`, 平成元. The era of a day is the
#   same for each way to give the day, and for each hour of it in Japan.
# Seen: the library takes the first day of an era as a moment in UTC, which is 9 o'clock in Japan, and the year in the
#   zone of the machine. With TZ=Asia/Tokyo, `new Date(2019, 4, 1)` and `2019/05/01` are 平成31, and 1989/01/08 is 昭和64;
#   the ISO form, as in the README, is right. With TZ=UTC, as in most tests, all are right. West of Greenwich the ISO
#   form has the year before on each 1 January.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" wareki@1.0.0 || exit 2
cat > "$folder/show.cjs" <<'JS'
const wareki = require('wareki')
const zone = process.env.TZ
console.log(`wareki ${require('./node_modules/wareki/package.json').version}, TZ=${zone}`)
const platform = new Intl.DateTimeFormat('ja-JP-u-ca-japanese', { era: 'long', year: 'numeric' })
const rows = [
  ['2019/05/01', { 'Asia/Tokyo': '平成31', UTC: '令和元', 'America/New_York': '令和元' }],
  ['1989/01/08', { 'Asia/Tokyo': '昭和64', UTC: '平成元', 'America/New_York': '平成元' }],
  ['2019-05-01', { 'Asia/Tokyo': '令和元', UTC: '令和元', 'America/New_York': '令和元' }],
  ['2026-01-01', { 'Asia/Tokyo': '令和8', UTC: '令和8', 'America/New_York': '令和7' }],
]
let same = wareki(new Date(2019, 4, 1)) === rows[0][1][zone]
for (const [text, described] of rows) {
  const seen = wareki(text)
  console.log(`${text}: ${seen}  (the platform, of the same Date: ${platform.format(new Date(text))})`)
  same &&= seen === described[zone]
}
process.exit(same ? 0 : 1)
JS
for zone in Asia/Tokyo UTC America/New_York; do TZ=$zone node "$folder/show.cjs"; done
