/** A folder in OneDrive: the start file proposes another place, and moves the secret there. */
import { existsSync } from 'node:fs'
import { copyFile, readdir, readFile, rm } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { beforeEach, describe, expect, test } from 'vitest'
import { openFolder, ran, SERVED, VERSION } from './start-folder.ts'
import { hasWindows, pathOf, startWindows } from './wine.ts'

/** The user's folder, which Wine names without regard to the environment. */
const USER = `C:\\users\\${userInfo().username}`
const TARGET = `${USER}\\kura`
const CLOUD = 'C:\\users\\佐藤 (営業) & ^!\\OneDrive - 山田商事'
const ENV = { OneDriveCommercial: CLOUD.toUpperCase() }

/** A folder in OneDrive with a token, Node, and one file of the person's. */
async function openCloudFolder(dir = `${CLOUD}\\書類\\kura`) {
  const folder = await openFolder({ dir })
  await folder.write('enrolment.json', 'the token')
  await folder.write('.kura\\enrolment-claim', 'the claim')
  await folder.write('知識\\要件.md', 'mine')
  await folder.place(VERSION)
  return folder
}

const textOf = (file: string) => readFile(pathOf(`${TARGET}\\${file}`), 'utf8')

describe.skipIf(!hasWindows)('a folder in OneDrive', () => {
  beforeEach(async () => {
    await copyFile(pathOf('C:\\programs\\node.exe'), pathOf(SERVED))
    for (const left of [TARGET, `${TARGET}.part`, CLOUD])
      await rm(pathOf(left), { recursive: true, force: true })
  })

  test.each([
    { typed: [], variables: ENV },
    { typed: ['Y'], variables: { OneDriveConsumer: `${CLOUD}\\` } },
    { typed: ['"yes"'], variables: { OneDrive: CLOUD } },
  ])('is left with its secret if a person types $typed', async ({ typed, variables }) => {
    const { start, file } = await openCloudFolder()
    const { status, said } = await start('install', variables, typed)
    expect({ status, said }, said).toEqual({
      status: 0,
      said: expect.stringContaining('This folder is in OneDrive, which uploads the secret'),
    })
    expect(said).toContain(ran(VERSION, 'install'))
    for (const name of ['enrolment.json', '.kura\\enrolment-claim'])
      expect(existsSync(file(name))).toBe(false)
    expect(await textOf('enrolment.json')).toBe('the token')
    expect(await textOf('.kura\\enrolment-claim')).toBe('the claim')
    expect(await textOf('知識\\要件.md')).toBe('mine')
    expect(await readdir(pathOf(USER))).not.toContain('kura.part')
    const again = await start('install', variables)
    expect(again).toMatchObject({ status: 0, said: expect.stringContaining('kura goes on in this folder') })
    expect(again.said).not.toContain('[Y/n]')
  })

  test('is not touched if the person declines', async () => {
    const { start, file } = await openCloudFolder()
    const { status, said } = await start('install', ENV, ['n'])
    expect({ status, said }).toEqual({ status: 1, said: expect.stringContaining('Nothing was changed') })
    expect(said).not.toContain('node 24')
    expect(existsSync(file('enrolment.json'))).toBe(true)
    expect(existsSync(pathOf(TARGET))).toBe(false)
  })

  test('is finished by the next start after a kill at each step', async () => {
    const { start, file, write } = await openCloudFolder()
    // as if it had been killed while it copied
    await openFolder({ dir: `${TARGET}.part`, program: 'half' })
    expect(await start('install', ENV)).toMatchObject({ status: 0 })
    expect(await textOf('kura-device.mjs')).toBe('good')
    // as if it had been killed before it moved the token
    await rm(pathOf(`${TARGET}\\enrolment.json`))
    await write('enrolment.json', 'the token')
    expect(await start('install', ENV)).toMatchObject({ status: 0 })
    expect(await textOf('enrolment.json')).toBe('the token')
    expect(existsSync(file('enrolment.json'))).toBe(false)
  })

  test('stays, with nothing half copied, while a program has a file of it open', async () => {
    const { start, file, dir, write } = await openCloudFolder()
    // a file in the folder itself, because Wine's xcopy reports no error of a folder below
    await write('要件.xlsx', 'mine')
    const close = await startWindows('hold', '-', `${dir}\\要件.xlsx`)
    const { status, said } = await start('install', ENV)
    expect({ status, said }).toEqual({
      status: 1,
      said: expect.stringContaining('could not be copied whole'),
    })
    expect(existsSync(file('enrolment.json'))).toBe(true)
    expect(existsSync(pathOf(TARGET))).toBe(false)
    await close()
    expect(await start('install', ENV)).toMatchObject({ status: 0 })
    expect(await textOf('要件.xlsx')).toBe('mine')
  })

  test.each(['enrolment.json', 'credentials.json', 'letter.txt'])(
    'stays if the other folder has %s',
    async name => {
      const { start, file } = await openCloudFolder()
      const other = await openFolder({ dir: TARGET })
      if (name === 'letter.txt') await rm(pathOf(TARGET), { recursive: true })
      await other.write(name, 'of another device')
      const { status, said } = await start('install', ENV)
      expect({ status, said }).toEqual({
        status: 1,
        said: expect.stringContaining('It has other files already'),
      })
      expect(existsSync(file('enrolment.json'))).toBe(true)
      expect(await textOf(name)).toBe('of another device')
    },
  )

  test('syncs without a question; a folder beside it is in no cloud', async () => {
    const { start, file } = await openCloudFolder()
    expect((await start('sync', ENV)).said).toContain(ran(VERSION, 'sync'))
    expect(existsSync(file('enrolment.json'))).toBe(true)
    const beside = await openCloudFolder(`${CLOUD} 2\\kura`)
    const { said } = await beside.start('install', ENV)
    expect(said).toContain(ran(VERSION, 'install'))
    expect(said).not.toContain('OneDrive')
  })
})
