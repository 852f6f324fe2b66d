import assert from 'node:assert/strict'
import { test } from 'vitest'
import { contractionsOf } from './lib/migration-rules.mjs'

const refused = [
  'DROP TABLE "teams";',
  'DROP TYPE "state";',
  'ALTER TABLE "teams" DROP COLUMN "name";',
  'ALTER TABLE "teams" DROP "name";',
  'ALTER TABLE "teams" ADD COLUMN "a" TEXT,\n  DROP COLUMN IF EXISTS "b";',
  'ALTER TABLE "teams" RENAME COLUMN "name" TO "title";',
  'ALTER TABLE "teams" RENAME TO "groups";',
  'ALTER INDEX "teams_key" RENAME TO "groups_key";',
  'ALTER TABLE "teams" ALTER COLUMN "name" SET NOT NULL;',
  'ALTER TABLE "teams" ALTER COLUMN "size" TYPE BIGINT;',
  'ALTER TABLE "teams" ALTER COLUMN "size" SET DATA TYPE BIGINT;',
  'ALTER TABLE "teams" ADD COLUMN "size" INTEGER NOT NULL;',
  'ALTER TABLE teams ADD size integer not null;',
  `ALTER TYPE "state" ADD VALUE 'paused';`,
]

for (const sql of refused) {
  test(`refused: ${sql.replaceAll(/\s+/g, ' ')}`, () => {
    assert.equal(contractionsOf(sql).length, 1)
    assert.deepEqual(contractionsOf(`-- contract: nothing reads it since release 1.4\n${sql}`), [])
  })
}

const welcome = [
  'CREATE TABLE "teams" ("id" TEXT NOT NULL);\nALTER TABLE "teams" ADD COLUMN "a" TEXT NOT NULL;',
  'ALTER TABLE "teams" ADD COLUMN "size" INTEGER;',
  'ALTER TABLE "teams" ADD COLUMN "size" INTEGER NOT NULL DEFAULT 0;',
  'ALTER TABLE "teams" ADD CONSTRAINT "teams_size_check" CHECK ("size" IS NOT NULL OR "id" = \'a\');',
  'ALTER TABLE "teams" DROP CONSTRAINT "teams_size_check";',
  'ALTER TABLE "teams" ALTER COLUMN "name" DROP NOT NULL, ALTER COLUMN "name" DROP DEFAULT;',
  'DROP INDEX "teams_idx";',
  '-- What to rename: nothing; don’t DROP TABLE x\nSELECT 1;',
  `CREATE FUNCTION f() RETURNS trigger AS $$ BEGIN DROP TABLE t; END $$ LANGUAGE plpgsql;`,
  `UPDATE "teams" SET "name" = 'DROP TABLE; RENAME';`,
]

for (const sql of welcome) {
  test(`welcome: ${sql.replaceAll(/\s+/g, ' ')}`, () => assert.deepEqual(contractionsOf(sql), []))
}

test('a reason counts for the statement below it alone, and only when it says something', () => {
  const drop = 'DROP TABLE "a";'
  const reason = '-- contract: nothing reads it since release 1.4'
  assert.equal(contractionsOf(`${reason}\n${drop}\nDROP TABLE "b";`).length, 1)
  assert.equal(contractionsOf(`-- contract:\n${drop}`).length, 1)
  assert.equal(contractionsOf(`-- since it is not needed\n${drop}`).length, 1)
})
