-- Rows are locked in the order of their keys, by bytes on every server.
CREATE TABLE "letter_budgets" (
    "key" TEXT COLLATE "C" NOT NULL,
    "sent_at" TIMESTAMPTZ(3)[],
    "last_sent_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "letter_budgets_pkey" PRIMARY KEY ("key")
);

CREATE INDEX "letter_budgets_last_sent_at_idx" ON "letter_budgets"("last_sent_at");
