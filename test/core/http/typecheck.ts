/** Runs the project's compiler on a temporary project with files that are wrong on purpose. */
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../../..')
const NOT_CODE = ['lib/services/distribution/release']

export interface TypeProject {
  /** Changes a file of the copy. @throws Error unless `from` occurs in it exactly once */
  replace(file: string, from: string, to: string): Promise<void>
  /** Writes `files` beside the copy. */
  write(files: Readonly<Record<string, string>>): Promise<void>
  /** Returns the errors in `files` and in their imports, `file: TS2345`, sorted, each once. */
  check(files: readonly string[]): Promise<string[]>
  remove(): Promise<void>
}

/** Copies `lib` to a temporary folder, to be compiled with the project's settings. */
export async function copyForTypes(): Promise<TypeProject> {
  const dir = await mkdtemp(join(tmpdir(), 'kura-types-'))
  await cp(join(ROOT, 'lib'), join(dir, 'lib'), {
    recursive: true,
    filter: source => !NOT_CODE.includes(relative(ROOT, source)),
  })
  await cp(join(ROOT, 'package.json'), join(dir, 'package.json'))
  await symlink(join(ROOT, 'node_modules'), join(dir, 'node_modules'))
  return {
    async replace(file, from, to) {
      const parts = (await readFile(join(dir, file), 'utf8')).split(from)
      if (parts.length !== 2) throw new Error(`"${from}" occurs ${parts.length - 1} times in ${file}`)
      await writeFile(join(dir, file), parts.join(to))
    },
    async write(files) {
      for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text)
    },
    async check(files) {
      const settings = { extends: join(ROOT, 'tsconfig.json'), include: [], exclude: [], files }
      await writeFile(join(dir, 'tsconfig.json'), JSON.stringify(settings))
      return faultsIn(await compile(dir))
    },
    remove: () => rm(dir, { recursive: true, force: true }),
  }
}

/** Returns the compiler's output; throws if it fails for another reason than errors in the code. */
function compile(dir: string): Promise<string> {
  const compiler = join(ROOT, 'node_modules/.bin/tsc')
  return new Promise((done, failed) => {
    execFile(compiler, ['-p', dir, '--pretty', 'false'], { cwd: dir }, (error, out) => {
      if (error && !out.includes('error TS')) failed(error)
      else done(out)
    })
  })
}

function faultsIn(out: string): string[] {
  const found = out.matchAll(/^(\S[^(\n]*)(?:\(\d+,\d+\))?: error (TS\d+)/gm)
  return [...new Set([...found].map(([, file, code]) => `${file}: ${code}`))].sort()
}
