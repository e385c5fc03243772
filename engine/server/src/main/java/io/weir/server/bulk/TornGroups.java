package io.weir.server.bulk;

import io.weir.api.error.TableServiceException;
import io.weir.api.write.BulkLine;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps groups whole around lines whose group is unknown.
 *
 * <p>Such a line may belong to the group before it or to the group after it. Both are refused,
 * because a group without one of its lines must not be carried out as a whole. Belongs to one
 * thread at a time.
 */
final class TornGroups {

  private Optional<String> group = Optional.empty();
  private @Nullable TableServiceException torn;

  /** Passes a line whose group is known. */
  BulkLine pass(BulkLine line) {
    var cause = torn;
    var begins = !line.group().equals(group);
    torn = null;
    group = line.group();
    return cause != null && begins && group.isPresent() ? new BulkLine.Refused(cause, group) : line;
  }

  /** Refuses a line that cannot be read. */
  BulkLine unreadable(TableServiceException cause) {
    torn = cause;
    return new BulkLine.Refused(cause, group);
  }
}
