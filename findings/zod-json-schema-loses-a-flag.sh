#!/bin/sh
# zod@4.6.7 with ajv@8.20.0
# Expected: z.toJSONSchema() describes what the schema takes, and throws for what JSON Schema cannot say, as it does
#   for a set or a transform. JSON Schema has no flags of a pattern and no format "includes".
# Seen: the flag i of regex() is dropped in silence, so `t1234567890123` fits the zod schema and not its JSON Schema;
#   with s it is a text of two lines. includes() adds "format": "includes", with startsWith() too, which Ajv's strict
#   mode, its default, refuses even with ajv-formats. So a description made from the code refuses requests that the
#   code takes.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" zod@4.6.7 ajv@8.20.0 ajv-formats@3.0.1 || exit 2
cat > "$folder/show.mjs" <<'JS'
import { readFileSync } from 'node:fs'
import addFormats from 'ajv-formats'
import Ajv from 'ajv/dist/2020.js'
import * as z from 'zod'
for (const name of ['zod', 'ajv'])
  console.log(name, JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url), 'utf8')).version)
const ajv = addFormats(new Ajv())
const rows = [
  [z.string().regex(/^T\d{13}$/), 'T1234567890123', true],
  [z.string().regex(/^T\d{13}$/i), 't1234567890123', false],
  [z.string().regex(/^From:.*Total/s), 'From: a\nTotal', false],
  [z.string().includes('@'), 'a@b', 'unknown format "includes"'],
  [z.string().startsWith('T').includes('-'), 'T-1', 'unknown format "includes"'],
]
let same = true
for (const [schema, text, described] of rows) {
  const json = z.toJSONSchema(schema)
  let seen
  try {
    seen = ajv.validate(json, text)
  } catch (error) {
    seen = error.message.split(' ignored')[0]
  }
  const { $schema, ...rest } = json
  console.log(`${JSON.stringify(rest)}\n  ${JSON.stringify(text)}: zod ${schema.safeParse(text).success}, ajv ${seen}`)
  same &&= schema.safeParse(text).success && seen === described
}
process.exit(same ? 0 : 1)
JS
node "$folder/show.mjs"
