"""The ccTalk bill validator: `wire` (frames), `events` (the counter and five events), `unit` (requests)."""
