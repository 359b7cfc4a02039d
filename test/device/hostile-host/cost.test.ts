/**
 * The cost of an answer: no host can make a device use 200 MB, or twenty times the processor time of an honest sync (two
 * seconds if that takes 0.1), and each run ends with a message for people. Each run is the device program in its own
 * process, with a small heap; the process measures itself.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { bundle, DEVICE_PROGRAM } from '../../../scripts/build-device.ts'
import { enrol } from '../../helpers/device/device.ts'
import { type DeviceHost, jsonReply, openDeviceHost } from '../../helpers/device/host.ts'
import { createPublisher, type Publisher } from '../../helpers/device/publisher.ts'
import { drawn } from '../../helpers/run/sampled.ts'
import { BIG, HOSTILE } from './costly-answers.ts'

const MOST_MEMORY = 200_000_000
/** A multiple of the honest run's processor time, so that a slow or busy machine changes both. */
const MOST_TIMES = 20

/** Prints the process's memory and processor time, as the last line of its error output. */
const MEASURE = `import { readFileSync } from 'node:fs'
process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  // resourceUsage() would count the memory of the parent process too
  const [, memory] = /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))
  process.stderr.write('\\n' + JSON.stringify({ time: user + system, memory: memory * 1024 }))
})`

interface Used {
  readonly time: number
  readonly memory: number
  /** The output of the program. */
  readonly said: string
  readonly status: number | null
}

/** A device with release 1, a host that changes its answers about release 2, and the cost of an honest run. */
interface World {
  readonly host: DeviceHost
  readonly publisher: Publisher
  run(): Promise<Used>
  honest: Used
}

const FILES = { 'a.md': 'A', 'big.txt': BIG }
const NEXT = { 'a.md': 'A2', 'big.txt': Buffer.from(BIG).reverse() }
const LATER = Date.now() + 90 * 86_400_000

let world: World
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kura-test-'))
  const program = join(folder, 'kura-device.mjs')
  const measure = join(folder, 'measure.mjs')
  const dir = join(folder, 'device')
  await writeFile(measure, MEASURE)
  await bundle(DEVICE_PROGRAM, program)
  const publisher = createPublisher({ rootExpires: LATER })
  const { host, stop } = await openDeviceHost(publisher.release({ version: 1, files: FILES, expires: LATER }))
  await enrol(dir, { url: host.url, root: publisher.root })
  const run = async (): Promise<Used> => {
    const limits = ['--max-old-space-size=200', `--import=${pathToFileURL(measure).href}`]
    const child = spawn(process.execPath, [...limits, program, 'sync', '--dir', dir], {
      env: { HOME: folder },
    })
    const [said, [status]] = await Promise.all([text(child.stderr), once(child, 'close')])
    const at = said.lastIndexOf('\n')
    return { ...JSON.parse(said.slice(at)), said: said.slice(0, at), status }
  }
  await run()
  world = { host, publisher, run, honest: await run() }
  host.release = publisher.release({ version: 2, files: NEXT, expires: LATER })
  return async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
})

test.skipIf(process.platform !== 'linux')('an honest run that changes nothing is the measure', () => {
  expect(world.honest).toMatchObject({ status: 0, said: '' })
})

describe.skipIf(process.platform !== 'linux')('an answer costs a device little', () => {
  test.each(drawn(HOSTILE, 6))('$name', { timeout: 60_000 }, async ({ wire = 2, bend }) => {
    const { host, publisher, run, honest } = world
    host.wire = wire
    host.bend = (reply, { asked, response }) => {
      if (asked.body.status) return jsonReply({}, { status: 200 })
      const { page, part } = asked.query
      if (page ?? part) return jsonReply({ code: 'not_found' }, { status: 404 })
      return bend(reply, { response, publisher })
    }
    const { time, memory, said, status } = await run()
    expect({ status, said }).toMatchObject({
      status: 1,
      said: expect.stringMatching(/^kura: .*\n {2}hint: /s),
    })
    expect(said).not.toMatch(/^ {4}at |unexpected/m)
    expect(memory - honest.memory).toBeLessThan(MOST_MEMORY)
    expect(time / honest.time).toBeLessThan(MOST_TIMES)
  })
})
