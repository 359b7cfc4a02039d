#!/bin/sh
# qrcode@1.5.4: the option `toSJISFunc` of one call holds for all later calls, and makes them refuse Japanese names.
#
# Expected: an option holds for the call that it is given to. The helper qrcode/helper/to-sjis, as the README shows it,
# only makes a code smaller: a character that its table lacks is encoded in Byte mode, as without the helper.
# Seen: after one call with the helper, calls without any option choose Kanji mode too. They refuse what they took
# before: a name with U+9AD9 (a common form of the "taka" in Takahashi), half-width katakana and the wave dash U+301C,
# with "Invalid SJIS character". Other characters that the table lacks are in Byte mode, as expected.
set -eu
for tool in node npm; do
  command -v "$tool" >/dev/null || { echo "missing: $tool"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --prefix "$folder" --silent --no-audit --no-fund qrcode@1.5.4 || exit 2
cat >"$folder/run.mjs" <<'EOF'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const { create } = require('qrcode')
const toSJISFunc = require('qrcode/helper/to-sjis')
const { version } = JSON.parse(readFileSync(new URL('node_modules/qrcode/package.json', import.meta.url)))
console.log(`qrcode ${version}`)

function modeOf(text, options) {
  try {
    return create(text, options).segments.map(({ mode }) => mode.id).join('+')
  } catch (error) {
    return error.message.split(':')[0]
  }
}

/** Texts with their modes, without an option, after one call with the helper. Before it, all are in Byte mode. */
const TEXTS = [
  ['高橋', 'Kanji'],
  ['髙橋', 'Invalid SJIS character'],
  ['タカハシ', 'Kanji'],
  ['ﾀｶﾊｼ', 'Invalid SJIS character'],
  ['東京～大阪', 'Kanji'],
  ['東京〜大阪', 'Invalid SJIS character'],
  ['㈱東京', 'Byte+Kanji'],
]
const before = TEXTS.map(([text]) => modeOf(text))
console.log(`one call with the helper: ${modeOf('日本', { toSJISFunc })}`)
let same = true
for (const [index, [text, described]] of TEXTS.entries()) {
  const after = modeOf(text)
  console.log(`${text}: before that call ${before[index]}, after it ${after}`)
  same &&= before[index] === 'Byte' && after === described
}
console.log(same ? 'as described' : 'the behaviour has changed')
process.exitCode = same ? 0 : 1
EOF
node "$folder/run.mjs"
