/** A company: its host runs on this machine, and its devices are in folders of Windows. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { routesOfAdmin } from '../../lib/app/functions/admin.ts'
import { routesOfDistribution } from '../../lib/app/functions/distribution.ts'
import { DEVICE_PROGRAM_NAME, START_FILES } from '../../lib/device/program/start-file.ts'
import { keyText, serveFunction } from '../helpers/functions.ts'
import { runKuraIn } from '../helpers/processes/run-kura.ts'
import type { PayloadMap, TestPublisherOptions } from '../helpers/publishing/release.ts'
import { temporaryPublisher } from '../helpers/publishing/temporary-publisher.ts'
import { type Ended, NODE, pathOf, runWindows } from './wine.ts'

const OPERATOR = 'operator:admin:1'

export interface OfficeOptions extends TestPublisherOptions {
  /** The host's time; the real time unless given. */
  readonly clock?: () => number
}

let devices = 0

export async function openOffice({ clock = Date.now, ...options }: OfficeOptions = {}) {
  const publisher = await temporaryPublisher({ now: clock(), ...options })
  const host = await serveFunction(core => [...routesOfAdmin(core), ...routesOfDistribution(core)], {
    now: clock,
    env: { KURA_RELEASE_DIR: publisher.releaseDir },
  })
  const key = join(publisher.dir, 'operator.json')
  await writeFile(key, keyText(host.url, OPERATOR), { mode: 0o600 })

  /** Enrols a device in the folder `dir` of Windows as an operator does. */
  async function enrol(dir: string): Promise<Device> {
    // removes the files of an earlier try of the same scenario
    await rm(pathOf(dir), { recursive: true, force: true })
    const name = `pc-${process.pid}-${++devices}`
    const words = ['--dir', pathOf(dir), '--key', key, '--release', publisher.releaseDir]
    const { status, err } = await runKuraIn(['enrol', name, ...words], {
      cwd: publisher.dir,
      env: { KURA_LANGUAGE: 'ja' },
    })
    expect({ status, err }).toEqual({ status: 0, err: '' })
    return deviceIn(dir, name)
  }

  return { publisher, host, enrol }
}

export type Device = ReturnType<typeof deviceIn>

/** The device in folder `dir` of Windows. */
function deviceIn(dir: string, name: string) {
  const startFile = `${dir}\\${START_FILES.windows}`
  return {
    dir,
    name,
    /** Opens the start file by a double-click. */
    open: () => runWindows(['C:\\programs\\run.exe', dir, `cmd.exe /c ""${startFile}""`]),
    /** Syncs; `typed` is the folder as a person types it, `program` the path of the device program in it. */
    sync: (typed = dir, program = DEVICE_PROGRAM_NAME) =>
      runWindows([NODE, `${typed}\\${program}`, 'sync', '--json', '--dir', typed]),
    /** The content of each file of `payload` on the disk. */
    async files(payload: PayloadMap): Promise<Record<string, string>> {
      const found = Object.keys(payload).map(async path => {
        const file = join(pathOf(dir), ...path.split('/'))
        return [path, await readFile(file, 'utf8').catch(() => undefined)] as const
      })
      const entries = (await Promise.all(found)).flatMap(([path, text]) =>
        text === undefined ? [] : [[path, text]],
      )
      return Object.fromEntries(entries)
    },
  }
}

/** The result or the error that `sync --json` printed, and the exit status. */
export function resultOf({ status, said }: Ended): Record<string, unknown> {
  try {
    return { status, ...JSON.parse(said) }
  } catch {
    return { status, said }
  }
}
