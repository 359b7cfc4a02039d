/** A device's program needs a newer Node than its folder has; the start file, the program and the host are real. */
import { execFile } from 'node:child_process'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { PINNED_NODE } from '../../../../lib/device/program/node-build.ts'
import { shellStartFile } from '../../../../lib/device/program/start-files/shell.ts'
import { bundle, DEVICE_PROGRAM } from '../../../../scripts/build-device.ts'
import { createDevice } from '../../../helpers/device/device.ts'
import { buildHere, serveMirror } from '../../../helpers/device/node-mirror.ts'
import { canStart, startIn } from '../../../helpers/device/start-folder.ts'
import { findNode } from '../../../helpers/processes/find-node.ts'

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
