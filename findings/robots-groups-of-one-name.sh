#!/bin/sh
# robots-txt-guard@1.0.2 with robots-txt-parse@2.0.1, robots-txt-parser@2.0.3, robots-parser@3.0.1
# Expected: RFC 9309, 2.2.1: if several groups name one robot, their rules are combined. 2.2.4: another record, such as
#   Sitemap, does not end a group, so two robots with such a line between their names share the rules that follow.
# Seen: of two groups of one name robots-txt-guard has the first alone, robots-txt-parser the last alone; robots-parser
#   combines them. A Sitemap line between two names makes all three forget the first robot. Plugins of shops append such
#   lines and groups, so the reader visits what the file closes.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" robots-txt-guard@1.0.2 robots-txt-parse@2.0.1 \
  robots-txt-parser@2.0.3 robots-parser@3.0.1 || exit 2
cat > "$folder/show.mjs" <<'JS'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import robotsParser from 'robots-parser'
import guard from 'robots-txt-guard'
import parse from 'robots-txt-parse'
import robotsTxtParser from 'robots-txt-parser'
for (const name of ['robots-txt-guard', 'robots-txt-parser', 'robots-parser'])
  console.log(name, JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url), 'utf8')).version)
const site = 'https://example.com'
const file = `${site}/robots.txt`
const closedBy = {
  'robots-txt-guard': async (text) => {
    const rules = guard(await parse(Readable.from([text])))
    return (path) => !rules.isAllowed('reader', path)
  },
  'robots-txt-parser': async (text) => {
    const rules = robotsTxtParser({ userAgent: 'reader' })
    rules.parseRobots(file, text)
    return (path) => !rules.canCrawlSync(site + path)
  },
  'robots-parser': async (text) => (path) => robotsParser(file, text).isAllowed(site + path, 'reader') === false,
}
const twice = 'User-agent: reader\nDisallow: /a\n\nUser-agent: other\nDisallow: /b\n\nUser-agent: reader\nDisallow: /c\n'
const between = 'User-agent: reader\nSitemap: https://example.com/s.xml\nUser-agent: other\nDisallow: /a\nDisallow: /c\n'
const rows = [[twice, '/a', '/c', '/a /c'], [between, '', '', '']]
let same = true
for (const [text, ...described] of rows) {
  console.log(`${text.replaceAll('\n', ' | ')}\n  the RFC closes: /a /c`)
  for (const [place, [name, read]] of Object.entries(closedBy).entries()) {
    const seen = ['/a', '/b', '/c'].filter(await read(text)).join(' ')
    console.log(`  ${name} closes: ${seen}`)
    same &&= seen === described[place]
  }
}
process.exit(same ? 0 : 1)
JS
node "$folder/show.mjs"
