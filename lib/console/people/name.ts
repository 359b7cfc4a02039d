/** The names that people of the console may have. */

/**
 * A name of up to 60 characters. A name that mixes Latin letters with those of a script that has the same shapes, such as
 * Cyrillic, could look like the name of a colleague, so it does not match.
 */
export const PERSON_NAME =
  /^(?!(?=.*\p{Script=Latin}).*(?![\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}])\p{L})[\p{L}\p{N}][\p{L}\p{N}\p{M} .'’・-]{0,59}$/u
