/** Imports point one way, and each room stays small; ARCHITECTURE.md says why. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')

/**
 * The wings from the roof to the ground (ARCHITECTURE.md). A file may import from a lower floor, and from its own room;
 * rooms of one floor do not import each other.
 */
const FLOORS: readonly (readonly string[])[] = [
  ['api', 'lib/cli'],
  ['lib/app', 'sandbox'],
  // below app, which passes the other functions in
  ['lib/console'],
  // the stored texts of all services
  ['lib/services/words.ts', 'lib/services/device-words.ts'],
  [...foldersOf('lib/services'), 'lib/device', 'lib/exposure', 'lib/move', 'lib/publishing'],
  ['lib/core/claims', 'lib/core/passkey', 'lib/core/signatures'],
  ['lib/core/store', 'lib/core/network'],
  ['lib/core/config', 'lib/core/remote'],
  ['lib/core/http', 'lib/core/release', 'lib/core/markdown', 'lib/core/disk'],
  ['lib/core/language'],
  ['lib/core/json', 'lib/core/work'],
  ['lib/core/errors.ts'],
  ['lib/core/phrase.ts'],
]

/**
 * The largest number of files and folders in one folder. Only `test/` may have more: it mirrors `lib/`, and has other
 * rooms too.
 */
const MOST_ENTRIES = 16

/** One file imports another. */
interface Arrow {
  readonly from: string
  readonly to: string
}

/** The folders in `folder`, relative to the project. */
function foldersOf(folder: string): string[] {
  const entries = readdirSync(join(ROOT, folder), { withFileTypes: true })
  return entries.filter(entry => entry.isDirectory()).map(({ name }) => join(folder, name))
}

/** Every TypeScript file below `folder`, relative to the project. A release's files are not kura's code. */
function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.[jt]s$/.test(entry.name))
    .map(entry => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter(file => !/^lib\/services\/distribution\/(?:payload|release)\//.test(file))
}

/** The folders that hold `file`, at any depth. */
function foldersAbove(file: string): string[] {
  const folder = dirname(file)
  return folder === '.' ? [] : [folder, ...foldersAbove(folder)]
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

/** Says why `from` may not import `to`; undefined if it may. */
function floorFault(from: string, to: string): string | undefined {
  const [here, there] = [roomOf(from), roomOf(to)]
  if (here === there) return undefined
  if (floorOf(here) === -1 || floorOf(there) === -1) return `${from} -> ${to}: a room that is on no floor`
  if (there === 'sandbox' && here !== 'lib/cli')
    return `${from} -> ${to}: the command line alone starts the sandbox`
  if (floorOf(here) < floorOf(there)) return undefined
  return `${from} -> ${to}: up, or across a floor`
}

/** The inner room of `room` that has the file; undefined for the room's own files. */
function innerRoomOf(file: string, room: string): string | undefined {
  if (!file.startsWith(`${room}/`)) return undefined
  const [inner = '', ...rest] = file.slice(room.length + 1).split('/')
  return rest.length > 0 ? join(room, inner) : undefined
}

/**
 * The inner rooms of `room` with the inner rooms that each one imports, and the importing file. The room's own files do
 * not count: its inner rooms share some of them (`deps.ts`, `schema.ts`), and others put the inner rooms together
 * (`service.ts`, `contract.ts`).
 */
function innerImports(room: string, imports: readonly Arrow[]): Map<string, Map<string, Arrow>> {
  const found = new Map<string, Map<string, Arrow>>()
  for (const arrow of imports) {
    const [here, there] = [innerRoomOf(arrow.from, room), innerRoomOf(arrow.to, room)]
    if (here === undefined || there === undefined || here === there) continue
    found.set(here, (found.get(here) ?? new Map()).set(there, arrow))
  }
  return found
}

/** The imports by which the inner rooms of `room` form a circle; empty if they form none. */
function innerCircle(room: string, imports: readonly Arrow[]): string[] {
  const inner = innerImports(room, imports)
  const circle = findCircle(new Map([...inner].map(([from, to]) => [from, [...to.keys()]])))
  return circle.slice(1).map((there, at) => {
    const { from, to } = inner.get(circle[at] ?? '')?.get(there) ?? {}
    return `${from} -> ${to}`
  })
}

/** The first circle of imports; empty if there is none. */
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
const arrows: readonly Arrow[] = [...imports].flatMap(([from, targets]) => targets.map(to => ({ from, to })))
const faults = (faultOf: (from: string, to: string) => string | undefined) =>
  arrows.map(({ from, to }) => faultOf(from, to)).filter(fault => fault !== undefined)

/** The files that `file` loads, immediately or later, and itself. */
function reachedFrom(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file)) return known
  known.add(file)
  for (const next of imports.get(file) ?? []) reachedFrom(next, known)
  return known
}

