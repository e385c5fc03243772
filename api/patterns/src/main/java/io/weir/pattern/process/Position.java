package io.weir.pattern.process;

import io.weir.api.FeedStart;

/**
 * The stored position of a partition group.
 *
 * @param from where the feed of the group continues
 * @param ended whether the drop of the feed's table was handled, so that nothing follows
 */
record Position(FeedStart from, boolean ended) {

  static Position at(FeedStart from) {
    return new Position(from, false);
  }
}
