-- A description of "" is kept for clients that compare it with what they sent, and is none: a team has one token without.
-- contract: no release before stores an empty one, so that the index of the same name holds what it held
DROP INDEX "authentication_tokens_team_id_plain_key";
CREATE UNIQUE INDEX "authentication_tokens_team_id_plain_key" ON "authentication_tokens"("team_id")
  WHERE coalesce("description", '') = '';
