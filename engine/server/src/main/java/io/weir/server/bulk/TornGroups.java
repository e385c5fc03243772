package io.weir.server.bulk;

import io.weir.api.error.TableServiceException;
import io.weir.api.write.BulkLine;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps groups whole around lines of which nobody knows the group.
 *
 * <p>Such a line may have been of the group before it, or of the one behind it. Both are refused: a group less one line must not be
 * carried out as if it were all of it. Belongs to one thread at a time.
 */
final class TornGroups {

  private Optional<String> group = Optional.empty();
  private @Nullable TableServiceException torn;

  /** A line whose group is known. */
  BulkLine pass(BulkLine line) {
    var cause = torn;
    var begins = !line.group().equals(group);
    torn = null;
    group = line.group();
    return cause != null && begins && group.isPresent() ? new BulkLine.Refused(cause, group) : line;
  }

  /** A line that cannot be read. */
  BulkLine unreadable(TableServiceException cause) {
    torn = cause;
    return new BulkLine.Refused(cause, group);
  }
}
