"""Playing a record: the contract that games keep, records, replays."""
