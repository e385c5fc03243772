package io.weir.api;

import io.weir.api.error.ChangesLostException;
import io.weir.api.filter.Filter;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A named consumer of the change feed, as the service knew it at one moment. See
 * {@link FeedConsumers}.
 *
 * @param table the table whose changes it consumes; empty for all tables of the account
 * @param position the place after which it reads on
 * @param generation 1 for a new consumer; each reset adds 1
 * @param created when it was created, by the service's clock
 * @param lagBytes bytes of the service's log after the position, with the changes of other tables
 * @param lagTime age of the first record of the log after the position, of whichever table; zero
 *     without such a record. For a lost consumer the age of the oldest record that is kept
 */
public record NamedConsumer(
    ConsumerName name,
    Optional<TableName> table,
    FeedToken position,
    long generation,
    Instant created,
    State state,
    long lagBytes,
    Duration lagTime) {

  /** Whether a consumer can read on. */
  public enum State {
    /** The changes after its position are kept. */
    ACTIVE,
    /** Changes after its position are no longer kept. It must be reset. */
    LOST
  }

  public boolean isLost() {
    return state == State.LOST;
  }

  /** Returns the scope of its feed. */
  public FeedScope scope(Filter filter) {
    return table.map(FeedScope::of).orElse(FeedScope.ACCOUNT).where(filter);
  }

  /**
   * Returns the start at which it reads on. Fails with {@link ChangesLostException} if it is lost.
   */
  public FeedStart start() {
    if (isLost()) {
      throw new ChangesLostException("consumer=" + name + " state=LOST remedy=resetToBeginning");
    }
    return FeedStart.after(position);
  }
}
