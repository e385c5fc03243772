package io.weir.engine.shard;

import io.weir.engine.tree.ByteRange;
import java.util.List;

/**
 * The removal of all entities of a shard in some ranges of keys, as one.
 *
 * <p>It is a turn of its own: commands before it are in the turns before, so it does not have to be merged with what they change.
 *
 * @param ranges of keys of the clustered index, within one table
 */
public record RangeRemoval(int tableId, List<ByteRange> ranges, Reply reply) implements Command {

  public RangeRemoval {
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
  public void dispatch(Handler handler) {
    handler.removeRanges(this);
  }
}
