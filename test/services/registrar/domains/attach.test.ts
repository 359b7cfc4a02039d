import { describe, expect, test } from 'vitest'
import { readDomain } from '../../../../lib/services/registrar/domains/name.ts'
import { lostAnswer } from '../../../../sandbox/faults.ts'
import { createRegistrarWorld, MINUTE, type RegistrarWorld } from '../../../helpers/remotes/registrar.ts'

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
  })

  const redirect = (location: string, status = 301) => ({ status, location })
  const toApex = redirect(`https://${DOMAIN}/`)
  test.each([
    { name: 'the apex answers and www redirects to it', apex: { status: 200 }, www: toApex, ready: true },
    {
      name: 'www redirects with 308',
      apex: { status: 200 },
      www: redirect(`https://${DOMAIN}/`, 308),
      ready: true,
    },
    { name: 'the site has no homepage yet', apex: { status: 404 }, www: toApex, ready: true },
    { name: 'the apex leads to its own language', apex: redirect('/ja/', 307), www: toApex, ready: true },
    { name: 'www does not answer', apex: { status: 200 }, www: undefined, ready: false },
    { name: 'the apex does not answer', apex: undefined, www: toApex, ready: false },
    { name: 'the apex answers 500', apex: { status: 500 }, www: toApex, ready: false },
    {
      name: 'the apex leads to www',
      apex: redirect(`https://www.${DOMAIN}/`, 308),
      www: toApex,
      ready: false,
    },
    ...[
      { target: `https://${DOMAIN}/ja/`, ready: true },
      { target: `HTTPS://EXAMPLE.COM/`, ready: true },
      { target: `http://${DOMAIN}/`, ready: false },
      { target: 'https://old.example/', ready: false },
      { target: 'http://old.example/', ready: false },
      { target: '//old.example/', ready: false },
      { target: `https://${DOMAIN}:8443/`, ready: false },
      { target: 'https://', ready: false },
    ].map(({ target, ready }) => ({
      name: `the apex leads to ${target}`,
      apex: redirect(target, 308),
      www: toApex,
      ready,
    })),
    { name: 'www answers 200 by itself', apex: { status: 200 }, www: { status: 200 }, ready: false },
    {
      name: 'www redirects for now',
      apex: { status: 200 },
      www: redirect(`https://${DOMAIN}/`, 302),
      ready: false,
    },
    {
      name: 'www redirects elsewhere',
      apex: { status: 200 },
      www: redirect('https://old.example/'),
      ready: false,
    },
    {
      name: 'www redirects to http',
      apex: { status: 200 },
      www: redirect(`http://${DOMAIN}/`),
      ready: false,
    },
  ])('$name: ready is $ready', async ({ apex, www, ready }) => {
    const world = await registered()
    await world.registrar.attach(REQUEST)
    if (apex) world.https.set(DOMAIN, apex)
    if (www) world.https.set(`www.${DOMAIN}`, www)
    expect(await world.registrar.attachment(REQUEST)).toMatchObject({ ready, configured: true })
  })

  test('an apex that redirects to www loses its redirect first: the two would redirect to each other', async () => {
    const world = await registered()
    const names = world.remote.sandbox.state.projects.get('site')
    const www = `www.${DOMAIN}`
    names?.set(DOMAIN, { name: DOMAIN, redirect: www, redirectStatusCode: 308, createdAt: 0 })
    names?.set(www, { name: www, redirect: DOMAIN, redirectStatusCode: 301, createdAt: 0 })
    world.https.set(DOMAIN, { status: 200 }).set(www, toApex)
    expect(await world.registrar.attachment(REQUEST)).toMatchObject({ ready: false })
    expect((await world.registrar.planAttachment(REQUEST)).steps).toEqual([
      'remove the redirect of example.com to www.example.com',
    ])
    expect(await world.registrar.attach(REQUEST)).toMatchObject({
      ready: true,
      names: [{ name: DOMAIN, redirect: undefined }, { redirect: DOMAIN }],
    })
    expect(changes(world)).toEqual(['PATCH /v9/projects/site/domains/example.com'])
  })

  test('is not ready while DNS points elsewhere, even if something answers there', async () => {
    const world = await registered()
    await world.registrar.attach(REQUEST)
    world.https.set(DOMAIN, { status: 200 }).set(`www.${DOMAIN}`, toApex)
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

describe('readDomain()', () => {
  const good = [
    { name: 'capitals and spaces', input: ' Example.COM ', want: 'example.com' },
    { name: 'an international name', input: '日本語.com', want: 'xn--wgv71a119e.com' },
    { name: 'a deeper name', input: 'a.b-c.example', want: 'a.b-c.example' },
  ]
  test.each(good)('accepts $name', ({ input, want }) => expect(readDomain(input)).toBe(want))

  const bad = [
    { name: 'one label', input: 'localhost' },
    { name: 'an address', input: 'https://example.com' },
    { name: 'an encoded dot', input: 'example%2ecom' },
    { name: 'a line break', input: 'exam\nple.com' },
    { name: 'a port', input: 'example.com:443' },
    { name: 'a path', input: 'example.com/x' },
    { name: 'an IP address', input: '192.0.2.1' },
    { name: 'an empty label', input: 'example..com' },
    { name: 'a final dot', input: 'example.com.' },
    { name: 'a hyphen at the edge', input: '-example.com' },
    { name: 'an underscore', input: '_x.example.com' },
    { name: 'a query', input: 'example.com?teamId=x' },
    { name: 'nothing', input: '' },
    { name: 'a label that is too long', input: `${'a'.repeat(64)}.com` },
  ]
  test.each(bad)('refuses $name', ({ input }) => {
    expect(() => readDomain(input)).toThrow(expect.objectContaining({ code: 'bad_request' }))
  })
})
