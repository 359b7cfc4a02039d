#!/bin/sh
# any-date-parser@2.2.4 beside the platform's Date
# Expected: a text with an offset names one moment, on every machine: 2026-10-01T09:00:00+09:00 (RFC 3339), and the
#   date of a mail or of an HTTP answer. The README lists offsets and abbreviations of zones among what is supported.
# Seen: the moment is shifted by the offset of the machine. With TZ=Asia/Tokyo it is 9 hours early, so 9 o'clock in Tokyo
#   becomes midnight, and 8 o'clock the day before; in New York it is 4 hours late. On a machine in UTC, as in most
#   containers and the library's own tests, all are right.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" any-date-parser@2.2.4 || exit 2
cat > "$folder/show.cjs" <<'JS'
const module_ = require('any-date-parser')
const parser = module_.fromString ? module_ : module_.default
const zone = process.env.TZ
if (zone === 'UTC') console.log('any-date-parser', require('./node_modules/any-date-parser/package.json').version)
const hours = { UTC: 0, 'Asia/Tokyo': -9, 'America/New_York': 4 }[zone]
const texts = [
  '2026-10-01T09:00:00Z', '2026-10-01T09:00:00+09:00', '2026-10-01T08:00:00+09:00', 'Thu, 01 Oct 2026 09:00:00 GMT',
]
let same = true
for (const text of texts) {
  const seen = parser.fromString(text)
  console.log(`${zone}  ${text}  ${seen.toISOString()}  Date: ${new Date(text).toISOString()}`)
  same &&= seen.getTime() - new Date(text).getTime() === hours * 3_600_000
}
process.exit(same ? 0 : 1)
JS
for zone in UTC Asia/Tokyo America/New_York; do TZ=$zone node "$folder/show.cjs" || exit 1; done
