/** `npm run functions`: writes the files of `api/`, and the functions and rewrites of `vercel.json`. */
import { readFile, writeFile } from 'node:fs/promises'
import { fileOf, hostRows } from './generate.ts'
import { FUNCTION_NAMES } from './table.ts'

for (const name of FUNCTION_NAMES) await writeFile(`api/${name}.ts`, fileOf(name))
const settings = JSON.parse(await readFile('vercel.json', 'utf8'))
const text = JSON.stringify({ ...settings, ...hostRows() }, null, 2)
// a small object takes one line; the formatter divides it if it is too long
const compact = text.replaceAll(
  /\{\s+([^{}]+?)\s+\}/g,
  (_, members) => `{ ${members.replaceAll(/\n\s+/g, ' ')} }`,
)
await writeFile('vercel.json', `${compact}\n`)
