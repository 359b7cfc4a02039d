#!/bin/sh
# zod@4.6.7 beside ajv@8.20.0
# Expected: z.fromJSONSchema() makes a schema that takes what the JSON Schema takes, and throws for a keyword that it
#   does not support, as it does for `not` or `if`.
# Seen: three common forms are dropped in silence. A name in `required` without an entry in `properties` is not
#   required. A limit without `type`, and a limit beside `anyOf`, is not applied. A `const` that is an object refuses
#   every object, since it compares identities. So a tool's or a server's published schema lets through a call that
#   its owner refuses.
set -eu
for tool in node npm; do command -v "$tool" >/dev/null || { echo "$tool is missing"; exit 2; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --prefix "$folder" zod@4.6.7 ajv@8.20.0 || exit 2
cat > "$folder/show.mjs" <<'JS'
import { readFileSync } from 'node:fs'
import Ajv from 'ajv/dist/2020.js'
import * as z from 'zod'
for (const name of ['zod', 'ajv'])
  console.log(name, JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url), 'utf8')).version)
const ajv = new Ajv({ strict: false })
const rows = [
  [{ type: 'object', properties: { yen: { type: 'integer' } }, required: ['yen'] }, {}, false],
  [{ type: 'object', properties: { yen: { type: 'integer' } }, required: ['day'] }, { yen: 1 }, true],
  [{ minimum: 100 }, 1, true],
  [{ anyOf: [{ type: 'string' }], minLength: 3 }, 'a', true],
  [{ const: { rate: 10 } }, { rate: 10 }, false],
]
let same = true
for (const [schema, value, described] of rows) {
  const seen = z.fromJSONSchema(schema).safeParse(value).success
  const other = ajv.validate(schema, value)
  console.log(`${JSON.stringify(schema)}\n  ${JSON.stringify(value)}: zod ${seen}, ajv ${other}`)
  same &&= seen === described && (schema === rows[0][0] ? seen === other : seen !== other)
}
for (const schema of [{ not: { const: 1 } }, { if: {}, then: {} }])
  try {
    z.fromJSONSchema(schema)
    console.log(`${JSON.stringify(schema)} is taken`)
  } catch (error) {
    console.log(`${JSON.stringify(schema)} is refused: ${error.message}`)
  }
process.exit(same ? 0 : 1)
JS
node "$folder/show.mjs"
