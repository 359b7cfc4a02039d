/** Imports point one way, and every room stays easy to see; ARCHITECTURE.md says why. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')

/**
 * The wings from the roof to the ground (ARCHITECTURE.md): a file may import from a lower floor, and from its own room. The
 * rooms of one floor know nothing of each other.
 */
const FLOORS: readonly (readonly string[])[] = [
  ['api', 'lib/cli'],
  ['lib/app', 'sandbox'],
  [
    'lib/services/accounting',
    'lib/services/activity',
    'lib/services/admin',
    'lib/services/chat',
    'lib/services/distribution',
    'lib/services/notices',
    'lib/services/registrar',
    'lib/device',
    'lib/exposure',
    'lib/move',
    'lib/publishing',
  ],
  ['lib/core/claims', 'lib/core/signatures'],
  ['lib/core/store'],
  ['lib/core/config', 'lib/core/remote'],
  ['lib/core/http', 'lib/core/release', 'lib/core/markdown', 'lib/core/disk'],
  ['lib/core/language'],
  ['lib/core/json.ts', 'lib/core/concurrency.ts', 'lib/core/progress.ts'],
  ['lib/core/errors.ts'],
  ['lib/core/phrase.ts'],
]

/**
 * The inner rooms of each room, again from the roof to the ground: an inner room may import from those after it. The
 * files of the room itself are what its inner rooms share (`deps.ts`, `schema.ts`) and what puts them together
 * (`service.ts`, `contract.ts`); they may import from any inner room as long as no circle of files arises.
 */
const INNER_ROOMS: Readonly<Record<string, readonly string[]>> = {
  'lib/app': ['open-items', 'health', 'contracts', 'outlet'],
  'lib/services/accounting': [
    'routes',
    'tokens',
    'learning',
    'imports',
    'receipts',
    'deals',
    'taxes',
    'journals',
    'remote',
  ],
  'lib/core/claims': ['transitions'],
  'lib/core/http': ['request'],
  'lib/services/chat': ['status', 'delivery', 'acts', 'channel', 'remote'],
  'lib/cli': [
    'start',
    'doctor',
    'today',
    'setup',
    'settle',
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
  'lib/move': ['report', 'rules', 'baseline', 'site', 'page', 'visit', 'facts'],
  'lib/publishing': ['check', 'rollback', 'build', 'payload', 'keys'],
  'lib/core/release': ['folder', 'update', 'delta', 'body'],
  'lib/services/registrar': ['routes', 'orders', 'purchase', 'remote', 'spending'],
  sandbox: ['host', 'accounting', 'chat', 'registrar'],
  'lib/services/accounting/tokens': ['browser', 'storing', 'exchange'],
}

/** The most files that a folder holds. */
const LARGEST_FOLDER = 16

/** Every TypeScript file below `folder`, relative to the project; what is published is not kura's code. */
function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.[jt]s$/.test(entry.name))
    .map(entry => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter(file => !/^lib\/services\/distribution\/(?:payload|release)\//.test(file))
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
  if (there === 'sandbox' && here !== 'lib/cli')
    return `${from} -> ${to}: the command line alone starts the sandbox`
  if (floorOf(here) < floorOf(there)) return undefined
  return `${from} -> ${to}: up, or across a floor`
}

/** The inner room of `room` that holds a file; the room's own files have none. */
function innerRoomOf(file: string, room: string): string | undefined {
  if (!file.startsWith(`${room}/`)) return undefined
  const [inner, ...rest] = file.slice(room.length + 1).split('/')
  return rest.length > 0 ? inner : undefined
}

/** Why `from` may not import `to` within the rooms that hold both. */
function innerFault(from: string, to: string): string | undefined {
  for (const [room, order] of Object.entries(INNER_ROOMS)) {
    const [here, there] = [innerRoomOf(from, room), innerRoomOf(to, room)]
    if (here === undefined || there === undefined || here === there) continue
    if (!order.includes(here) || !order.includes(there))
      return `${from} -> ${to}: an inner room that is not listed`
    if (order.indexOf(here) > order.indexOf(there))
      return `${from} -> ${to}: up, between the inner rooms of ${room}`
  }
  return undefined
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

const files = [...sources('api'), ...sources('lib'), ...sources('sandbox')]
const imports = new Map(files.map(file => [file, importsOf(file)]))
const arrows = [...imports].flatMap(([from, targets]) => targets.map(to => ({ from, to })))
const faults = (faultOf: (from: string, to: string) => string | undefined) =>
  arrows.map(({ from, to }) => faultOf(from, to)).filter(fault => fault !== undefined)

describe('imports', () => {
  test('point from api and cli down to errors, and the rooms of a floor never import each other', () => {
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
  const rooms = [...FLOORS.flat(), ...Object.keys(INNER_ROOMS)]
  const found = new Set(
    files.flatMap(file =>
      rooms
        .filter(room => innerRoomOf(file, room) !== undefined)
        .map(room => `${room}/${innerRoomOf(file, room)}`),
    ),
  )
  const listed = Object.entries(INNER_ROOMS).flatMap(([room, inner]) => inner.map(name => `${room}/${name}`))
  expect([...found].sort()).toEqual(listed.sort())
})
