package io.weir.engine.shard;

import io.weir.api.write.Write;
import java.util.List;

/**
 * Writes on one partition that are carried out as one, on their way to a shard.
 *
 * @param tableId the table, as the catalog knew it when the command was made
 * @param writes at least one; several form a batch
 * @param keys the key in the clustered index of each write
 * @param weightBytes what the command counts for in the mailbox: about its size in memory
 * @param reply told the outcome, once
 */
public record WriteCommand(
    int tableId, List<Write> writes, List<byte[]> keys, int weightBytes, Reply reply)
    implements Command {

  /** Whether anything is stored, and not only removed. */
  boolean stores() {
    return writes.stream().anyMatch(write -> !(write instanceof Write.Delete));
  }

  @Override
  public void dispatch(Handler handler) {
    handler.write(this);
  }
}
