package io.weir.api.write;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.TableServiceException;
import java.util.Optional;

/**
 * A line of a bulk write: a single write, or a write of a group.
 *
 * <p>Consecutive lines of one group are carried out together as a {@link Batch}, with all its
 * limits. A group ends before the first line outside it, or with the last line of all. When its
 * name occurs again later, it names another group.
 */
public sealed interface BulkLine {

  /** Most UTF-16 units in the name of a group. */
  int LONGEST_GROUP = 64;

  /** Estimated memory for a line in addition to its write, in bytes: commands, keys, an outcome. */
  int OVERHEAD_BYTES = 256;

  /** Returns a line outside any group. */
  static BulkLine of(Write write) {
    return new Change(write, Optional.empty());
  }

  /**
   * Returns a line of a group. Fails with {@code InvalidInput} when the name is empty or longer
   * than {@link #LONGEST_GROUP}.
   */
  static BulkLine of(Write write, String group) {
    return new Change(write, Optional.of(group));
  }

  /** Returns the name of the line's group; empty for a line outside any group. */
  Optional<String> group();

  /** Returns the estimated memory that the line takes until it is answered, in bytes. */
  int weightBytes();

  /** Calls the handler's method for this kind of line. */
  <R> R dispatch(Handler<R> handler);

  /** One method for each kind of line. */
  interface Handler<R> {
    R change(Change line);

    R refused(Refused line);
  }

  /** A line that requests a write. */
  record Change(Write write, Optional<String> group) implements BulkLine {

    /** Fails as {@link Batch#requireNoEntity} does. */
    public Change {
      Batch.requireNoEntity(write);
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
   * A line that was refused before it could be carried out, because it is malformed or forbidden.
   * It keeps its number, its result is returned in its place, and its group is refused.
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

  /** Fails with {@code InvalidInput} unless the name is valid for a group. */
  static void requireGroup(String name) {
    if (name.isEmpty() || name.length() > LONGEST_GROUP) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT, "groupUnits=" + name.length() + " limit=" + LONGEST_GROUP);
    }
  }
}
