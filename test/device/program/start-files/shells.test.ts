/** The start file of macOS and Linux runs in each shell of this machine. */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  canStartHere,
  lineOf,
  NEWER,
  openFolder,
  program,
  SHELLS,
  VERSION,
} from '../../../helpers/device/start-folder.ts'
import { drawn } from '../../../helpers/run/sampled.ts'

describe.skipIf(!canStartHere)('the start file of macOS and Linux', () => {
  describe.each(drawn(SHELLS, 1))('in %s', shell => {
    test.each(drawn(['pc', '山田 太郎', `it's "$HOME" \`x\` %d *[a]`, '-n'], 2))(
      'brings the pinned Node into the folder %s, and runs the program with it',
      async name => {
        const { dir, run, mirror, left } = await openFolder({ name })
        const first = await run(['sync'], { shell, cwd: '/', file: join(dir, 'start-linux.sh') })
        expect(first).toMatchObject({
          code: 0,
          out: expect.stringMatching(`\nnew ${VERSION} sync --dir .\n$`),
          err: '',
        })
        expect(first.out).toContain(`kura needs Node ${VERSION}: 0 MB from ${mirror.url}`)
        expect(await left()).toEqual([VERSION])
        expect(mirror.asked).toHaveLength(1)
        expect(await run(['status'], { shell })).toEqual({
          code: 0,
          out: `new ${VERSION} status --dir .\n`,
          err: '',
        })
        expect(mirror.asked).toHaveLength(1)
      },
    )

    test('a newer build is fetched after the run, which did not need it; the next one has it', async () => {
      const { dir, run, newer, mirror } = await openFolder({
        files: { 'kura-device.mjs': program('new', 3) },
      })
      await run(['sync'], { shell })
      await writeFile(join(dir, '.kura/node.txt'), lineOf(newer))
      mirror.answer = (_, response) => void response.destroy()
      const without = await run(['sync'], { shell })
      expect(without).toMatchObject({ code: 3, out: `new ${VERSION} sync --dir .\n` })
      expect(without.err).toContain(`until then kura runs with Node ${VERSION}`)
      mirror.answer = mirror.give
      expect(await run(['sync'], { shell })).toEqual({
        code: 3,
        out: `new ${VERSION} sync --dir .\n`,
        err: '',
      })
      expect((await run(['sync'], { shell })).out).toBe(`new ${NEWER} sync --dir .\n`)
    })

    test('an odd line of a newer build is ignored, and nothing in it runs', async () => {
      const { dir, run, newer, node, mirror, versions } = await openFolder()
      // a stand-in for Node, which starts faster
      await mkdir(join(dir, '.kura/node', VERSION, 'bin'), { recursive: true })
      await writeFile(join(dir, '.kura/node', VERSION, 'bin/node'), `#!/bin/sh\necho "kura-device $2"\n`, {
        mode: 0o755,
      })
      const line = lineOf(newer).trimEnd()
      const [version = '', name = '', sha256 = '', bytes = ''] = line.split(' ')
      for (const odd of [
        '',
        '\n',
        line,
        `${line} more\n`,
        `${line}\n${line}\n`,
        `${line}\nmore`,
        `${line}\r\n`,
        `${lineOf(node)}`,
        `24.20.0 ${name.replace(version, '24.20.0')} ${sha256} ${bytes}\n`,
        `24.22 ${name} ${sha256} ${bytes}\n`,
        `24.022.0 ${name} ${sha256} ${bytes}\n`,
        `9999.0.0 ${name} ${sha256} ${bytes}\n`,
        `../../x ${name} ${sha256} ${bytes}\n`,
        `a[$(touch\${IFS}planted)].0.0 ${name} ${sha256} ${bytes}\n`,
        `$(touch planted).22.0 ${name} ${sha256} ${bytes}\n`,
        `${version} ../${name} ${sha256} ${bytes}\n`,
        `${version} ${name.replace(/linux|darwin/, system => (system === 'linux' ? 'darwin' : 'linux'))} ${sha256} ${bytes}\n`,
        `${version} ${name} ${sha256.slice(1)} ${bytes}\n`,
        `${version} ${name} ${sha256.toUpperCase()} ${bytes}\n`,
        `${version} ${name} ${sha256} 0${bytes}\n`,
        `${version} ${name} ${sha256} -1\n`,
        `${version} ${name} ${sha256} 12345678901\n`,
        `${version} ${name} ${sha256} \`touch planted\`\n`,
        `${version}\0 ${name} ${sha256.replace('a', '\0')} ${bytes}\n`,
        `${line}\n`.repeat(1000),
      ]) {
        await writeFile(join(dir, '.kura/node.txt'), odd)
        const { code, out } = await run(['sync'], { shell })
        expect({ odd, code, out }).toEqual({ odd, code: 0, out: 'kura-device sync\n' })
      }
      expect(await readdir(dir)).not.toContain('planted')
      expect(mirror.asked).toEqual([])
      expect(await versions()).toEqual([VERSION])
    })
  })
})
