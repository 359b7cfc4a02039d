#!/bin/sh
# Chromium 156.0.8078.108 (Debian 12), driven by playwright-core@1.65.1
# Expected: a frame is closed in a sandbox equally by its attribute `sandbox` and by the policy `sandbox` of the answer
#   that it shows (HTML and CSP3 describe the same flags), so a PDF is shown in both, or in neither.
# Seen: the attribute keeps the viewer of PDFs out, and the frame shows a broken page. With the policy in the answer the
#   viewer shows the PDF just as without any sandbox.
set -eu
for tool in chromium node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" playwright-core@1.65.1 || exit 2
echo '<!doctype html><title>page</title><h1>A printed page</h1>' > "$folder/page.html"
chromium --version 2>/dev/null
HOME="$folder" timeout 120 chromium --headless --no-sandbox --disable-gpu --user-data-dir="$folder/profile" \
  --no-pdf-header-footer --print-to-pdf="$folder/page.pdf" "$folder/page.html" >"$folder/log" 2>&1 ||
  { cat "$folder/log"; exit 2; }
cat > "$folder/show.mjs" <<'JS'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium } from 'playwright-core'
const pdf = readFileSync(new URL('page.pdf', import.meta.url))
const policy = { 'content-security-policy': 'sandbox' }
const server = createServer(({ url }, answer) => {
  const [, kind, file] = url.split('/')
  if (file === 'pdf')
    return answer.writeHead(200, { 'content-type': 'application/pdf', ...(kind === 'policy' && policy) }).end(pdf)
  const attribute = kind === 'attribute' ? 'sandbox="allow-scripts allow-same-origin"' : ''
  answer.writeHead(200, { 'content-type': 'text/html' })
  answer.end(`<!doctype html><iframe ${attribute} width="400" height="300" src="/${kind}/pdf#toolbar=0"></iframe>`)
})
await new Promise(done => server.listen(0, '127.0.0.1', done))
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const pictures = {}
for (const kind of ['plain', 'policy', 'attribute']) {
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${server.address().port}/${kind}`)
  await delay(3000)
  pictures[kind] = (await page.locator('iframe').screenshot()).toString('base64')
  await page.close()
}
await browser.close()
server.close()
const isSame = kind => pictures[kind] === pictures.plain
for (const kind of ['policy', 'attribute']) console.log(`${kind}: ${isSame(kind) ? 'the PDF is shown' : 'another picture'}`)
process.exitCode = isSame('policy') && !isSame('attribute') ? 0 : 1
JS
node "$folder/show.mjs"
