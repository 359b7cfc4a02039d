#!/bin/sh
# hexo-front-matter@5.0.0
# Expected: `parse` and `stringify` are each other's inverse: a post that a program reads and writes again, to change
#   its title, keeps its date.
# Seen: parse() takes a date without a zone as UTC, and stringify() writes it in the machine's zone. With TZ=Asia/Tokyo
#   09:00 is 18:00 after one round and 03:00 of the next day after two, so the post's address, which holds the day,
#   changes too. In UTC all is right. Dates alone are written behind a line `{}`, so that the text is no YAML.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" hexo-front-matter@5.0.0 || exit 2
cat > "$folder/show.cjs" <<'JS'
const { parse, stringify } = require('hexo-front-matter')
const zone = process.env.TZ
if (zone === 'UTC') console.log('hexo-front-matter', require('./node_modules/hexo-front-matter/package.json').version)
const round = (text) => stringify(parse(text), { prefixSeparator: true })
const post = (time) => `---\ntitle: a\ndate: ${time}\n---\nbody`
const texts = [post('2026-10-01 09:00:00')]
while (texts.length < 3) texts.push(round(texts.at(-1)))
const times = texts.map((text) => /^date: (.*)$/m.exec(text)[1])
const alone = round('---\ndate: 2026-10-01\n---\nbody')
console.log(`${zone}  ${times.join('  ->  ')}\n  a date alone: ${JSON.stringify(alone)}`)
const described = zone === 'UTC'
  ? '2026-10-01 09:00:00,2026-10-01 09:00:00,2026-10-01 09:00:00'
  : '2026-10-01 09:00:00,2026-10-01 18:00:00,2026-10-02 03:00:00'
process.exit(times.join() === described && alone.startsWith('---\n{}\ndate: ') ? 0 : 1)
JS
for zone in UTC Asia/Tokyo; do TZ=$zone node "$folder/show.cjs" || exit 1; done
