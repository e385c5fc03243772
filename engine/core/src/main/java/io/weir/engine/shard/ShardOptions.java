package io.weir.engine.shard;

/**
 * The bounds of one shard.
 *
 * @param mailboxCommands largest number of waiting commands, at least 2; default 4,096
 * @param mailboxBytes largest weight of the waiting commands, more than that of the largest batch;
 *     default 16 MiB
 * @param turnCommands largest number of commands in a turn; default 512
 * @param turnBytes length of the log records at which a turn ends, in bytes; default 1 MiB
 * @param turnsInFlight largest number of turns that wait for the log; default 2: one is forced
 *     while the next fills
 */
public record ShardOptions(
    int mailboxCommands, long mailboxBytes, int turnCommands, int turnBytes, int turnsInFlight) {

  public static final ShardOptions DEFAULT = new ShardOptions(4096, 16L << 20, 512, 1 << 20, 2);

  /** Returns these options with other bounds of the mailbox. */
  public ShardOptions withMailbox(int commands, long bytes) {
    return new ShardOptions(commands, bytes, turnCommands, turnBytes, turnsInFlight);
  }
}
