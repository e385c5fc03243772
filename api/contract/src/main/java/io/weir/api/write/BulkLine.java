package io.weir.api.write;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.TableServiceException;
import java.util.Optional;

/**
 * One line of a bulk write: a write, alone or as a part of a group.
 *
 * <p>Consecutive lines of one group are carried out as one, as a {@link Batch} with all its limits. A group ends with the first line
 * that is not of it, or with the last line of all; when its name comes again later, that is another group.
 */
public sealed interface BulkLine {

  /** Most UTF-16 units in a group's name. */
  int LONGEST_GROUP = 64;

  /** What a line takes in memory beside its write: commands, keys, an outcome. */
  int OVERHEAD_BYTES = 256;

  /** A line of its own. */
  static BulkLine of(Write write) {
    return new Change(write, Optional.empty());
  }

  /** A line of a group. Fails with {@code InvalidInput} where the name is empty or longer than {@link #LONGEST_GROUP}. */
  static BulkLine of(Write write, String group) {
    return new Change(write, Optional.of(group));
  }

  /** Name of the group that the line belongs to; empty when it stands alone. */
  Optional<String> group();

  /** About what it takes in memory until it is answered, in bytes. */
  int weightBytes();

  /** Calls the method of the handler that belongs to this kind of line. */
  <R> R dispatch(Handler<R> handler);

  /** One method for each kind of line. */
  interface Handler<R> {
    R change(Change line);

    R refused(Refused line);
  }

  /** A write that is asked for. */
  record Change(Write write, Optional<String> group) implements BulkLine {

    public Change {
      group.ifPresent(BulkLine::requireGroup);
    }

    @Override
    public int weightBytes() {
      return OVERHEAD_BYTES + write.weightBytes();
    }

    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.change(this);
    }
  }

  /**
   * A line that was refused on its way, by who read it or by who may forbid it. It keeps its number, is answered in its place, and has its
   * group refused.
   */
  record Refused(TableServiceException cause, Optional<String> group) implements BulkLine {

    public Refused {
      group.ifPresent(BulkLine::requireGroup);
    }

    @Override
    public int weightBytes() {
      return OVERHEAD_BYTES;
    }

    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.refused(this);
    }
  }

  /** Fails with {@code InvalidInput} unless a group may be named so. */
  static void requireGroup(String name) {
    if (name.isEmpty() || name.length() > LONGEST_GROUP) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT, "groupUnits=" + name.length() + " limit=" + LONGEST_GROUP);
    }
  }
}
