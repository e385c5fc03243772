package io.weir.api;

import io.weir.api.filter.Filter;
import reactor.core.publisher.Flux;

/**
 * The changes of one account's tables, and the consumers whose position the service stores.
 *
 * <p>{@link TableService} states what holds for every method. A service without a change feed
 * leaves these methods to their defaults, which fail with {@code NotImplemented}.
 */
public interface Feed {

  /**
   * Returns the changes of a table or of the account, in order, and never completes, except after
   * the drop of its table. See {@link FeedItem} for order and delivery.
   *
   * <p>Demand: the service reads no further than requested, apart from a window of one record of
   * its log or 256 KiB. A slow subscriber delays no writer, and may fall behind what the service
   * keeps.
   *
   * <p>Fails with {@code TableNotFound}, with {@code InvalidInput} for a token of another service,
   * table or account, with {@code ChangesLost} when changes after the start, or after the
   * subscriber's place, are no longer kept, and with {@code ServerBusy} when the service closes.
   * Fails with {@code NotImplemented} when the service has no change feed.
   */
  default Flux<FeedItem> changes(FeedScope scope, FeedStart from) {
    return Flux.error(() -> Lacking.feature("changeFeed"));
  }

  /** Returns the named consumers of the account's change feed. */
  default FeedConsumers consumers() {
    return FeedConsumers.NONE;
  }

  /**
   * Returns the changes after the position of a named consumer, as {@link #changes(FeedScope,
   * FeedStart)} does. The position moves only by {@link FeedConsumers#advance}.
   *
   * <p>Fails with {@code ConsumerNotFound}, and with {@code ChangesLost} when the consumer is lost.
   *
   * @param filter of the feed; see {@link FeedScope}
   */
  default Flux<FeedItem> changes(ConsumerName consumer, Filter filter) {
    return consumers()
        .get(consumer)
        .flatMapMany(found -> changes(found.scope(filter), found.start()));
  }
}
