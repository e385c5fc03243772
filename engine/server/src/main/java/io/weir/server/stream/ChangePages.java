package io.weir.server.stream;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.weir.api.FeedItem;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.ServiceBusyException;
import io.weir.api.wire.Dialect;
import io.weir.server.answer.DialectHandler;
import io.weir.server.answer.HttpExchange;
import io.weir.server.answer.HttpReply;
import io.weir.server.json.FeedPage;
import io.weir.server.request.TableRequest;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Answers a change feed page by page, for clients that do not ask for a stream.
 *
 * <p>A page ends at the first checkpoint after a change: after a batch, after 256 changes or 1 MiB,
 * or when the feed has caught up. Without a change it is empty after about {@code wait} seconds, 1
 * to 60, default 20. Its {@code next} is the {@code from} of the next page. Runs on: the loop of
 * the connection.
 */
public final class ChangePages implements DialectHandler {

  private static final String JSON = "application/json;charset=utf-8";
  private static final int LONGEST_WAIT_SECONDS = 60;

  @Override
  public boolean accepts(TableRequest request) {
    return ChangeRequest.isNamedBy(request);
  }

  @Override
  public Publisher<Void> handle(HttpExchange exchange) {
    exchange.operation("ListChanges");
    var items = ChangeRequest.read(exchange.request()).items(exchange);
    var wait = wait(exchange.request());
    return page(items, wait, System::nanoTime)
        .map(page ->
            HttpReply.of(HttpResponseStatus.OK, JSON, allocator -> FeedPage.write(page, allocator)))
        .flatMap(exchange::reply);
  }

  /**
   * Returns the items of a page, at least one. Fails with {@code ServerBusy} when the endpoint
   * closes before the first.
   */
  static Mono<List<FeedItem>> page(Flux<FeedItem> items, Duration wait, LongSupplier nanoClock) {
    return Flux.defer(() -> items.takeUntil(new PageEnd(nanoClock, wait)::isReachedBy))
        .collectList()
        .filter(page -> !page.isEmpty())
        .switchIfEmpty(Mono.error(() -> new ServiceBusyException("reason=closing")));
  }

  /** Finds the last item of a page. Belongs to one subscription. */
  private static final class PageEnd {

    private final LongSupplier nanoClock;
    private final long beganNanos;
    private final long waitNanos;
    private boolean begun;
    private boolean changed;

    PageEnd(LongSupplier nanoClock, Duration wait) {
      this.nanoClock = nanoClock;
      this.beganNanos = nanoClock.getAsLong();
      this.waitNanos = wait.toNanos();
    }

    /**
     * Returns whether a page ends with this item. The first checkpoint comes before anything is
     * read.
     */
    private boolean isReachedBy(FeedItem item) {
      if (!(item instanceof FeedItem.Checkpoint)) {
        changed = true;
        return false;
      }
      var ends = changed || begun && nanoClock.getAsLong() - beganNanos >= waitNanos;
      begun = true;
      return ends;
    }
  }

  private static Duration wait(TableRequest request) {
    var text = request.options().get(Dialect.WAIT, "20");
    var seconds = text.matches("[0-9]{1,2}") ? Integer.parseInt(text) : 0;
    if (seconds < 1 || seconds > LONGEST_WAIT_SECONDS) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT, "option=wait from=1 to=" + LONGEST_WAIT_SECONDS);
    }
    return Duration.ofSeconds(seconds);
  }
}
