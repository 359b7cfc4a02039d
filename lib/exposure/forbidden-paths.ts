/** The paths that the host must not serve without credentials (document 3). Pure. */
import { pathVariants, requestPath } from './request-path.ts'

export interface ProjectNames {
  /** The names of the functions; `distribution` stands for `/api/distribution`. */
  readonly functions: readonly string[]
  /** The paths of the payload's files, relative to the payload. */
  readonly payload: readonly string[]
  /** The paths of the project's files (`listProjectFiles`). */
  readonly files: readonly string[]
  /** The folder that the host serves, relative to the project's root. */
  readonly served: string
}

/** The paths in document 3's table: every deployment must answer them with 404 and nothing else. */
export const DOCUMENT_ROWS = [
  '/<payload>.js',
  '/.env',
  '/.env.local',
  '/api/_<name>.js',
  '/api/<name>.test.mjs',
] as const
export type DocumentRow = (typeof DOCUMENT_ROWS)[number]

export const PATH_GROUPS = ['document 3', 'functions', 'payload', 'project', 'leaks', 'variants'] as const
export type PathGroup = (typeof PATH_GROUPS)[number]

export interface ForbiddenPath {
  readonly path: string
  readonly group: PathGroup
  /** The path's row in the table of document 3; set if only the status code 404 is allowed. */
  readonly row?: DocumentRow
  /** The file at this path. If an answer begins like this file, the path is exposed, whatever the status code is. */
  readonly file?: string
  /** The name of the variant, if the path is not in its plain spelling. */
  readonly variant?: string
}

/** Returns the forbidden paths without duplicates, the rows of document 3 first. */
export function forbiddenPaths(names: ProjectNames): ForbiddenPath[] {
  const plain = [
    ...documentPaths(names),
    ...functionPaths(names),
    ...payloadPaths(names),
    ...projectPaths(names),
    ...USUAL_LEAKS.map(path => ({ path, group: 'leaks' as const })),
  ]
  const once = firstOfEach(plain)
  return firstOfEach([...once, ...withVariants(once).flatMap(variantsOf)])
}

function documentPaths({ functions, payload }: ProjectNames): ForbiddenPath[] {
  const stems = [...payload.map(stemOf), 'payload', 'release']
  const row = (row: DocumentRow, path: string): ForbiddenPath => ({ path, group: 'document 3', row })
  return [
    ...stems.map(stem => row('/<payload>.js', requestPath(`${stem}.js`))),
    row('/.env', '/.env'),
    row('/.env.local', '/.env.local'),
    ...functions.map(name => row('/api/_<name>.js', `/api/_${name}.js`)),
    ...functions.map(name => row('/api/<name>.test.mjs', `/api/${name}.test.mjs`)),
  ]
}

/** Returns the paths of the functions, and related paths that a build may create. */
function functionPaths({ functions }: ProjectNames): ForbiddenPath[] {
  const endings = ['', '/', '/x', '.js', '.mjs', '.ts', '.js.map', '.test.ts', '.test.js', '.func']
  const names = functions.flatMap(name => [
    ...endings.map(ending => `/api/${name}${ending}`),
    `/api/_${name}.ts`,
    `/api/.${name}.ts`,
    `/api/${name}.func/.vc-config.json`,
  ])
  return ['/', '/api', '/api/', '/api/index', ...names].map(path => ({ path, group: 'functions' }))
}

function payloadPaths({ payload }: ProjectNames): ForbiddenPath[] {
  const places = ['', 'payload/', 'release/', 'public/', 'api/']
  return payload.flatMap(file =>
    places.map(place => ({ path: requestPath(place + file), group: 'payload' as const })),
  )
}

function projectPaths({ files, served }: ProjectNames): ForbiddenPath[] {
  const sources: ForbiddenPath[] = files.map(file => ({ path: requestPath(file), group: 'project', file }))
  const built = files
    .filter(file => /\.[cm]?ts$/.test(file))
    .flatMap(file => [file.replace(/ts$/, 'js'), file.replace(/ts$/, 'js.map')])
  const fromServed = files.filter(file => file.startsWith(`${served}/`)).map(file => `${file}.map`)
  const derived = [...built, ...fromServed, ...foldersOf(files).map(folder => `${folder}/`)]
  return [...sources, ...derived.map(name => ({ path: folderPath(name), group: 'project' as const }))]
}

function folderPath(name: string): string {
  return name.endsWith('/') ? `${requestPath(name.slice(0, -1))}/` : requestPath(name)
}

function foldersOf(files: readonly string[]): string[] {
  const folders = files.flatMap(file => {
    const segments = file.split('/').slice(0, -1)
    return segments.map((_, index) => segments.slice(0, index + 1).join('/'))
  })
  return [...new Set(folders)]
}

function stemOf(file: string): string {
  const name = file.slice(file.lastIndexOf('/') + 1)
  return name.replace(/(?<=.)\.[^.]*$/, '')
}

/** The folders that no build reads. A host serves either all files of such a folder, or none. */
const UNBUILT = ['test', 'bench', 'scripts']

/** Returns the paths that are also requested in other spellings. The first file of an unbuilt folder stands for all. */
function withVariants(plain: readonly ForbiddenPath[]): ForbiddenPath[] {
  const represented = new Set<string>()
  return plain.filter(({ group, file }) => {
    if (file === undefined) return group === 'document 3' || group === 'functions' || group === 'leaks'
    if (!UNBUILT.some(folder => file.startsWith(`${folder}/`))) return true
    const folder = file.slice(0, file.lastIndexOf('/'))
    if (represented.has(folder)) return false
    represented.add(folder)
    return true
  })
}

function variantsOf(forbidden: ForbiddenPath): ForbiddenPath[] {
  const { row: _onlyThePlainForm, ...rest } = forbidden
  return pathVariants(forbidden.path).map(({ name, path }) => ({
    ...rest,
    path,
    group: 'variants',
    variant: name,
  }))
}

function firstOfEach(paths: readonly ForbiddenPath[]): ForbiddenPath[] {
  const known = new Map<string, ForbiddenPath>()
  for (const forbidden of paths) if (!known.has(forbidden.path)) known.set(forbidden.path, forbidden)
  return [...known.values()]
}

const USUAL_LEAKS = [
  '/.git/config',
  '/.git/HEAD',
  '/.git/index',
  '/.git/logs/HEAD',
  '/.gitignore',
  '/.npmrc',
  '/.env.production',
  '/.env.development',
  '/.env.bak',
  '/.env~',
  '/lib/.env',
  '/api/.env',
  '/.kura/store.db',
  '/.kura/env',
  '/.kura/operator.json',
  '/.kura/host.log',
  '/.kura/devices/demo/credentials.json',
  '/.vercel/project.json',
  '/.vercel/output/config.json',
  '/.vercelignore',
  '/vercel.json',
  '/vercel.json~',
  '/vercel.json.bak',
  '/package.json',
  '/package.json.bak',
  '/package-lock.json',
  '/tsconfig.json',
  '/README.md',
  '/ARCHITECTURE.md',
  '/credentials.json',
  '/node_modules/.package-lock.json',
  '/node_modules/zod/package.json',
  '/index.html',
  '/404.html',
  '/.DS_Store',
  '/backup.zip',
  '/backup.tar.gz',
  '/dump.rdb',
  '/release.json',
  '/manifest.json',
  '/lib.zip',
]
