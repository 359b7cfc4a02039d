/** Enrolling a device on the console: the folder can be downloaded once, and syncs after it is unpacked. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { axeProblems, describeInChromium } from '../../../../helpers/chromium.ts'
import { temporaryDirectory } from '../../../../helpers/temporary-directory.ts'
import { insertPasskey, signIn } from '../../browser.ts'
import { servedConsole } from '../to-do/world.ts'

/** Runs the start file of the unpacked folder with this Node, without a terminal. */
async function runStartFile(dir: string) {
  const home = await temporaryDirectory()
  const env = { PATH: '/usr/bin:/bin', HOME: home, KURA_NODE: process.execPath }
  const child = spawn('sh', ['start-linux.sh', 'sync'], { cwd: dir, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { out, err, status }
}

describeInChromium('a device on the console', open => {
  test.skipIf(spawnSync('unzip', ['-v']).status !== 0)('is enrolled, and its folder syncs', async () => {
    const { url, session, key, store, lines, open: ask, send } = await servedConsole()
    const page = await open()
    await signIn(page, { url, session })
    await insertPasskey(page, key)
    await page.goto(`${url}/console/devices`)
    await page.getByLabel('Name of the device').fill('Mei PC')
    await page.getByRole('button', { name: 'Set up a device' }).click()
    await page.getByLabel('Name of the device').fill('mei-pc')
    await page.getByRole('button', { name: 'Set up a device' }).click()
    expect(await axeProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Confirm with your passkey' }).click()
    const button = page.getByRole('button', { name: 'Download the folder' })
    await button.waitFor()
    const shown = await page.content()
    const download = page.waitForEvent('download')
    await button.click()
    const file = await download
    expect(file.suggestedFilename()).toBe('kura-mei-pc.zip')

    const dir = await temporaryDirectory()
    expect(spawnSync('unzip', ['-q', await file.path(), '-d', dir]).status).toBe(0)
    const { secret } = JSON.parse(await readFile(join(dir, 'mei-pc', 'enrolment.json'), 'utf8'))
    const { records } = await store.readMany((await store.keys('', {})).keys)
    for (const place of [shown, JSON.stringify(lines), JSON.stringify(records)])
      expect(place).not.toContain(secret)
    await button.click()
    await page.getByText('the folder was downloaded already').waitFor()

    expect(await runStartFile(join(dir, 'mei-pc'))).toMatchObject({
      out: expect.stringContaining('installed 1 of 1'),
      status: 0,
    })
    expect((await ask('/console/devices/device?name=mei-pc')).text).toContain('whole')

    // the device is forgotten but its key still works, so the person is asked before the key is revoked
    await send('/console/devices', { act: 'forget', name: 'mei-pc', form: 'number-of-the-form' })
    await page.goto(`${url}/console/devices`)
    await page.getByLabel('Name of the device').fill('mei-pc')
    await page.getByRole('button', { name: 'Set up a device' }).click()
    await page.getByRole('button', { name: 'Confirm with your passkey' }).click()
    await page.getByText('its token was used').waitFor()
    await page.locator('form[action="/console/devices"] button').click()
    await page.getByText('A device has this name already').waitFor()
    await page.getByRole('button', { name: 'Confirm with your passkey' }).click()
    await button.waitFor()
  })
})

test('another approval has no folder, and is not executed', async () => {
  const { send, store } = await servedConsole()
  const state = {
    name: 'pc',
    keyid: 'pc:device:1',
    expected: 0,
    installed: 0,
    indexed: 0,
    line: '',
    sequence: 1,
  }
  const at = new Date().toISOString()
  const value = JSON.stringify({ ...state, since: at, at })
  await store.swap('device/pc', undefined, { value, version: 'v' })
  const { text } = await send('/console/devices', { act: 'revoke', name: 'pc' })
  const [, issued = ''] = /name="issued" value="([^"]*)"/.exec(text) ?? []
  expect((await send('/console/devices/folder', { issued, answer: '{}' })).status).toBe(404)
})

test('what is no approved enrolment has no folder', async () => {
  const { send } = await servedConsole()
  const { status } = await send('/console/devices/folder', { issued: 'x', answer: '{}' })
  expect(status).toBe(403)
})
