#!/bin/sh
# Chromium 156.0.8078.108 (Debian 12), Noto Sans CJK JP (Debian's fonts-noto-cjk), read with unpdf@1.8.1
# Expected: the text of a printed page holds radicals in place of some characters, because one glyph of the font serves
#   both. The known remedy, Unicode's NFKC, turns each radical into the character, so that 長野 and 青木 are found.
# Seen: NFKC mends only the Kangxi radicals (U+2F00 to U+2FDF: 木, 食, 高). Eight common characters come out as radicals
#   of the supplement (U+2E80 to U+2EFF), which have no compatible form: 長 青 民 西 麦 黄 亀 歯. A search in the normalized
#   text finds 高橋 and not 長野 or 青木, and a reader of the page sees no difference.
set -eu
for tool in chromium fc-list node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
fc-list ':lang=ja' family | grep -q 'Noto Sans CJK JP' || { echo 'the font Noto Sans CJK JP is missing'; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" unpdf@1.8.1 || exit 2
cat > "$folder/page.html" <<'HTML'
<!doctype html><meta charset="utf-8"><title>names</title>
<body style="font-family: 'Noto Sans CJK JP'">長野 青木 国民 西口 麦茶 黄色 亀山 歯科 高橋 見積 食品
HTML
chromium --version 2>/dev/null
HOME="$folder" timeout 120 chromium --headless --no-sandbox --disable-gpu --user-data-dir="$folder/profile" \
  --no-pdf-header-footer --print-to-pdf="$folder/page.pdf" "$folder/page.html" >"$folder/log" 2>&1 ||
  { cat "$folder/log"; exit 2; }
cat > "$folder/show.mjs" <<'JS'
import { readFileSync } from 'node:fs'
import { extractText } from 'unpdf'
const { version } = JSON.parse(readFileSync(new URL('node_modules/unpdf/package.json', import.meta.url), 'utf8'))
console.log(`unpdf ${version}: NFKC does not bring back eight characters of a printed page`)
const page = new Uint8Array(readFileSync(new URL('page.pdf', import.meta.url)))
const { text } = await extractText(page, { mergePages: true })
const points = (of) =>
  [...of].filter((c) => c >= '\u2e80' && c <= '\u2fdf').map((c) => c.codePointAt(0).toString(16).toUpperCase()).join(' ')
const normalized = text.normalize('NFKC')
console.log(`radicals in the text: ${points(text)}\nradicals after NFKC:  ${points(normalized)}`)
const found = ['高橋', '見積', '食品', '長野', '青木', '歯科'].filter((word) => normalized.includes(word)).join(' ')
console.log(`found after NFKC: ${found}`)
const left = points(normalized) === '2ED1 2ED8 2EA0 2EC4 2EE8 2EE9 2EF2 2EED'
process.exit(left && found === '高橋 見積 食品' ? 0 : 1)
JS
node "$folder/show.mjs"
