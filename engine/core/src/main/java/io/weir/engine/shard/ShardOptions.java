package io.weir.engine.shard;

/**
 * Bounds of one shard.
 *
 * @param mailboxCommands commands that may wait, at least 2; default 4,096
 * @param mailboxBytes bytes that they may hold; default 16 MiB, always more than the largest batch
 * @param turnCommands most commands in a turn; default 512
 * @param turnBytes log bytes after which a turn ends; default 1 MiB
 * @param turnsInFlight turns that may wait for the log at once; default 2: one is being forced while the next fills
 */
public record ShardOptions(
    int mailboxCommands, long mailboxBytes, int turnCommands, int turnBytes, int turnsInFlight) {

  public static final ShardOptions DEFAULT = new ShardOptions(4096, 16L << 20, 512, 1 << 20, 2);

  /** With other bounds of the mailbox. */
  public ShardOptions withMailbox(int commands, long bytes) {
    return new ShardOptions(commands, bytes, turnCommands, turnBytes, turnsInFlight);
  }
}
