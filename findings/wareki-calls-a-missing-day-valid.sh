#!/bin/sh
# @smarthr/wareki@1.3.1
# Expected: `warekiToDate` returns `isValid` beside the date, which says whether the text is a day: `令和8年` is not.
#   31 September and 29 February 2026 are not either, and the era Reiwa has no April in its first year.
# Seen: `isValid` is true, and the result is another day: 令和8年9月31日 is 1 October, 令和8年2月29日 is 1 March. The
#   other way round, 1 October is 令和8年10月1日. 令和元年4月30日 and 平成31年5月1日 are valid as well, each a day that
#   the other era has. So a due day that was mistyped passes the check of a form, and moves into the next month.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" @smarthr/wareki@1.3.1 || exit 2
cat > "$folder/show.cjs" <<'JS'
const { dateToWareki, warekiToDate } = require('@smarthr/wareki')
console.log('@smarthr/wareki', require('./node_modules/@smarthr/wareki/package.json').version)
const rows = [
  ['令和8年9月30日', true, '2026-09-30'], ['令和8年', false, ''],
  ['令和8年9月31日', true, '2026-10-01'], ['令和8年2月29日', true, '2026-03-01'],
  ['令和元年4月30日', true, '2019-04-30'], ['平成31年5月1日', true, '2019-05-01'],
]
let same = dateToWareki('2026-10-01').result === '令和8年10月1日'
for (const [text, valid, described] of rows) {
  const { isValid, result } = warekiToDate(text)
  const day = isValid ? result.toLocaleDateString('sv-SE') : ''
  console.log(`${text}  isValid ${isValid}  ${day}`)
  same &&= isValid === valid && day === described
}
process.exit(same ? 0 : 1)
JS
TZ=Asia/Tokyo node "$folder/show.cjs"
