#!/bin/sh
# @birchill/normal-jp@1.6.0
# Expected: toNormalized drops variation selectors, as its README says, so that a name is found with and without them:
#   葛 with U+E0100, as a register of families has the first letter of 葛城, becomes 葛.
# Seen: the selectors of ideographs, U+E0100 to U+E01EF, stay; only U+FE00 to U+FE0F are dropped. The library looks at
#   UTF-16 code units one by one, and none of the two units of such a selector is in the range that it asks for. The
#   old forms that kyuujitaiToShinjitai leaves to toNormalized stay, too, and a name with a selector is not found. On
#   the screen the two texts look alike, or nearly.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" @birchill/normal-jp@1.6.0 || exit 2
cat > "$folder/show.mjs" <<'JS'
import { readFileSync } from 'node:fs'
import { toNormalized } from '@birchill/normal-jp'
const { version } = JSON.parse(readFileSync(new URL('node_modules/@birchill/normal-jp/package.json', import.meta.url)))
console.log('@birchill/normal-jp', version)
const codes = (text) => [...text].map((character) => character.codePointAt(0).toString(16)).join(' ')
const texts = ['葛\u{e0100}城', '辻\u{e0101}', '海\ufe00', 'ｶﾂﾗｷﾞ']
const seen = texts.map((text) => toNormalized(text)[0])
texts.forEach((text, at) => console.log(codes(text), 'becomes', codes(seen[at])))
console.log('葛城 is found:', seen[0].includes('葛城'))
process.exit(seen.join() === '葛\u{e0100}城,辻\u{e0101},海,カツラギ' ? 0 : 1)
JS
node "$folder/show.mjs"
