import { describe, expect, test } from 'vitest'
import { listAll } from '../../../../../lib/core/store/list.ts'
import { failedBeforeCommit } from '../../../../../sandbox/registrar/errors.ts'
import { worded } from '../../../../helpers/notice-words.ts'
import { ACTING, createRegistrarWorld, DAY, MINUTE } from '../../../../helpers/remotes/registrar.ts'
import { DOMAIN, deadline } from './world.ts'

describe('the contact verification', () => {
  test("checks a person's word against the registrar, and tells a contradiction", async () => {
    const world = await createRegistrarWorld()
    await world.buy(DOMAIN)
    world.pass(DAY)
    const mei = { by: 'mei (operator)' }
    const closed = await world.person.closeDeadline(DOMAIN, mei)
    expect(closed.deadline).toMatchObject({ state: 'open', contradicted: true, verifiedBy: mei.by })
    expect(worded((await world.registrar.openItems()).notices)).toMatchObject([
      { text: expect.stringContaining('mei (operator) said that it is confirmed') },
    ])
    world.remote.sandbox.state.verified.add(DOMAIN)
    expect((await world.person.closeDeadline(DOMAIN, mei)).deadline).toMatchObject({
      state: 'verified',
      verifiedBy: mei.by,
      confirmed: true,
    })
    expect((await world.registrar.openItems()).notices).toEqual([])
    const asked = world.remote.requests.length
    world.pass(DAY)
    await world.registrar.advanceOrders()
    expect(world.remote.requests.length).toBe(asked)
  })

  test("keeps a person's word if the registrar cannot be asked", async () => {
    const world = await createRegistrarWorld()
    await world.buy(DOMAIN)
    world.pass(DAY)
    await world.registrar.purchase(DOMAIN)
    const check = 'GET /v1/registrar/domains/{domain}/contact-verification'
    world.remote.sandbox.faults.arm(check, failedBeforeCommit())
    expect(await world.person.closeDeadline(DOMAIN, ACTING)).toMatchObject({
      deadline: { state: 'verified' },
      failure: { id: 'remotes.answered' },
    })
    expect(await deadline(world)).toMatchObject({ state: 'open', contradicted: true })
  })

  test('is open from the moment of the purchase, before anything was asked', async () => {
    const world = await createRegistrarWorld()
    await world.buy(DOMAIN)
    expect(await deadline(world)).toMatchObject({
      state: 'open',
      source: 'rule',
      verifyBy: world.remote.clock.now + 15 * DAY,
    })
  })

  test('takes the date of the registrar, and is over when the registrar says verified', async () => {
    const world = await createRegistrarWorld()
    await world.buy(DOMAIN)
    world.pass(MINUTE)
    expect(await deadline(world)).toMatchObject({ state: 'open', source: 'rule' })
    world.pass(DAY)
    expect(await deadline(world)).toMatchObject({ state: 'open', source: 'registrar' })
    world.remote.sandbox.state.verified.add(DOMAIN)
    world.pass(MINUTE)
    expect(await deadline(world)).toMatchObject({ state: 'open' })
    world.pass(10 * MINUTE)
    expect(await deadline(world)).toMatchObject({ state: 'verified', verifiedBy: 'registrar' })
    expect(world.notes.filter(({ event }) => event === 'contact_verification')).toEqual([
      { event: 'contact_verification', domain: DOMAIN, state: 'verified' },
    ])
    expect((await world.registrar.openItems()).notices).toEqual([])
  })

  test('is closed by a person, and opened again by a reminder that comes later', async () => {
    const world = await createRegistrarWorld()
    world.remote.sandbox.state.contactVerification = 'absent'
    await world.buy(DOMAIN)
    world.pass(DAY)
    await world.person.closeDeadline(DOMAIN, { by: 'mei (operator)' })
    expect(await deadline(world)).toMatchObject({ state: 'verified', verifiedBy: 'mei (operator)' })
    const noted = { event: 'contact_verification', domain: DOMAIN }
    expect(world.notes).toContainEqual({ ...noted, state: 'verified', by: 'mei (operator)' })
    const subject = `ACTION REQUIRED: Verify ${DOMAIN}`
    const earlier = { subject, date: world.remote.clock.now - 1 }
    expect(await world.registrar.reportMail(earlier)).toMatchObject({ effect: 'noted', domains: [DOMAIN] })
    world.pass(DAY)
    expect(await world.registrar.reportMail({ subject })).toMatchObject({
      effect: 'reopened',
      verification: true,
    })
    expect(world.notes).toContainEqual({ ...noted, state: 'open', reminder: true })
    expect(worded((await world.registrar.openItems()).notices)).toMatchObject([
      { key: `registrar/deadline/${DOMAIN}` },
    ])
  })

  test('is opened again although an earlier reminder was dated in the future', async () => {
    const world = await createRegistrarWorld()
    world.remote.sandbox.state.contactVerification = 'absent'
    await world.buy(DOMAIN)
    const subject = `ACTION REQUIRED: Verify ${DOMAIN}`
    const date = world.remote.clock.now + 5 * DAY
    expect(await world.registrar.reportMail({ subject, date })).toMatchObject({ effect: 'noted' })
    world.pass(DAY)
    await world.person.closeDeadline(DOMAIN, ACTING)
    world.pass(DAY)
    expect(await world.registrar.reportMail({ subject })).toMatchObject({ effect: 'reopened' })
  })

  const mails = [
    {
      name: 'a message without a deadline',
      mail: { subject: `Receipt for ${DOMAIN}` },
      want: { effect: 'none', domains: [], reopened: [] },
    },
    {
      name: 'a message that names no domain',
      mail: { subject: 'Verify' },
      want: { effect: 'no known domain', domains: [], reopened: [] },
    },
    {
      name: 'a message of another domain',
      mail: { subject: 'Verify', domain: 'other.com' },
      want: { effect: 'no known domain', domains: [], reopened: [] },
    },
    {
      name: 'a message whose domain is given',
      mail: { subject: '確認', domain: DOMAIN },
      want: { effect: 'noted', domains: [DOMAIN], reopened: [] },
    },
  ]
  test.each(mails)('$name', async ({ mail, want }) => {
    const world = await createRegistrarWorld()
    await world.buy(DOMAIN)
    expect(await world.registrar.reportMail(mail)).toMatchObject(want)
  })

  test.each([
    { subject: `\ufffd\ufffd\ufffd ${DOMAIN}` },
    { subject: 'Notice', unreadable: true },
    { subject: '\ufffd\ufffd' },
    { subject: 'ACTION REQUIRED: Verify \ufffd\ufffd' },
  ])('an unreadable message opens the deadline again: $subject', async mail => {
    const world = await createRegistrarWorld()
    await world.buy(DOMAIN)
    await world.person.closeDeadline(DOMAIN, ACTING)
    world.pass(DAY)
    const report = await world.registrar.reportMail(mail)
    expect(report).toMatchObject({ effect: 'reopened', domains: [DOMAIN], reopened: [DOMAIN] })
    expect(report.deadline).toBe(mail.subject.includes('ACTION') ? true : 'unknown')
  })

  test('a reminder that names several domains opens each of them again', async () => {
    const world = await createRegistrarWorld()
    for (const domain of [DOMAIN, 'other.com', 'third.com']) await world.buy(domain)
    await world.person.closeDeadline(DOMAIN, ACTING)
    world.pass(DAY)
    const subject = `ACTION REQUIRED: Verify ${DOMAIN} and other.com`
    expect(await world.registrar.reportMail({ subject })).toMatchObject({
      effect: 'reopened',
      domains: [DOMAIN, 'other.com'],
      reopened: [DOMAIN],
    })
    const { records } = await listAll(world.store, 'registrar/deadline/')
    const reminded = records.filter(({ value }) => value.includes('remindedAt')).map(({ key }) => key)
    expect(reminded.map(key => key.split('/').at(-1))).toEqual([DOMAIN, 'other.com'])
  })

  test('there is none for a purchase that was refused', async () => {
    const world = await createRegistrarWorld({ caps: { order: 1, day: 1, month: 1 } })
    await expect(world.buy(DOMAIN)).rejects.toMatchObject({ code: 'cap_reached' })
    await expect(world.person.closeDeadline(DOMAIN, ACTING)).rejects.toMatchObject({
      code: 'conflict',
      message: 'Cannot close the deadline of "example.com": its purchase is refused',
    })
    const subject = `ACTION REQUIRED: Verify ${DOMAIN}`
    expect(await world.registrar.reportMail({ subject })).toMatchObject({ effect: 'no known domain' })
  })
})
