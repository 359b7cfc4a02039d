/** Imports point one way; ARCHITECTURE.md says why. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')

/** From the roof to the ground: a file may import from a lower floor, and from its own folder. */
const FLOORS: readonly (readonly string[])[] = [
  ['api', 'lib/cli', 'lib/host'],
  ['lib/app'],
  [
    'lib/accounting',
    'lib/admin',
    'lib/chat',
    'lib/device',
    'lib/distribution',
    'lib/exposure',
    'lib/move',
    'lib/notices',
    'lib/registrar',
    'lib/sandbox',
    'lib/tokens',
  ],
  ['lib/claims', 'lib/signatures'],
  ['lib/http', 'lib/store', 'lib/release', 'lib/disk'],
  ['lib/config.ts', 'lib/json.ts', 'lib/progress.ts'],
  ['lib/config'],
  ['lib/errors.ts'],
]

/** Imports between rooms of one floor that the plan allows, each with its reason. */
const ALLOWED = new Set([
  // the command line starts the local host
  'lib/cli -> lib/host',
])

/** Every TypeScript file below `folder`, relative to the project. */
function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.ts'))
    .map(entry => relative(ROOT, join(entry.parentPath, entry.name)))
}

/** The project's files that `file` imports, type imports included. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(match => match[1] ?? '')
  return specifiers.map(specifier => relative(ROOT, resolve(ROOT, dirname(file), specifier)))
}

function roomOf(file: string): string {
  return FLOORS.flat().find(room => file === room || file.startsWith(`${room}/`)) ?? file
}

function floorOf(room: string): number {
  return FLOORS.findIndex(floor => floor.includes(room))
}

function faultOf(from: string, to: string): string | undefined {
  const [here, there] = [roomOf(from), roomOf(to)]
  if (here === there) return undefined
  if (floorOf(here) === -1 || floorOf(there) === -1) return `${from} -> ${to}: a room that is on no floor`
  if (there === 'lib/sandbox' && (here === 'api' || here === 'lib/app'))
    return `${from} -> ${to}: no function imports a sandbox`
  if (floorOf(here) < floorOf(there) || ALLOWED.has(`${here} -> ${there}`)) return undefined
  return `${from} -> ${to}: up, or across a floor`
}

test('imports point from api, cli and host down to errors, and services never import each other', () => {
  const files = [...sources('api'), ...sources('lib')]
  const faults = files.flatMap(from => importsOf(from).map(to => faultOf(from, to)))
  expect(faults.filter(fault => fault !== undefined)).toEqual([])
  expect(files.length).toBeGreaterThan(0)
})