describe('imports', () => {
  test('point from api and cli down to errors, and the rooms of a floor never import each other', () => {
    expect(faults(floorFault)).toEqual([])
    expect(files.length).toBeGreaterThan(0)
  })

  test('point one way between the inner rooms of a room', () => {
    const rooms = new Set(files.flatMap(foldersAbove))
    expect([...rooms].flatMap(room => innerCircle(room, arrows))).toEqual([])
    const down = { from: 'lib/cli/commands/start/start.ts', to: 'lib/cli/operator/key.ts' }
    const up = { from: 'lib/cli/operator/options.ts', to: 'lib/cli/commands/start/log-file.ts' }
    expect(innerCircle('lib/cli', [down])).toEqual([])
    expect(innerCircle('lib/cli', [down, up])).toEqual([
      'lib/cli/commands/start/start.ts -> lib/cli/operator/key.ts',
      'lib/cli/operator/options.ts -> lib/cli/commands/start/log-file.ts',
    ])
  })

  test('lead to the console and to the library of passkeys from no function but api/console.ts', () => {
    // the notices and the status message read these: who may approve, which receipts wait, and each item's page
    const shared = /^lib\/console\/(?:core\.ts|people\/|drafts\/|frame\/addresses\.ts)/
    const isConsoles = (file: string) =>
      (file.startsWith('lib/console/') && !shared.test(file)) || file === 'lib/core/passkey/door.ts'
    const functions = files.filter(file => dirname(file) === 'api')
    const reaching = functions.filter(file => [...reachedFrom(file)].some(isConsoles))
    expect(reaching).toEqual(['api/console.ts'])
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

test('no folder holds more than a person sees at a glance', () => {
  const folders = [...files, ...sources('test')].flatMap(foldersAbove)
  const entries = [...new Set(folders)].map(folder => ({
    folder,
    count: readdirSync(join(ROOT, folder)).length,
  }))
  const full = entries.filter(({ folder, count }) => count > MOST_ENTRIES && folder !== 'test')
  expect(full.map(({ folder, count }) => `${folder}: ${count}`)).toEqual([])
})

test('no file repeats the name of its folder', () => {
  const repeats = [...files, ...sources('test')].filter(file => {
    const folder = basename(dirname(file))
    return [folder, folder.replace(/s$/, '')].some(name => basename(file).startsWith(`${name}-`))
  })
  expect(repeats).toEqual([])
})

test('each cell of the table "Find it" names something that is there', () => {
  const page = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')
  const table = page.split('## Find it')[1]?.split('\n## ')[0] ?? ''
  const rows = table
    .split('\n')
    .filter(line => line.startsWith('|'))
    .slice(2)
  const cells = rows.flatMap(row =>
    row
      .split('|')
      .slice(2, -1)
      .map(cell => cell.trim()),
  )
  const named = cells.filter(cell => cell !== '–').map(cell => /^`([^`]+)`$/.exec(cell)?.[1] ?? cell)
  expect(rows.length).toBeGreaterThan(10)
  expect(named.filter(path => !existsSync(join(ROOT, path)))).toEqual([])
})

/** The names in the newest Node that 22 or 24.0 lacks. */
const NEWER_THAN_22 =
  /^\s*(?:await )?using \w+ =|\b(?:URLPattern|RegExp\.escape|Promise\.try|Error\.isError|import\.meta\.main)\b/m

test('the sources of the commands run on Node 22 (decision 0045)', () => {
  const files = ['bin', 'lib', 'sandbox', 'scripts'].flatMap(sources)
  const newer = files.filter(file => {
    const text = readFileSync(join(ROOT, file), 'utf8').replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '')
    return NEWER_THAN_22.test(text)
  })
  expect(newer).toEqual([])
})
