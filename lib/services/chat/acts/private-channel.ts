/** Makes private channels (document 3, part A). A channel's topic has a tag, by which kura finds it again. */
import { createHash } from 'node:crypto'
import { foldCaseName } from '../../../core/claims/case-name.ts'
import { actDigest, type Claims } from '../../../core/claims/claims.ts'
import type { OnceDeps } from '../../../core/claims/once.ts'
import { AppError } from '../../../core/errors.ts'
import { lacking, PERMISSION, type PermissionName } from '../channel/permissions.ts'
import { type Bot, type Bots, permissionsOrNone, serverBot } from '../remote/bots.ts'
import { createChannelCall, guildChannelsCall } from '../remote/calls.ts'
import type { MadeChannel, Person } from '../schema.ts'
import { doOnce, type SendReport } from './once.ts'

const OWN = ['VIEW_CHANNEL', 'SEND_MESSAGES', 'READ_MESSAGE_HISTORY'] as const
const ROLE = 0
const MEMBER = 1
const TEXT = 0

export interface PrivateChannel {
  readonly guildId: string
  readonly name: string
  readonly people: readonly Person[]
}

function lackingPermissions(held: bigint): string[] {
  return lacking(['MANAGE_CHANNELS', ...OWN], held)
}

function channelBody({ guildId, name, people }: PrivateChannel, botId: string) {
  const bits = (names: readonly PermissionName[]) =>
    String(names.reduce((sum, permission) => sum | PERMISSION[permission], 0n))
  const view = bits(['VIEW_CHANNEL'])
  return {
    name,
    type: TEXT,
    topic: `kura ${tagOf(guildId, name)}`,
    permission_overwrites: [
      { id: guildId, type: ROLE, allow: '0', deny: view },
      ...people
        .map(({ id }) => id)
        .sort()
        .map(id => ({ id, type: MEMBER, allow: view, deny: '0' })),
      { id: botId, type: MEMBER, allow: bits(OWN), deny: '0' },
    ],
  }
}

/** The channel's name as the platform writes it: lower case, no blanks, at most 100 characters. */
export function channelName(text: string): string {
  const name = foldCaseName(text).replaceAll(/[\s#@:`]+/gu, '-')
  return [...name].slice(0, 100).join('') || 'kura'
}

function tagOf(guildId: string, name: string): string {
  return createHash('sha256').update(`${guildId}/${name}`).digest('hex').slice(0, 16)
}

/** @throws AppError `permission_missing` with what the first bot lacks; `remote_refused` if no bot is in the server */
export async function makerBot(opened: Bots): Promise<Bot> {
  const first = await serverBot(opened)
  for (const bot of opened.bots) {
    const held = await permissionsOrNone(bot)
    if (held !== undefined && lackingPermissions(held).length === 0) return bot
  }
  const fault = await permissionFault(first)
  if (fault) throw fault
  return first
}

/** Says what the bot lacks to create a private channel; undefined if nothing. */
async function permissionFault(bot: Bot): Promise<AppError | undefined> {
  const missing = lackingPermissions((await bot.permissions()) ?? 0n)
  if (missing.length === 0) return undefined
  return new AppError(
    'permission_missing',
    `Cannot create a private channel: the bot "${bot.name}" lacks ${missing.join(', ')} in the server`,
    {
      hint: `in the server's settings, under roles, add to the bot's role: ${missing.join(', ')}`,
      details: { permissions: missing },
    },
  )
}

export function channelCase({ guildId, name }: Pick<PrivateChannel, 'guildId' | 'name'>): string {
  return `${guildId}/${name}`
}

function actOf(channel: PrivateChannel, bot: Bot) {
  const body = channelBody(channel, bot.id)
  const text = JSON.stringify(body)
  return { name: channelCase(channel), body, text, digest: actDigest(text) }
}

/** Whether the channel was created for other people or by another bot, or may have been. */
export async function isTaken(
  channel: PrivateChannel,
  { bot, channels }: { bot: Bot; channels: Claims<MadeChannel> },
): Promise<boolean> {
  const { name, digest } = actOf(channel, bot)
  const claim = await channels.read(name)
  return claim !== undefined && claim.state !== 'refused' && claim.digest !== digest
}

/** Creates the channel, or finds the existing one. @throws AppError `permission_missing` */
export async function makeOnce(
  channel: PrivateChannel,
  { by, bot, once }: { by: string; bot: Bot; once: OnceDeps<MadeChannel> },
): Promise<SendReport<MadeChannel>> {
  const { name, body, text, digest } = actOf(channel, bot)
  const fault = await permissionFault(bot)
  // an existing channel needs no permission for its creation any more
  if (fault && (await once.claims.read(name))?.state !== 'done') throw fault
  return doOnce(
    {
      name,
      digest,
      body: text,
      by,
      async send(before) {
        const { id } = await bot.wire({ ...createChannelCall(channel.guildId, body), before })
        return { channel: id }
      },
      async query() {
        const channels = (await bot.wire(guildChannelsCall(channel.guildId))) ?? []
        const found = channels.find(({ topic }) => topic === body.topic)
        return { found: found ? [{ channel: found.id }] : [], complete: true }
      },
    },
    once,
  )
}
