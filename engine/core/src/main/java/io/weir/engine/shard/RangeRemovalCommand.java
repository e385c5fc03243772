package io.weir.engine.shard;

import io.weir.engine.tree.ByteRange;
import java.util.List;

/**
 * A command that removes all entities of a shard in some ranges of keys.
 *
 * <p>It is the only command of its turn, so it is never merged with the changes of other commands.
 *
 * @param ranges of keys of the clustered index, within one table
 */
public record RangeRemovalCommand(int tableId, List<ByteRange> ranges, CommandReply reply)
    implements Command {

  public RangeRemovalCommand {
    ranges = List.copyOf(ranges);
  }

  @Override
  public int weightBytes() {
    return OVERHEAD_BYTES
        + ranges.stream()
            .mapToInt(range -> range.from().length + range.to().length)
            .sum();
  }

  @Override
  public boolean isAlone() {
    return true;
  }

  @Override
  public void dispatch(Handler handler) {
    handler.removeRanges(this);
  }
}
