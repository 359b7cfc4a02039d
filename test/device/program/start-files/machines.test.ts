/**
 * The machines for which the start file of macOS and Linux finds a build of Node. A device's program needs a newer
 * Node than its folder has; the start file, the program and the host are real.
 */

import { execFile } from 'node:child_process'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { PINNED_NODE } from '../../../../lib/device/program/node-build.ts'
import { shellStartFile } from '../../../../lib/device/program/start-files/shell.ts'
import { bundle, DEVICE_PROGRAM } from '../../../../scripts/build-device.ts'
import { createDevice } from '../../../helpers/device/device.ts'
import { buildHere, serveMirror } from '../../../helpers/device/node-mirror.ts'
import { canStart, openFolder, startIn, VERSION } from '../../../helpers/device/start-folder.ts'
import { findNode } from '../../../helpers/processes/find-node.ts'

describe.skipIf(!canStart)('the start file of macOS and Linux', () => {
  test.each([
    { machine: 'musl', tools: { getconf: 'exit 1' }, words: 'needs a 64-bit Linux with glibc 2.28' },
    { machine: 'glibc 2.17', tools: { getconf: getconfOf('2.17', 64) }, words: 'glibc 2.28 or newer' },
    { machine: 'a 32-bit system', tools: { getconf: getconfOf('2.36', 32) }, words: 'needs a 64-bit Linux' },
    {
      machine: 'an x86',
      tools: { uname: unameOf('Linux', 'i686') },
      words: 'no Node for this machine (Linux i686)',
    },
    {
      machine: 'FreeBSD',
      tools: { uname: unameOf('FreeBSD', 'amd64') },
      words: 'no Node for this machine (FreeBSD amd64)',
    },
    {
      machine: 'macOS 12',
      tools: { uname: unameOf('Darwin', 'arm64'), sw_vers: 'echo 12.7.6' },
      words: 'needs macOS 13.5 or newer, and this is 12.7.6',
    },
    {
      machine: 'macOS 13.4',
      tools: { uname: unameOf('Darwin', 'x86_64'), sw_vers: 'echo 13.4' },
      words: 'needs macOS 13.5 or newer, and this is 13.4',
    },
  ])('on $machine it says what to do', async ({ tools, words }) => {
    const { run, replace, mirror } = await openFolder()
    for (const [tool, script] of Object.entries(tools)) await replace(tool, script)
    const { code, err } = await run()
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(words) })
    expect(err).toContain('set KURA_NODE to the path of a Node 20 or newer')
    expect(mirror.asked).toEqual([])
  })

  test.each([
    { machine: 'arm64', build: 'darwin-arm64', sysctl: 'echo 1' },
    { machine: 'x86_64', build: 'darwin-x64', sysctl: 'exit 1' },
    { machine: 'x86_64', build: 'darwin-arm64', sysctl: 'echo 1' },
  ])('on a Mac that says $machine it fetches $build', async ({ machine, build, sysctl }) => {
    const { run, replace, mirror } = await openFolder()
    await replace('uname', unameOf('Darwin', machine))
    await replace('sw_vers', 'echo 14.1')
    await replace('sysctl', sysctl)
    expect(await run()).toMatchObject({ code: 0, err: '' })
    expect(mirror.asked).toEqual([`/v${VERSION}/node-v${VERSION}-${build}.tar.gz`])
  })
})

function unameOf(kernel: string, machine: string): string {
  return `case $1 in -s) echo ${kernel} ;; *) echo ${machine} ;; esac`
}

function getconfOf(glibc: string, bits: number): string {
  return `case $1 in LONG_BIT) echo ${bits} ;; *) echo glibc ${glibc} ;; esac`
}

test.skipIf(!canStart)(
  'it syncs with the Node that it has, then asks for the newer one',
  async ({ skip }) => {
    const older = (await findNode(20)) ?? ''
    skip(older === '', 'there is no Node 20 on the path')
    const device = await createDevice()
    const { dir } = device
    // the device program runs by the real clock
    device.publish(1, { 'a.md': 'A' }, { expires: Date.now() + 86_400_000 })
    await bundle(DEVICE_PROGRAM, join(dir, 'kura-device.mjs'))
    const { stdout } = await promisify(execFile)(older, ['-p', 'process.versions.node'])
    const version = stdout.trim()
    const start = shellStartFile({ language: 'en', node: { ...PINNED_NODE, version } })
    await writeFile(join(dir, 'start-linux.sh'), start)
    await mkdir(join(dir, '.kura/node', version, 'bin'), { recursive: true })
    await symlink(older, join(dir, '.kura/node', version, 'bin/node'))
    const mirror = await serveMirror()
    const env = { PATH: '/usr/bin:/bin', KURA_NODE_MIRROR: mirror.url }
    const { code, out, err } = await startIn(dir, ['sync'], { env }).ended
    expect({ code, out }).toEqual({ code: 0, out: 'installed 1 of 1, indexed 1, release 1\nadded a.md\n' })
    const { name, sha256, bytes } = buildHere({ pinned: PINNED_NODE })
    const wanted = `${PINNED_NODE.version} ${name} ${sha256} ${bytes}\n`
    expect(await readFile(join(dir, '.kura/node.txt'), 'utf8')).toBe(wanted)
    expect(mirror.asked).toEqual([`/v${PINNED_NODE.version}/${name}`])
    expect(err).toContain(`until then kura runs with Node ${version}`)
  },
)
