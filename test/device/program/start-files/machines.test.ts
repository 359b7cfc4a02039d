/** The machines for which the start file of macOS and Linux finds a build of Node. */
import { describe, expect, test } from 'vitest'
import { canStart, openFolder, VERSION } from '../../../helpers/device/start-folder.ts'

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
