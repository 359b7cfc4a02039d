import { describe, expect, test } from 'vitest'
import { lostAnswer } from '../../../sandbox/faults.ts'
import { createRegistrarWorld, MINUTE, type RegistrarWorld } from '../../helpers/remotes/registrar.ts'

const DOMAIN = 'example.com'
const REQUEST = { project: 'site', domain: DOMAIN }
const changes = ({ remote }: RegistrarWorld) =>
  remote.requests.filter(line => /^(POST|PATCH) \/v(9|10)/.test(line)).map(line => line.split('?')[0])

async function registered(): Promise<RegistrarWorld> {
  const world = await createRegistrarWorld()
  await world.buy(DOMAIN)
  world.pass(MINUTE)
  return world
}

describe('attach()', () => {
  test('attaches the apex, then www, then makes www redirect with 301', async () => {
    const world = await registered()
    expect(await world.registrar.planAttachment(REQUEST)).toMatchObject({
      steps: [
        'attach example.com to site',
        'attach www.example.com to site',
        'redirect www.example.com to example.com with 301',
      ],
    })
    expect(changes(world)).toEqual([])
    const attachment = await world.registrar.attach(REQUEST)
    expect(changes(world)).toEqual([
      'POST /v10/projects/site/domains',
      'POST /v10/projects/site/domains',
      'PATCH /v9/projects/site/domains/www.example.com',
    ])
    expect(attachment.names).toMatchObject([
      { name: DOMAIN, attached: true },
      { name: 'www.example.com', attached: true, redirect: DOMAIN, redirectStatusCode: 301 },
    ])
    expect(attachment.ready).toBe(false)
    expect(world.remote.problems).toEqual([])
  })

  test('is ready once https answers on both', async () => {
    const world = await registered()
    await world.registrar.attach(REQUEST)
    world.https.set(DOMAIN, { status: 200 })
    expect(await world.registrar.attachment(REQUEST)).toMatchObject({ ready: false, configured: true })
    world.https.set('www.example.com', { status: 301, location: `https://${DOMAIN}/` })
    expect(await world.registrar.attachment(REQUEST)).toMatchObject({ ready: true })
  })

  test('an apex that redirects to www loses its redirect first: the two would redirect to each other', async () => {
    const world = await registered()
    const names = world.remote.sandbox.state.projects.get('site')
    const www = `www.${DOMAIN}`
    names?.set(DOMAIN, { name: DOMAIN, redirect: www, redirectStatusCode: 308, createdAt: 0 })
    names?.set(www, { name: www, redirect: DOMAIN, redirectStatusCode: 301, createdAt: 0 })
    for (const name of [DOMAIN, www]) world.https.set(name, { status: 308 })
    expect(await world.registrar.attachment(REQUEST)).toMatchObject({ ready: false })
    expect((await world.registrar.planAttachment(REQUEST)).steps).toEqual([
      'remove the redirect of example.com to www.example.com',
    ])
    expect(await world.registrar.attach(REQUEST)).toMatchObject({
      ready: true,
      names: [{ name: DOMAIN, redirect: undefined }, { redirect: DOMAIN }],
    })
    expect(changes(world)).toEqual(['PATCH /v9/projects/site/domains/example.com'])
    expect(world.remote.problems).toEqual([])
  })

  test('is not ready while DNS points elsewhere, even if something answers there', async () => {
    const world = await registered()
    await world.registrar.attach(REQUEST)
    for (const name of [DOMAIN, `www.${DOMAIN}`]) world.https.set(name, { status: 200 })
    world.remote.sandbox.state.configured = false
    expect(await world.registrar.attachment(REQUEST)).toMatchObject({ ready: false, configured: false })
  })

  test('requests no name over https that is not attached', async () => {
    const world = await registered()
    world.https.set(DOMAIN, { status: 200 })
    const { names } = await world.registrar.attachment(REQUEST)
    expect(names).toEqual([
      { name: DOMAIN, attached: false },
      { name: `www.${DOMAIN}`, attached: false },
    ])
  })

  test('does only what is left when it is repeated', async () => {
    const world = await registered()
    await world.registrar.attach(REQUEST)
    const done = changes(world).length
    await world.registrar.attach(REQUEST)
    expect(changes(world)).toHaveLength(done)
    expect((await world.registrar.planAttachment(REQUEST)).steps).toEqual([])
  })

  test('continues after a lost answer', async () => {
    const world = await registered()
    world.remote.sandbox.faults.arm('POST /v10/projects/{project}/domains', lostAnswer(), { skip: 1 })
    await expect(world.registrar.attach(REQUEST)).rejects.toMatchObject({ code: 'remote_silent' })
    expect((await world.registrar.planAttachment(REQUEST)).steps).toHaveLength(1)
    await world.registrar.attach(REQUEST)
    expect((await world.registrar.planAttachment(REQUEST)).steps).toEqual([])
  })

  test('a name that another project has is refused', async () => {
    const world = await registered()
    world.remote.sandbox.state.projects.set(
      'other',
      new Map([[DOMAIN, { name: DOMAIN, redirect: null, redirectStatusCode: null, createdAt: 0 }]]),
    )
    await expect(world.registrar.attach(REQUEST)).rejects.toMatchObject({
      code: 'remote_refused',
      status: 409,
    })
  })

  test('a domain that is not registered yet is not attached', async () => {
    const world = await createRegistrarWorld()
    await world.buy(DOMAIN)
    await expect(world.registrar.attach(REQUEST)).rejects.toMatchObject({ code: 'conflict' })
    expect(changes(world)).toEqual([])
  })
})
