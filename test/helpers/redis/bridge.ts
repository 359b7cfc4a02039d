import { onTestFinished } from 'vitest'
import { type RedisRestBridge, startRedisRestBridge } from './rest-bridge.ts'
import { type RedisServer, startJsRedis } from './servers.ts'

/** Serves a Redis (by default one in JavaScript) as Upstash does, until the test ends. */
export async function startBridge(
  start: () => Promise<RedisServer> = startJsRedis,
): Promise<RedisRestBridge> {
  const bridge = await startRedisRestBridge(await start())
  onTestFinished(() => bridge.close())
  return bridge
}
