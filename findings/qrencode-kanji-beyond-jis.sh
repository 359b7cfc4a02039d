#!/bin/sh
# qrencode 4.1.1 (Debian 12), read with jsqr@1.4.0, zxing-wasm@3.1.4 and qr@0.7.0
# Expected: the Kanji mode of a QR code (ISO/IEC 18004, 7.4.6) holds characters of JIS X 0208. For ㈱ and ①, which only
#   Windows-31J has (row 13), the option -k takes another mode, or refuses; a reader that has no Kanji mode says so.
# Seen: -k packs every pair of bytes from 8140 on. The code is well formed, and each reader has another text: jsqr reads
#   U+0000 for each of them, without an error, zxing U+FFFD, and qr, whose decoder reads no Kanji at all, complains
#   about the timing pattern of a faultless picture. So the (株) of a payee's name is lost in a code that scans.
set -eu
for tool in node npm iconv qrencode; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" jsqr@1.4.0 zxing-wasm@3.1.4 qr@0.7.0 || exit 2
qrencode --version 2>&1 | head -1
for name in 高橋商店 '㈱高橋①'; do
  printf %s "$name" | iconv -f UTF-8 -t CP932 | qrencode -k -m 0 -t ASCII -o - > "$folder/$name.txt"
done
cat > "$folder/show.mjs" <<'JS'
import { readFileSync } from 'node:fs'
import jsQR from 'jsqr'
import decode from 'qr/decode.js'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
const at = (name) => new URL(name, import.meta.url)
prepareZXingModule({ overrides: { wasmBinary: readFileSync(at('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm')) } })
for (const name of ['jsqr', 'zxing-wasm', 'qr'])
  console.log(name, JSON.parse(readFileSync(at(`node_modules/${name}/package.json`), 'utf8')).version)
/** A picture with 6 pixels a module and a margin of 4 modules; qrencode writes two signs a module. */
function picture(rows) {
  const width = (rows.length + 8) * 6
  const isDark = (x, y) => rows[Math.floor(y / 6) - 4]?.[2 * (Math.floor(x / 6) - 4)] === '#'
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  for (let pixel = 0; pixel < width * width; pixel++)
    if (isDark(pixel % width, Math.floor(pixel / width))) data.fill(0, pixel * 4, pixel * 4 + 3)
  return { data, width, height: width, colorSpace: 'srgb' }
}
let same = true
for (const [name, ...described] of [['高橋商店', '高橋商店', '高橋商店'], ['㈱高橋①', '\0高橋\0', '\ufffd高橋\ufffd']]) {
  const image = picture(readFileSync(at(`${name}.txt`), 'utf8').split('\n').filter(Boolean))
  const seen = [(jsQR.default ?? jsQR)(image.data, image.width, image.height).data, (await readBarcodes(image, {}))[0].text]
  let third
  try {
    third = decode(image)
  } catch (error) {
    third = error.message
  }
  console.log(`${name}  jsqr ${JSON.stringify(seen[0])}  zxing ${JSON.stringify(seen[1])}  qr ${JSON.stringify(third)}`)
  same &&= seen.join() === described.join() && third === 'timing'
}
process.exit(same ? 0 : 1)
JS
node "$folder/show.mjs"
