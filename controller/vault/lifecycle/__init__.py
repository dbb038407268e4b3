"""What happens to a whole journal: created, archived, cleared, restored, mended, replaced."""
