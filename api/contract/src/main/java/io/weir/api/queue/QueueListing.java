package io.weir.api.queue;

import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;

/**
 * A wish for the names of queues.
 *
 * <p>Fails with {@code OutOfRangeQueryParameterValue} for a size out of range.
 *
 * @param prefix beginning of the names; empty for all
 * @param marker the name at which the page begins; empty for the first page
 * @param maxResults most queues of the page; 1 to {@link #MAX_RESULTS}
 */
public record QueueListing(String prefix, String marker, int maxResults) {

  /** Most queues of a page. */
  public static final int MAX_RESULTS = 5_000;

  /** All queues, in pages of the largest size. */
  public static final QueueListing ALL = new QueueListing("", "", MAX_RESULTS);

  public QueueListing {
    if (maxResults < 1 || maxResults > MAX_RESULTS) {
      throw new InvalidRequestException(
          ErrorCode.OUT_OF_RANGE_QUERY_PARAMETER_VALUE,
          "maxresults=" + maxResults + " from=1 to=" + MAX_RESULTS);
    }
  }

  /** Returns the wish for the page that begins at a marker. */
  public QueueListing from(String nextMarker) {
    return new QueueListing(prefix, nextMarker, maxResults);
  }
}
