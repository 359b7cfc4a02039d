/** A folder of Windows with the real start file, and stand-ins for Node and for the programs that fetch it. */
import { createHash } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PINNED_NODE, type PinnedNode } from '../../lib/device/program/node-build.ts'
import { START_FILES } from '../../lib/device/program/start-file.ts'
import { windowsStartFile } from '../../lib/device/program/start-files/windows.ts'
import { pathOf, type RunOptions, runWindows } from './wine.ts'

/** The file that the stand-in for curl serves. */
export const SERVED = 'C:\\programs\\served.exe'
/** The version that the start file names, and a newer one. */
export const VERSION = '24.21.0'
export const NEWER = '24.100.1'

interface FolderOptions {
  /** The folder; a new one unless given. */
  readonly dir?: string
  readonly proxy?: string
  /** The content of `kura-device.mjs`; null if the file is missing. */
  readonly program?: string | null
}

let folders = 0

/** A folder with the start file, a device program, and no Node. */
export async function openFolder({
  dir = `C:\\users\\山田 ^&(x)!\\${++folders}\\kura`,
  proxy,
  program = 'good',
}: FolderOptions = {}) {
  const sha256 = createHash('sha256')
    .update(await readFile(pathOf(SERVED)))
    .digest('hex')
  const windows = { name: 'win-x64/node.exe', sha256, bytes: 93_580_104 }
  const node: PinnedNode = { version: VERSION, builds: { ...PINNED_NODE.builds, windows } }
  const file = (name: string) => pathOf(`${dir}\\${name}`)
  const write = async (name: string, content: string | Buffer) => {
    await mkdir(dirname(file(name)), { recursive: true })
    await writeFile(file(name), content)
  }
  await write(START_FILES.windows, windowsStartFile({ language: 'en', proxy, node }))
  if (program !== null) await write('kura-device.mjs', program)
  return {
    dir,
    file,
    write,
    sha256,
    /** Runs the start file with one word; the company has not installed Node. */
    start: (word: string, env: RunOptions['env'] = {}, typed: readonly string[] = []) => {
      const command = `cmd.exe /d /s /c ""${dir}\\${START_FILES.windows}" ${word}"`
      const options = { env: { KURA_NODE: undefined, ...env }, typed }
      return runWindows(['C:\\programs\\run.exe', 'C:\\', command], options)
    },
    async place(version: string, from = SERVED) {
      await mkdir(file(`.kura\\node\\${version}`), { recursive: true })
      await copyFile(pathOf(from), file(`.kura\\node\\${version}\\node.exe`))
    },
    lineOf: (version: string) => `${version} win-x64/node.exe ${sha256} 93580104\n`,
    /** The versions of Node in the folder, and each file whose download has not ended. */
    async nodes() {
      const found = await readdir(file('.kura\\node'), { recursive: true }).catch(() => [])
      return found.filter(name => name.includes('.exe') || name.includes('.part')).sort()
    },
  }
}

/** The output of the stand-in for Node. */
export function ran(version: string, word: string, program = 'kura-device.mjs'): string {
  return `node ${version}: ${program} ${word} --dir`
}
