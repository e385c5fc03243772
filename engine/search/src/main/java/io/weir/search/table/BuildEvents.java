package io.weir.search.table;

import io.weir.api.error.ChangesLostException;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import org.jspecify.annotations.Nullable;

/**
 * Passes on what becomes of the follower of one index, as long as the succession holds that index.
 * Belongs to the table's worker.
 */
final class BuildEvents implements FollowerListener {

  private final IndexSuccession indexes;
  private @Nullable IndexBuild build;

  BuildEvents(IndexSuccession indexes) {
    this.indexes = indexes;
  }

  /** Learns which index it is about, before the follower starts. */
  void of(IndexBuild followed) {
    build = followed;
  }

  @Override
  public void caughtUp() {
    var held = held();
    if (held != null) {
      indexes.caughtUp(held);
    }
  }

  @Override
  public void dropped() {
    if (held() != null) {
      indexes.tableDropped();
    }
  }

  @Override
  public void lost(Throwable cause) {
    var held = held();
    if (held != null) {
      indexes.lost(held, cause);
    }
  }

  @Override
  public void failed(Throwable cause) {
    var held = held();
    if (held != null) {
      indexes.failed(held, cause);
    }
  }

  /** Learns that the consumer of the index cannot be had, and why. */
  void notClaimed(Throwable cause) {
    if (cause instanceof NotFoundException) {
      dropped();
    } else if (cause instanceof ChangesLostException || cause instanceof InvalidRequestException) {
      lost(cause);
    } else {
      failed(cause);
    }
  }

  private @Nullable IndexBuild held() {
    var followed = build;
    return followed != null && indexes.holds(followed) ? followed : null;
  }
}
