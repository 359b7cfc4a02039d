/** All worlds, by name. With the bounds of `main.ts`, the worlds with a daily run are by far the largest. */

import type { World } from './world.ts'
import { actsWorld } from './worlds/acts/world.ts'
import { authorizationsWorld } from './worlds/authorizations.ts'
import { channelsWorld } from './worlds/channels.ts'
import { dealsWorld } from './worlds/deals.ts'
import { messagesWorld } from './worlds/messages.ts'
import { purchasesWorld } from './worlds/purchases.ts'
import { tokensWorld } from './worlds/tokens.ts'

export const WORLDS: Readonly<Record<string, World>> = {
  deals: dealsWorld({
    name: 'deals',
    hana: ['registers'],
    mei: ['resolves', 'frees', 'registers'],
    moves: 3,
  }),
  reviews: dealsWorld({
    name: 'reviews',
    hana: ['registers', 'corrects'],
    mei: ['releases', 'frees'],
    moves: 2,
    flags: ['a person has to look'],
  }),
  deletions: dealsWorld({
    name: 'deletions',
    hana: ['registers', 'deletes'],
    mei: ['deletes', 'deletes by hand', 'resolves', 'frees', 'registers'],
    moves: 2,
  }),
  messages: messagesWorld(),
  purchases: purchasesWorld(),
  refunds: purchasesWorld({ name: 'refunds', moves: 1, fails: true }),
  slow: purchasesWorld({ name: 'slow', moves: 1, slow: true }),
  'daily run': purchasesWorld({ name: 'daily run', moves: 1, daily: true }),
  'slow beside the daily run': purchasesWorld({
    name: 'slow beside the daily run',
    moves: 1,
    slow: true,
    daily: true,
  }),
  // Mei decides once, so these two are one world with both choices, which is too large to explore in full
  'refunds beside the daily run, looked at': purchasesWorld({
    name: 'refunds beside the daily run, looked at',
    moves: 1,
    mei: ['looks'],
    fails: true,
    daily: true,
  }),
  'refunds beside the daily run, bought again': purchasesWorld({
    name: 'refunds beside the daily run, bought again',
    moves: 1,
    mei: ['buys'],
    fails: true,
    daily: true,
  }),
  tokens: tokensWorld({ name: 'tokens', asks: 1 }),
  outages: tokensWorld({ name: 'outages', asks: 2 }),
  authorizations: authorizationsWorld({ name: 'authorizations' }),
  'authorizations beside a refresh': authorizationsWorld({
    name: 'authorizations beside a refresh',
    refreshes: true,
  }),
  'two people': dealsWorld({
    name: 'two people',
    hana: ['registers'],
    mei: ['resolves', 'frees'],
    ken: ['frees', 'registers', 'deletes'],
    moves: 1,
  }),
  channels: channelsWorld(),
  acts: actsWorld({
    name: 'acts',
    hana: ['requests', 'corrects'],
    mei: ['requests blindly', 'frees', 'resolves', 'confirms', 'deletes', 'releases'],
  }),
  'acts of two people': actsWorld({
    name: 'acts of two people',
    hana: ['requests'],
    mei: ['requests', 'frees', 'resolves', 'confirms', 'deletes'],
    moves: 2,
  }),
  'flagged acts': actsWorld({
    name: 'flagged acts',
    hana: ['requests', 'corrects'],
    mei: ['requests', 'releases', 'frees', 'resolves'],
    moves: 2,
    flags: ['a person has to look'],
  }),
  'refused acts': actsWorld({
    name: 'refused acts',
    hana: ['requests', 'requests'],
    mei: ['requests blindly'],
    refuses: true,
  }),
  'acts that were done before': actsWorld({
    name: 'acts that were done before',
    hana: ['requests'],
    mei: ['requests', 'resolves'],
    there: ['a'],
  }),
  'acts that were done twice before': actsWorld({
    name: 'acts that were done twice before',
    hana: ['requests'],
    mei: ['requests'],
    there: ['a', 'a'],
  }),
  'acts at a remote that hides them': actsWorld({
    name: 'acts at a remote that hides them',
    hana: ['requests'],
    mei: ['requests'],
    there: ['a'],
    hides: true,
  }),
  orphans: actsWorld({
    name: 'orphans',
    hana: ['requests'],
    mei: ['drops', 'deletes', 'confirms', 'deletes by hand', 'frees'],
    moves: 2,
    there: ['a', 'a', 'a'],
    before: { state: 'done', orphans: [2, 3] },
  }),
  'orphans of a refused act': actsWorld({
    name: 'orphans of a refused act',
    hana: ['requests blindly'],
    mei: ['drops'],
    there: ['a', 'a'],
    before: { state: 'refused', orphans: [1, 2] },
  }),
  'acts that outlive their lease': actsWorld({
    name: 'acts that outlive their lease',
    hana: ['requests', 'settles again'],
    mei: ['deletes by hand', 'frees', 'requests', 'resolves'],
    moves: 3,
  }),
  'acts that are freed': actsWorld({
    name: 'acts that are freed',
    hana: ['requests'],
    mei: ['frees', 'requests'],
    moves: 2,
  }),
  'unknown acts': actsWorld({
    name: 'unknown acts',
    hana: ['resolves', 'deletes', 'confirms'],
    mei: ['frees', 'resolves', 'requests', 'deletes by hand'],
    moves: 2,
    there: ['a'],
    before: { state: 'unknown' },
  }),
  'deleted acts': actsWorld({
    name: 'deleted acts',
    hana: ['deletes', 'confirms'],
    mei: ['deletes', 'confirms', 'resolves', 'frees', 'requests'],
    moves: 2,
    there: ['a'],
    before: { state: 'done' },
  }),
  'acts that are settled again': actsWorld({
    name: 'acts that are settled again',
    hana: ['requests', 'settles again'],
    mei: ['deletes', 'confirms', 'frees'],
    moves: 3,
  }),
  'reviews of one body': actsWorld({
    name: 'reviews of one body',
    hana: ['requests', 'requests', 'requests'],
    mei: ['releases', 'frees'],
    flags: ['a person has to look'],
  }),
  'acts that were freed too early': actsWorld({
    name: 'acts that were freed too early',
    hana: ['takes back'],
    mei: ['takes back', 'takes back with another body', 'requests'],
    moves: 2,
    there: ['a'],
    before: { state: 'refused' },
  }),
  'acts whose claim is lost': actsWorld({
    name: 'acts whose claim is lost',
    hana: ['requests'],
    mei: ['loses the claim'],
  }),
}

/** @throws Error if there is no such world */
export function worldNamed(name: string): World {
  const world = WORLDS[name]
  if (!world) throw new Error(`there is no world "${name}", but ${Object.keys(WORLDS).join(', ')}`)
  return world
}
