/**
 * The scripts run on Redis's primary, so that they see every write and use one clock. A record is one string,
 * `<version>\n<value>`, so that version, value and lifetime change in a single command. A separate sorted set keeps the
 * versions of the last minute, because they outlive the record. Three more sorted sets are indexes: all keys and the
 * keys of open records, in the order of their bytes, and the keys of records with a lifetime, in the order of their
 * expiry.
 */
import { READ_AT_ONCE } from '../store.ts'

/** Sets `now`. It is a text, because Lua would round a number of this size when it writes the number as a text. */
const NOW = `
local time = redis.call('TIME')
local now = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))`

/** Sets `held`, which is the record or false, and `version`, which is the record's version or ''. */
const HELD = String.raw`
local function versionOf(record)
  return record and string.sub(record, 1, string.find(record, '\n', 1, true) - 1) or ''
end
local held = redis.call('GET', KEYS[1])
local version = versionOf(held)`

/** Returns the record. KEYS: the record's key. */
export const READ = `${NOW}
return {now, redis.call('GET', KEYS[1])}`

/**
 * Answers several reads, each with a list. ARGV: for each read the kind and its words; KEYS: the keys of each, in the
 * same order.
 *
 * - `read`, number of keys; KEYS: the records. Its answer: nothing, then each record or nothing.
 * - `keys`, lower bound, prefix, maximum number of keys, maximum number of records to send with them; KEYS: the index.
 *   Its answer: nothing, the keys in order, then the records of the first keys. The byte 255, which UTF-8 never has,
 *   marks the end of the range.
 *
 * If the server refuses a read, because a key has a value of another type, its answer is the server's words. All lists
 * together send at most 1,000 records.
 *
 * The call does not declare the records of a list, because only the index has their names; declaring them would take a
 * second request. Upstash permits this: without the flag `allow-key-locking` a script runs under the lock of the whole
 * database (docs: redis/commands/scripting/eval, redis/features/key-locking).
 */
export const READS = `${NOW}${String.raw`
local answers, key, word, left = {now}, 1, 1, ${READ_AT_ONCE}
local function many(names, first, last)
  if last < first then return {} end
  return redis.call('MGET', unpack(names, first, last))
end
local function one(name)
  local held = redis.pcall('GET', name)
  return type(held) == 'table' and {held.err} or {false, held}
end
while word <= #ARGV do
  local answer = {false}
  if ARGV[word] == 'read' then
    local count = tonumber(ARGV[word + 1])
    if count == 1 then
      answer = one(KEYS[key])
    else
      for at, held in ipairs(many(KEYS, key, key + count - 1)) do answer[at + 1] = held end
    end
    key, word = key + count, word + 2
  else
    local limit, records = tonumber(ARGV[word + 3]), math.min(tonumber(ARGV[word + 4]), left)
    local found = redis.pcall('ZRANGEBYLEX', KEYS[key], ARGV[word + 1], '[' .. ARGV[word + 2] .. '\255', 'LIMIT', 0, limit)
    if found.err then
      answer = {found.err}
    else
      answer[2] = found
      local sent = math.min(records, #found)
      for at, held in ipairs(many(found, 1, sent)) do answer[at + 2] = held end
      left = left - sent
    end
    key, word = key + 1, word + 5
  end
  answers[#answers + 1] = answer
end
return answers`}`

/**
 * KEYS: the record, its versions, the three indexes, the required record if there is one. ARGV: expected version or '',
 * new version, value, lifetime or '', how long versions are remembered (both in milliseconds), 'open' or '', required
 * version or ''. Returns what happened, the store's time, and the record that was found if it was not replaced.
 *
 * A repeated swap remembers its version again, so that a WAIT after it covers a write of this connection. The key
 * enters the indexes before the write and leaves the index of open records after it, so that no listing misses a
 * record. The version is remembered last: if the script is interrupted before, the record itself shows that the swap
 * was done. `check` is Lua that may refuse the swap, and `write` Lua that writes before the record is written.
 */
const swapScript = ({ check = '', write = '' } = {}) =>
  `${NOW}${HELD}${String.raw`
local expected, next, value, lifetime, memory, open, required = unpack(ARGV)
local first = #KEYS - #ARGV + 8
if version == next or redis.call('ZSCORE', KEYS[2], next) then
  redis.call('ZADD', KEYS[2], 'XX', now, next)
  redis.call('PEXPIRE', KEYS[2], memory)
  return {'repeated', now, held}
end
if version ~= expected then return {'refused', now, held} end
if first > 6 and versionOf(redis.call('GET', KEYS[6])) ~= required then return {'refused', now, held} end
${check}${write}redis.call('ZADD', KEYS[3], 0, KEYS[1])
if open ~= '' then redis.call('ZADD', KEYS[5], 0, KEYS[1]) end
if lifetime == '' then
  redis.call('ZREM', KEYS[4], KEYS[1])
  redis.call('SET', KEYS[1], next .. '\n' .. value)
else
  redis.call('ZADD', KEYS[4], string.format('%.0f', now + lifetime), KEYS[1])
  redis.call('SET', KEYS[1], next .. '\n' .. value, 'PX', lifetime)
end
if open == '' then redis.call('ZREM', KEYS[5], KEYS[1]) end
redis.call('ZADD', KEYS[2], now, next)
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', string.format('%.0f', now - memory))
redis.call('PEXPIRE', KEYS[2], memory)
local ended = redis.call('ZRANGEBYSCORE', KEYS[4], '-inf', '(' .. now, 'LIMIT', 0, 100)
if #ended > 0 then
  redis.call('ZREM', KEYS[3], unpack(ended))
  redis.call('ZREM', KEYS[4], unpack(ended))
  redis.call('ZREM', KEYS[5], unpack(ended))
end
return {'written', now}`}`

export const SWAP = swapScript()

/**
 * Writes other records too, before the record itself. After the keys of SWAP, KEYS has each other record and its
 * versions. After the words of SWAP, ARGV has the expected version or '' and the value of each other record.
 */
export const SWAP_ALSO = swapScript({
  check: `
for at = 0, #ARGV - 8, 2 do
  if versionOf(redis.call('GET', KEYS[first + at])) ~= ARGV[8 + at] then return {'refused', now, held} end
end`,
  write: String.raw`
for at = 0, #ARGV - 8, 2 do
  local other, versions = KEYS[first + at], KEYS[first + at + 1]
  redis.call('ZADD', KEYS[3], 0, other)
  redis.call('ZREM', KEYS[4], other)
  redis.call('SET', other, next .. '\n' .. ARGV[9 + at])
  redis.call('ZREM', KEYS[5], other)
  redis.call('ZADD', versions, now, next)
  redis.call('PEXPIRE', versions, memory)
end
`,
})

/** KEYS: the record, the three indexes. ARGV: the expected version. Returns what happened, and the store's time. */
export const REMOVE = `${NOW}${HELD}
if version ~= ARGV[1] then return {'refused', now} end
redis.call('DEL', KEYS[1])
redis.call('ZREM', KEYS[2], KEYS[1])
redis.call('ZREM', KEYS[3], KEYS[1])
redis.call('ZREM', KEYS[4], KEYS[1])
return {'removed', now}`
