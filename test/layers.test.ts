/** Imports point one way, and every room stays easy to see; ARCHITECTURE.md says why. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')

/** From the roof to the ground: a file may import from a lower floor, and from its own room. */
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
    'lib/publishing',
    'lib/registrar',
    'lib/sandbox',
    'lib/tokens',
  ],
  ['lib/activity', 'lib/claims', 'lib/remote', 'lib/signatures'],
  ['lib/html', 'lib/http', 'lib/store', 'lib/release', 'lib/disk', 'lib/markdown'],
  ['lib/concurrency.ts', 'lib/config.ts', 'lib/json.ts', 'lib/progress.ts'],
  ['lib/config'],
  ['lib/language'],
  ['lib/errors.ts'],
]

/**
 * The inner rooms of each room, again from the roof to the ground: an inner room may import from those after it. The
 * files of the room itself are what its inner rooms share (`deps.ts`, `schema.ts`) and what puts them together
 * (`service.ts`, `contract.ts`); they may import from any inner room as long as no circle of files arises.
 */
const INNER_ROOMS: Readonly<Record<string, readonly string[]>> = {
  'lib/app': ['accounting', 'health', 'matters', 'cron', 'contracts', 'outlet'],
  'lib/accounting': [
    'routes',
    'learning',
    'imports',
    'receipts',
    'deals',
    'taxes',
    'master-data',
    'journals',
    'remote',
  ],
  'lib/claims': ['transitions'],
  'lib/http': ['request'],
  'lib/chat': ['status', 'delivery', 'channel', 'remote'],
  'lib/cli': [
    'start',
    'doctor',
    'today',
    'setup',
    'accounting',
    'chat',
    'registrar',
    'move',
    'probe',
    'device',
    'log',
    'publish',
    'operator',
    'terminal',
  ],
  'lib/device': ['schedule', 'fetch', 'install', 'index', 'trust', 'disk'],
  'lib/language': ['catalogue'],
  'lib/move': ['report', 'rules', 'baseline', 'site', 'page', 'visit', 'facts'],
  'lib/publishing': ['check', 'rollback', 'build'],
  'lib/release': ['update', 'delta'],
  'lib/registrar': ['routes', 'orders', 'purchase', 'mail', 'remote', 'spending'],
  'lib/sandbox': ['accounting', 'chat', 'registrar'],
  'lib/tokens': ['browser', 'storing', 'exchange'],
}

/** Imports between rooms of one floor that the plan allows, each with its reason. */
const ALLOWED = new Set([
  // the command line starts the local host
  'lib/cli -> lib/host',
])

/** The most files that a folder holds. */
const LARGEST_FOLDER = 16

/** Every TypeScript file below `folder`, relative to the project; what is published is not kura's code. */
function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.[jt]s$/.test(entry.name))
    .map(entry => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter(file => !/^lib\/distribution\/(?:payload|release)\//.test(file))
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

/** Why `from` may not import `to`; undefined if it may. */
function floorFault(from: string, to: string): string | undefined {
  const [here, there] = [roomOf(from), roomOf(to)]
  if (here === there) return undefined
  if (floorOf(here) === -1 || floorOf(there) === -1) return `${from} -> ${to}: a room that is on no floor`
  if (there === 'lib/sandbox' && (here === 'api' || here === 'lib/app'))
    return `${from} -> ${to}: no function imports a sandbox`
  if (floorOf(here) < floorOf(there) || ALLOWED.has(`${here} -> ${there}`)) return undefined
  return `${from} -> ${to}: up, or across a floor`
}

/** The inner room of a file, as a path; the room's own files have none. */
function innerRoomOf(file: string): string | undefined {
  const room = roomOf(file)
  const [inner, ...rest] = file.slice(room.length + 1).split('/')
  return rest.length > 0 ? inner : undefined
}

function innerFault(from: string, to: string): string | undefined {
  const room = roomOf(from)
  const order = INNER_ROOMS[room]
  const [here, there] = [innerRoomOf(from), innerRoomOf(to)]
  if (!order || room !== roomOf(to) || here === undefined || there === undefined || here === there)
    return undefined
  if (!order.includes(here) || !order.includes(there))
    return `${from} -> ${to}: an inner room that is not listed`
  return order.indexOf(here) < order.indexOf(there)
    ? undefined
    : `${from} -> ${to}: up, between the inner rooms of ${room}`
}

/** The first circle of imports that is found; empty if there is none. */
function findCircle(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]): string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return []
    for (const next of imports.get(file) ?? []) {
      const circle = visit(next, [...path, file])
      if (circle.length > 0) return circle
    }
    done.add(file)
    return []
  }
  for (const file of imports.keys()) {
    const circle = visit(file, [])
    if (circle.length > 0) return circle
  }
  return []
}

const files = [...sources('api'), ...sources('lib')]
const imports = new Map(files.map(file => [file, importsOf(file)]))
const arrows = [...imports].flatMap(([from, targets]) => targets.map(to => ({ from, to })))
const faults = (faultOf: (from: string, to: string) => string | undefined) =>
  arrows.map(({ from, to }) => faultOf(from, to)).filter(fault => fault !== undefined)

describe('imports', () => {
  test('point from api, cli and host down to errors, and services never import each other', () => {
    expect(faults(floorFault)).toEqual([])
    expect(files.length).toBeGreaterThan(0)
  })

  test('point one way between the inner rooms of a room', () => {
    expect(faults(innerFault)).toEqual([])
  })

  test('form no circle, types included', () => {
    expect(findCircle(imports)).toEqual([])
    expect(
      findCircle(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['b']],
        ]),
      ),
    ).toEqual(['b', 'c', 'b'])
  })
})

test('no folder holds more files than a person sees at a glance', () => {
  const folders = Map.groupBy([...files, ...sources('test')], file => dirname(file))
  const full = [...folders].filter(([, inside]) => inside.length > LARGEST_FOLDER)
  expect(full.map(([folder, inside]) => `${folder}: ${inside.length}`)).toEqual([])
})

test('no file repeats the name of its folder', () => {
  const repeats = [...files, ...sources('test')].filter(file => {
    const folder = basename(dirname(file))
    return [folder, folder.replace(/s$/, '')].some(name => basename(file).startsWith(`${name}-`))
  })
  expect(repeats).toEqual([])
})

test('every inner room is listed', () => {
  const rooms = new Set(
    files
      .filter(file => FLOORS.flat().includes(roomOf(file)) && innerRoomOf(file))
      .map(file => `${roomOf(file)}/${innerRoomOf(file)}`),
  )
  const listed = Object.entries(INNER_ROOMS).flatMap(([room, inner]) => inner.map(name => `${room}/${name}`))
  expect([...rooms].sort()).toEqual(listed.sort())
})
