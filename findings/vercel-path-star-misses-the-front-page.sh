#!/bin/sh
# @vercel/routing-utils@6.6.0 with path-to-regexp@6.1.0: the redirect of "/:path*" leaves the front page out.
#
# Expected: "/:path*" is any path, and "/blog/:path*" all below /blog, with or without a slash at the end, as the
# pattern library path-to-regexp matches them.
# Seen: the compiled expression matches the empty path, which no request has, but not "/"; and /blog, but neither
# "/blog/" nor "/blog/a/". "/blog/(.*)" has it the other way round: "/blog/", but not "/blog". Only "/:path(.*)" is any
# path.
set -eu
for tool in node npm; do
  command -v "$tool" >/dev/null || { echo "missing: $tool"; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --prefix "$folder" --silent --no-audit --no-fund @vercel/routing-utils@6.6.0 \
  path-to-regexp@6.1.0 || exit 2
cat >"$folder/run.mjs" <<'EOF'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const { getTransformedRoutes } = require('@vercel/routing-utils')
const { pathToRegexp } = require('path-to-regexp')
for (const name of ['@vercel/routing-utils', 'path-to-regexp'])
  console.log(name, JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url))).version)

/** Sources with the paths that the compiled redirect matches, and those that path-to-regexp matches. */
const SOURCES = [
  ['/:path*', ['', '/blog', '/blog/a'], ['', '/', '/blog', '/blog/', '/blog/a', '/blog/a/']],
  ['/blog/:path*', ['/blog', '/blog/a'], ['/blog', '/blog/', '/blog/a', '/blog/a/']],
  ['/blog/(.*)', ['/blog/', '/blog/a', '/blog/a/'], ['/blog/', '/blog/a', '/blog/a/']],
  ['/:path(.*)', ['/', '/blog', '/blog/', '/blog/a', '/blog/a/'], ['/', '/blog', '/blog/', '/blog/a', '/blog/a/']],
]
const PATHS = ['', '/', '/blog', '/blog/', '/blog/a', '/blog/a/']
const shown = paths => paths.map(path => JSON.stringify(path)).join(' ')
let same = true
for (const [source, byHost, byLibrary] of SOURCES) {
  const { routes } = getTransformedRoutes({ redirects: [{ source, destination: 'https://new.example/' }] })
  const compiled = new RegExp(routes[0].src)
  const seen = [compiled, pathToRegexp(source)].map(pattern => shown(PATHS.filter(path => pattern.test(path))))
  console.log(`${source} is ${compiled.source}\n  matches        ${seen[0]}\n  path-to-regexp ${seen[1]}`)
  same &&= seen[0] === shown(byHost) && seen[1] === shown(byLibrary)
}
console.log(same ? 'as described' : 'the behaviour has changed')
process.exitCode = same ? 0 : 1
EOF
node "$folder/run.mjs"
