/** Another program, such as Excel, has the index open: only the index waits. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { windowsOf } from '../../helpers/device/device.ts'
import { AFTER, updating } from '../install/updating-device.ts'

describe('an open index', () => {
  test('alone waits, and loses its old lines when it is closed', async () => {
    const device = await updating()
    const before = await device.read('MEMORY.md')
    const { files, on } = windowsOf(device)
    files.open('MEMORY.md')
    expect(await device.sync(on)).toMatchObject({ installed: 4, indexed: 2, waiting: ['MEMORY.md'] })
    expect(await device.files()).toEqual({ ...AFTER, 'MEMORY.md': before })
    device.publish(3, { 'a.md': 'A3' })
    expect(await device.sync(on)).toMatchObject({ installed: 1, indexed: 1, waiting: ['MEMORY.md'] })
    files.close('MEMORY.md')
    expect(await device.sync(on)).toMatchObject({ installed: 1, indexed: 1, indexWritten: true, waiting: [] })
    expect(await device.read('MEMORY.md')).toBe('# Mine\n\n## Shared\n\n- [a.md](a.md)\n')
    const state = JSON.parse(await readFile(join(device.dir, '.kura/state.json'), 'utf8'))
    expect(state).not.toHaveProperty('waitingIndex')
  })

  test('that has another path in the new release is left when it is closed', async () => {
    const device = await updating()
    device.publish(2, AFTER, { index: { path: 'INDEX.md', heading: '## Shared' } })
    const { files, on } = windowsOf(device)
    files.open('MEMORY.md')
    expect(await device.sync(on)).toMatchObject({ installed: 4, indexed: 4, waiting: ['MEMORY.md'] })
    expect(await device.read('MEMORY.md')).toContain('leaves')
    files.close('MEMORY.md')
    expect(await device.sync(on)).toMatchObject({ waiting: [] })
    expect(await device.read('MEMORY.md')).toBe('# Mine\n\n## Shared\n\n')
  })

  test('whose new folder is an open file waits with it', async () => {
    const device = await updating()
    device.publish(2, { 'c.md': 'C' }, { index: { path: 'folder/INDEX.md', heading: '## Shared' } })
    const { files, on } = windowsOf(device)
    files.open('folder')
    expect(await device.sync(on)).toMatchObject({ installed: 1, indexed: 0, waiting: ['folder'] })
    expect(await device.read('MEMORY.md')).toContain('- [folder](folder)')
    files.close('folder')
    expect(await device.sync(on)).toMatchObject({ installed: 1, indexed: 1, waiting: [] })
    expect(await device.files()).toEqual({
      'c.md': 'C',
      'MEMORY.md': '# Mine\n\n## Shared\n\n',
      'folder/INDEX.md': '## Shared\n\n- [c.md](c.md)\n',
    })
  })

  test('that cannot even be read waits, and counts as without lines', async () => {
    const device = await updating()
    const { files, on } = windowsOf(device)
    files.open('MEMORY.md', 'nothing')
    expect(await device.sync(on)).toMatchObject({ installed: 4, indexed: 0, waiting: ['MEMORY.md'] })
    files.close('MEMORY.md')
    expect(await device.sync(on)).toMatchObject({ installed: 4, indexed: 4, waiting: [] })
    expect(await device.read('MEMORY.md')).not.toContain('leaves')
  })
})
